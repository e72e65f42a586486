/** Bytes that one call converts to text, because a call has a limited number of arguments. */
const PIECE_BYTES = 4096;

/** Returns bytes as text of one character per byte, to compare signatures and names. */
export function toLatin1(bytes: Uint8Array): string {
  // Doesn't use TextDecoder, whose "latin1" is Windows-1252.
  let text = '';
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    text += String.fromCharCode(...bytes.subarray(offset, offset + PIECE_BYTES));
  }

  return text;
}

/** Returns the bytes of a text whose characters are all below 256. */
export function fromLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Returns the bytes of all arguments in one array. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }

  return bytes;
}

/** Returns a view of the same memory, to read and write numbers of several bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
