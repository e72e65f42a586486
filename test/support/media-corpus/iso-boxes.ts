/** Builds boxes of ISO base media files, of which HEIC, AVIF, MP4, and MOV consist. */

/** Parts of a box: bytes, texts of one byte per character, and numbers of 32 bits. */
export type BoxPart = Uint8Array | string | number;

/** Returns numbers of 16 bits. */
export const uint16s = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));

/** Returns the parts as bytes. */
export function toBytes(...parts: readonly BoxPart[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part, 'latin1');
      if (typeof part !== 'number') return part;
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(part);
      return bytes;
    }),
  );
}

/** Returns a box of ISO base media files: size (4 bytes), type (4 bytes), and payload. */
export function box(type: string, ...parts: readonly BoxPart[]): Buffer {
  const content = toBytes(...parts);
  return toBytes(content.length + 8, type, content);
}

/**
 * Returns a box with a size of 64 bits (8 bytes) after the type. Such a box has the number 1 in place of the usual
 * size.
 */
export function largeBox(type: string, ...parts: readonly BoxPart[]): Buffer {
  const content = toBytes(...parts);
  // 0 is the upper half of the size. The header has 16 bytes: the number 1, the type, and the size.
  return toBytes(1, type, 0, content.length + 16, content);
}

/** Returns a handler box: version and flags, a reserved field, the handler type, reserved fields, and a name. */
export function handlerBox(type: string, name = ''): Buffer {
  return box('hdlr', 0, 0, type, 0, 0, 0, `${name}\0`);
}
