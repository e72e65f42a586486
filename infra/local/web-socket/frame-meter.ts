/**
 * Measures a client's frames by their headers (RFC 6455, section 5.2). API Gateway limits frames and messages, but the
 * WebSocket library limits only messages.
 */
export class FrameMeter {
  /** The bytes of an unfinished header. */
  #header: number[] = [];
  /** Remaining payload bytes of the current frame. */
  #remainingBytes = 0;

  /** Reads the next bytes of the stream. Returns the longest payload length in their headers, or 0. */
  measure(bytes: Buffer): number {
    let longestPayload = 0;
    let position = 0;

    while (position < bytes.length) {
      if (this.#remainingBytes > 0) {
        const skippedBytes = Math.min(this.#remainingBytes, bytes.length - position);
        this.#remainingBytes -= skippedBytes;
        position += skippedBytes;
        continue;
      }

      this.#header.push(bytes[position] ?? 0);
      position += 1;
      const length = parsePayloadLength(this.#header);
      if (length === undefined) continue;

      this.#header = [];
      this.#remainingBytes = length;
      longestPayload = Math.max(longestPayload, length);
    }

    return longestPayload;
  }
}

/** Returns the payload length in a frame's header, or undefined until the header is complete. */
function parsePayloadLength(header: readonly number[]): number | undefined {
  const [, secondByte] = header;
  if (secondByte === undefined) return undefined;

  // The first bit tells whether the payload is masked. The other seven are the length, or mark a longer length field.
  const shortLength = secondByte & 0x7f;
  const lengthBytes = countLengthBytes(shortLength);
  const maskBytes = secondByte & 0x80 ? 4 : 0;
  if (header.length < 2 + lengthBytes + maskBytes) return undefined;

  if (lengthBytes === 0) return shortLength;
  return header.slice(2, 2 + lengthBytes).reduce((length, byte) => length * 256 + byte, 0);
}

/** Returns the number of bytes that hold a length which does not fit into the second byte. */
function countLengthBytes(shortLength: number): number {
  if (shortLength === 127) return 8;
  return shortLength === 126 ? 2 : 0;
}
