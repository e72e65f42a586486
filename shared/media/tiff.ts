import { concatBytes, toLatin1, viewOf } from './bytes.ts';

/** A field of a directory. Its value has the byte order of the file that it comes from. */
export interface TiffField {
  readonly tag: number;
  /** 1 byte, 2 ASCII, 3 short, 4 long, 5 rational, 7 undefined, 9 signed long, 10 signed rational, and others. */
  readonly type: number;
  readonly count: number;
  readonly value: Uint8Array;
  /** Position of the value, in bytes from the start of the structure. A short value lies inside its field. */
  readonly position: number;
}

/** A directory of a TIFF structure. EXIF blocks consist of such directories. */
export interface TiffDirectory {
  readonly fields: readonly TiffField[];
  /** Position of the directory in bytes, without values outside of it. */
  readonly start: number;
  readonly end: number;
}

/** Size of one value in bytes, by type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4] as const;

export const SHORT = 3;
export const LONG = 4;
export const ASCII = 2;

/** Returns whether numbers are little-endian, or undefined if the bytes aren't a TIFF structure. */
export function readByteOrder(tiff: Uint8Array): boolean | undefined {
  if (tiff.length < 8) return undefined;
  const signature = toLatin1(tiff.subarray(0, 4));
  if (signature === 'II*\0') return true;
  return signature === 'MM\0*' ? false : undefined;
}

/**
 * Returns the directory at an offset, or undefined if the offset is outside the structure. A directory that is cut off
 * has the fields before the cut, as in other readers. Fields of unknown types, or with values outside, have no value.
 */
export function readDirectory(tiff: Uint8Array, start: number, littleEndian: boolean): TiffDirectory | undefined {
  const view = viewOf(tiff);
  if (start < 8 || start + 2 > tiff.length) return undefined;

  const fieldCount = Math.min(view.getUint16(start, littleEndian), Math.floor((tiff.length - start - 2) / 12));
  const fields: TiffField[] = [];
  for (let position = start + 2; position < start + 2 + fieldCount * 12; position += 12) {
    const tag = view.getUint16(position, littleEndian);
    const type = view.getUint16(position + 2, littleEndian);
    const count = view.getUint32(position + 4, littleEndian);
    const length = (TYPE_BYTES[type] ?? 0) * count;

    // A value of up to four bytes is inside the field. Otherwise, the field has the position of the value.
    const valueStart = length <= 4 ? position + 8 : view.getUint32(position + 8, littleEndian);
    const isInside = length > 0 && valueStart + length <= tiff.length;
    const value = isInside ? tiff.subarray(valueStart, valueStart + length) : new Uint8Array(0);
    fields.push({ tag, type, count, value, position: isInside ? valueStart : position + 8 });
  }

  // The offset of the next directory, of four bytes, follows the fields.
  return { fields, start, end: Math.min(tiff.length, start + 2 + fieldCount * 12 + 4) };
}

/** Builds a field whose value is one number of 32 bits. */
export function buildLongField(tag: number, value: number, littleEndian: boolean): TiffField {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, littleEndian);
  return { tag, type: LONG, count: 1, value: bytes, position: 0 };
}

/** Returns the bytes of a directory at an offset, followed by its values. The number of bytes is even. */
export function writeDirectory(start: number, fields: readonly TiffField[], littleEndian: boolean): Uint8Array {
  const head = new Uint8Array(2 + fields.length * 12 + 4);
  const view = viewOf(head);
  view.setUint16(0, fields.length, littleEndian);

  const values: Uint8Array[] = [];
  let valueStart = start + head.length;

  fields
    .toSorted((a, b) => a.tag - b.tag)
    .forEach(({ tag, type, count, value }, index) => {
      const position = 2 + index * 12;
      view.setUint16(position, tag, littleEndian);
      view.setUint16(position + 2, type, littleEndian);
      view.setUint32(position + 4, count, littleEndian);

      if (value.length <= 4) {
        head.set(value, position + 8);
      } else {
        view.setUint32(position + 8, valueStart, littleEndian);
        // Readers expect values at even offsets.
        const paddedValue = concatBytes(value, new Uint8Array(value.length % 2));
        values.push(paddedValue);
        valueStart += paddedValue.length;
      }
    });

  return concatBytes(head, ...values);
}

/** Returns the header of a TIFF structure whose first directory follows it. */
export function writeHeader(littleEndian: boolean): Uint8Array {
  const header = new Uint8Array(8);
  const view = viewOf(header);
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, 8, littleEndian);
  return header;
}
