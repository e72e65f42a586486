/**
 * Measures a client's frames by their headers (RFC 6455, section 5.2). API Gateway limits frames and messages, but the
 * WebSocket library limits only messages.
 */
export class FrameMeter {
  #header: number[] = [];
  /** Remaining payload bytes of the current frame. */
  #remaining = 0;

  /** Reads the next bytes of the stream. Returns the longest payload length in their headers, or 0. */
  measure(bytes: Buffer): number {
    let longest = 0;
    for (let at = 0; at < bytes.length; ) {
      if (this.#remaining > 0) {
        const passed = Math.min(this.#remaining, bytes.length - at);
        this.#remaining -= passed;
        at += passed;
        continue;
      }
      this.#header.push(bytes[at++] ?? 0);
      const length = parsePayloadLength(this.#header);
      if (length === undefined) continue;
      this.#header = [];
      this.#remaining = length;
      longest = Math.max(longest, length);
    }

    return longest;
  }
}

/** Returns the payload length in a frame's header, or undefined until the header is complete. */
function parsePayloadLength(header: readonly number[]): number | undefined {
  const [, second] = header;
  if (second === undefined) return undefined;
  const inHeader = second & 0x7f;
  const lengthBytes = inHeader === 127 ? 8 : inHeader === 126 ? 2 : 0;
  const maskBytes = second & 0x80 ? 4 : 0;
  if (header.length < 2 + lengthBytes + maskBytes) return undefined;
  if (lengthBytes === 0) return inHeader;
  return header.slice(2, 2 + lengthBytes).reduce((length, byte) => length * 256 + byte, 0);
}
