/*
 * The list of the items of HEIC or AVIF: their types (`iinf`), and where their data is (`iloc`).
 */
import { InvalidMediaError } from './byte-source.ts';
import { viewOf } from './bytes.ts';
import { type Box, FULL_BOX_BYTES, type IsoCleaning, listBoxes, type Region, readText, readUint } from './iso-boxes.ts';
import type { ByteRange } from './sample-ranges.ts';

/** Maximum bytes of an `infe` box that are searched for the item's media type. */
const MAX_ENTRY_BYTES = 500;

/** Construction methods of an item's data: in the file, or in the `idat` box. Higher methods derive it from items. */
const IN_FILE = 0;
const IN_IDAT = 1;

/** An item of a file: a picture, or metadata. */
export interface Item {
  readonly id: number;
  readonly type: string;
  /** Media type of an item of type `mime`. */
  readonly mediaType: string;
}

/** Reads the list of items (`iinf`): their IDs and types. */
export function readItems(bytes: Uint8Array, iinf: Box): Item[] {
  const view = viewOf(bytes);
  // The number of items has 4 bytes since version 1, and 2 bytes before.
  const countBytes = view.getUint8(iinf.payloadStart) > 0 ? 4 : 2;
  const entries = listBoxes(bytes, iinf.payloadStart + FULL_BOX_BYTES + countBytes, iinf.end);

  return entries
    .filter(({ type }) => type === 'infe')
    .map(({ payloadStart, end }) => {
      const version = view.getUint8(payloadStart);
      const idStart = payloadStart + FULL_BOX_BYTES;

      // The ID (2 bytes) and the protection index (2 bytes) precede the name. The media type follows the name.
      if (version < 2) {
        const [, mediaType = ''] = readText(bytes, idStart + 4, Math.min(end, payloadStart + MAX_ENTRY_BYTES)).split(
          '\0',
        );
        return { id: view.getUint16(idStart), type: 'mime', mediaType };
      }

      // The ID has 2 bytes in version 2, and 4 bytes in version 3. A type of 4 bytes follows the protection index.
      const idEnd = idStart + (version === 2 ? 2 : 4);
      const id = version === 2 ? view.getUint16(idStart) : view.getUint32(idStart);
      const [, mediaType = ''] = readText(bytes, idEnd + 6, Math.min(end, idEnd + MAX_ENTRY_BYTES)).split('\0');
      return { id, type: readText(bytes, idEnd + 2, idEnd + 6), mediaType };
    });
}

/**
 * Stands for data that is derived from other items, and so has no position. Metadata with such data makes the file
 * unreadable, because this range lies outside the file.
 */
const DERIVED_DATA: readonly ByteRange[] = [{ start: -1, end: -1 }];

/** The sizes in bytes of the numbers in an `iloc` box. */
interface NumberSizes {
  readonly offset: number;
  readonly length: number;
  readonly base: number;
  readonly index: number;
}

/** Reads the sizes of numbers, of four bits each. */
function readNumberSizes(view: DataView, position: number): NumberSizes {
  const sizes = view.getUint16(position);
  const offset = (sizes >> 12) & 15;
  const length = (sizes >> 8) & 15;
  const base = (sizes >> 4) & 15;
  if ([offset, length, base].some((size) => ![0, 4, 8].includes(size))) throw new InvalidMediaError();

  return { offset, length, base, index: sizes & 15 };
}

/** Returns the ranges of each item's data in the file, by ID (`iloc`). Items in other files have no range. */
export function readLocations(
  { bytes, offset: regionOffset }: Region,
  iloc: Box,
  idat: Box | undefined,
  { source }: IsoCleaning,
): Map<number, readonly ByteRange[]> {
  const view = viewOf(bytes);
  const version = view.getUint8(iloc.payloadStart);
  const sizesStart = iloc.payloadStart + FULL_BOX_BYTES;
  const sizes = readNumberSizes(view, sizesStart);
  const idSize = version === 2 ? 4 : 2;
  const reader = new NumberReader(view, sizesStart + 2, iloc.end);

  const locations = new Map<number, readonly ByteRange[]>();
  for (let count = reader.read(idSize); count > 0; count--) {
    const id = reader.read(idSize);
    const method = version === 0 ? IN_FILE : reader.read(2) & 15;
    // The data reference 0 is this file.
    const isElsewhere = reader.read(2) !== 0;
    const base = reader.read(sizes.base);
    // Positions count from the start of the file, or of the content of `idat`.
    const origin = method === IN_IDAT ? regionOffset + (idat?.payloadStart ?? 0) : 0;
    const dataEnd = method === IN_IDAT ? regionOffset + (idat?.end ?? 0) : source.size;

    const ranges: ByteRange[] = [];
    for (let extents = reader.read(2); extents > 0; extents--) {
      if (version > 0) reader.read(sizes.index);
      const start = origin + base + reader.read(sizes.offset);
      const length = reader.read(sizes.length);
      // The length 0 stands for all data.
      ranges.push({ start, end: length === 0 ? dataEnd : start + length });
    }

    if (isElsewhere) locations.set(id, []);
    else locations.set(id, method > IN_IDAT ? DERIVED_DATA : ranges);
  }

  return locations;
}

/** Reads the numbers of a box, one after another. */
class NumberReader {
  readonly #view: DataView;
  readonly #end: number;
  #position: number;

  constructor(view: DataView, start: number, end: number) {
    this.#view = view;
    this.#position = start;
    this.#end = end;
  }

  /**
   * Returns the next number, which has `length` bytes.
   *
   * @throws InvalidMediaError if the box is shorter
   */
  read(length: number): number {
    const start = this.#position;
    this.#position += length;
    if (this.#position > this.#end) throw new InvalidMediaError();
    return length === 2 ? this.#view.getUint16(start) : readUint(this.#view, start, length);
  }
}
