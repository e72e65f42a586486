/**
 * Measures the frames of a client by their headers (RFC 6455 §5.2). API Gateway limits each frame, and a message of
 * several besides, while the WebSocket library knows messages only.
 */
export class FrameMeter {
  #header: number[] = [];
  /** Bytes of the current frame that are still to come. */
  #left = 0;

  /** The length of the longest payload of the frames that begin in the next bytes of the stream; 0 when none does. */
  longest(bytes: Buffer): number {
    let longest = 0;
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const passed = Math.min(this.#left, bytes.length - at);
        this.#left -= passed;
        at += passed;
        continue;
      }
      this.#header.push(bytes[at++] ?? 0);
      const length = payloadLength(this.#header);
      if (length === undefined) continue;
      this.#header = [];
      this.#left = length;
      longest = Math.max(longest, length);
    }
    return longest;
  }
}

/** What a frame's header says; undefined until it is complete. */
function payloadLength(header: readonly number[]): number | undefined {
  const [, second] = header;
  if (second === undefined) return undefined;
  const inHeader = second & 0x7f;
  const lengthBytes = inHeader === 127 ? 8 : inHeader === 126 ? 2 : 0;
  const maskBytes = second & 0x80 ? 4 : 0;
  if (header.length < 2 + lengthBytes + maskBytes) return undefined;
  if (lengthBytes === 0) return inHeader;
  return header.slice(2, 2 + lengthBytes).reduce((length, byte) => length * 256 + byte, 0);
}
