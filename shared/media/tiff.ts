import { concatBytes, toLatin1, viewOf } from './bytes.ts';

/** Size of the header of a TIFF 6.0 structure in bytes: byte order, the number 42, and the first directory's offset. */
export const TIFF_HEADER_BYTES = 8;

/** Size of the number of fields, which a directory begins with, in bytes. */
const FIELD_COUNT_BYTES = 2;

/** Size of a field in bytes: tag (2), type (2), count (4), and the value or its offset (4). */
const FIELD_BYTES = 12;

/** Position of the value or its offset in a field, in bytes. */
const VALUE_START = 8;

/** Maximum size of a value that is stored inside its field, in bytes. */
const MAX_INLINE_BYTES = 4;

/** Size of the offset of the next directory, which a directory ends with, in bytes. */
const NEXT_OFFSET_BYTES = 4;

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

/** An image file directory (IFD) of a TIFF structure. EXIF blocks consist of such directories. */
export interface TiffDirectory {
  readonly fields: readonly TiffField[];
  /** Position of the directory in bytes, without values outside of it. */
  readonly start: number;
  readonly end: number;
}

/** Size of one value in bytes, by type. Types start at 1: see {@link TiffField}. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4] as const;

/** Types of fields: unsigned numbers of 16 and 32 bits, and a text that ends with a zero. */
export const SHORT = 3;
export const LONG = 4;
export const ASCII = 2;

/** Returns whether numbers are little-endian, or undefined if the bytes aren't a TIFF structure. */
export function readByteOrder(tiff: Uint8Array): boolean | undefined {
  if (tiff.length < TIFF_HEADER_BYTES) return undefined;
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
  const fieldsStart = start + FIELD_COUNT_BYTES;
  if (start < TIFF_HEADER_BYTES || fieldsStart > tiff.length) return undefined;

  const maxFields = Math.floor((tiff.length - fieldsStart) / FIELD_BYTES);
  const fieldCount = Math.min(view.getUint16(start, littleEndian), maxFields);
  const fieldsEnd = fieldsStart + fieldCount * FIELD_BYTES;
  const fields: TiffField[] = [];

  for (let position = fieldsStart; position < fieldsEnd; position += FIELD_BYTES) {
    const tag = view.getUint16(position, littleEndian);
    const type = view.getUint16(position + 2, littleEndian);
    const count = view.getUint32(position + 4, littleEndian);
    const length = (TYPE_BYTES[type] ?? 0) * count;

    const inlineStart = position + VALUE_START;
    const valueStart = length <= MAX_INLINE_BYTES ? inlineStart : view.getUint32(inlineStart, littleEndian);
    const isInside = length > 0 && valueStart + length <= tiff.length;
    const value = isInside ? tiff.subarray(valueStart, valueStart + length) : new Uint8Array(0);
    fields.push({ tag, type, count, value, position: isInside ? valueStart : inlineStart });
  }

  return { fields, start, end: Math.min(tiff.length, fieldsEnd + NEXT_OFFSET_BYTES) };
}

/** Builds a field whose value is one number of 32 bits. */
export function buildLongField(tag: number, value: number, littleEndian: boolean): TiffField {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, littleEndian);
  return { tag, type: LONG, count: 1, value: bytes, position: 0 };
}

/** Returns the bytes of a directory at an offset, followed by its values. The number of bytes is even. */
export function writeDirectory(start: number, fields: readonly TiffField[], littleEndian: boolean): Uint8Array {
  const head = new Uint8Array(FIELD_COUNT_BYTES + fields.length * FIELD_BYTES + NEXT_OFFSET_BYTES);
  const view = viewOf(head);
  view.setUint16(0, fields.length, littleEndian);

  const values: Uint8Array[] = [];
  let valueStart = start + head.length;

  fields
    .toSorted((a, b) => a.tag - b.tag)
    .forEach(({ tag, type, count, value }, index) => {
      const position = FIELD_COUNT_BYTES + index * FIELD_BYTES;
      view.setUint16(position, tag, littleEndian);
      view.setUint16(position + 2, type, littleEndian);
      view.setUint32(position + 4, count, littleEndian);

      if (value.length <= MAX_INLINE_BYTES) {
        head.set(value, position + VALUE_START);
      } else {
        view.setUint32(position + VALUE_START, valueStart, littleEndian);
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
  const header = new Uint8Array(TIFF_HEADER_BYTES);
  const view = viewOf(header);
  // "II" for little-endian, or "MM". The number 42 then identifies TIFF.
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, TIFF_HEADER_BYTES, littleEndian);

  return header;
}
