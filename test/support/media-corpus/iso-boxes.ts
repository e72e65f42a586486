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

/** Returns a box with its size in 64 bits after the type. The size 1 announces it. */
export function largeBox(type: string, ...parts: readonly BoxPart[]): Buffer {
  const content = toBytes(...parts);
  return toBytes(1, type, 0, content.length + 16, content);
}

/** Returns a handler box: version and flags, a reserved field, the handler type, reserved fields, and a name. */
export function handlerBox(type: string, name = ''): Buffer {
  return box('hdlr', 0, 0, type, 0, 0, 0, `${name}\0`);
}
