import { InvalidMediaError } from './byte-source.ts';
import { viewOf } from './bytes.ts';
import { type Box, findBox, listBoxes, readUint } from './iso-boxes.ts';

/** A range of a file's bytes, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum number of chunks of a track. A chunk is a sequence of samples, such as video frames, without gaps. At 60
 * frames a second, one chunk per frame makes 216,000 chunks an hour.
 */
const MAX_CHUNKS = 4_000_000;

/**
 * Position of the entries in the payload of `stsc`, `stco`, and `co64`, in bytes. Version and flags (4), and the number
 * of entries (4) precede them.
 */
const ENTRIES_START = 8;

/** Position of the number of entries in these payloads, in bytes. */
const ENTRY_COUNT_START = 4;

/** Size of an entry of `stsc` in bytes: first chunk (4), samples per chunk (4), and description index (4). */
const STSC_ENTRY_BYTES = 12;

/** Returns the ranges of a track's samples, from its sample table. Joins adjacent chunks. */
export function findSampleRanges(bytes: Uint8Array, stbl: Box): ByteRange[] {
  const view = viewOf(bytes);
  const boxes = listBoxes(bytes, stbl.payloadStart, stbl.end);
  const { sampleCount, sumSizes } = readSampleSizes(view, boxes);
  const stsc = findBox(boxes, 'stsc');
  const offsets = findBox(boxes, 'stco') ?? findBox(boxes, 'co64');
  if (!stsc || !offsets) throw new InvalidMediaError();

  const offsetBytes = offsets.type === 'co64' ? 8 : 4;
  const offsetsStart = offsets.payloadStart + ENTRIES_START;
  const entriesStart = stsc.payloadStart + ENTRIES_START;
  const chunkCount = view.getUint32(offsets.payloadStart + ENTRY_COUNT_START);
  const entryCount = view.getUint32(stsc.payloadStart + ENTRY_COUNT_START);
  const isOutside =
    offsetsStart + chunkCount * offsetBytes > offsets.end || entriesStart + entryCount * STSC_ENTRY_BYTES > stsc.end;
  if (isOutside || chunkCount > MAX_CHUNKS) throw new InvalidMediaError();

  /** Returns the number of an entry's first chunk, counted from 1. The entry begins with it. */
  const readFirstChunk = (index: number) => view.getUint32(entriesStart + index * STSC_ENTRY_BYTES);

  const ranges: ByteRange[] = [];
  let sample = 0;
  let entry = 0;

  for (let chunk = 0; chunk < chunkCount && sample < sampleCount; chunk++) {
    // An entry applies until the first chunk of the next entry.
    while (entry + 1 < entryCount && readFirstChunk(entry + 1) <= chunk + 1) entry++;

    const samplesPerChunk = entryCount > 0 ? view.getUint32(entriesStart + entry * STSC_ENTRY_BYTES + 4) : 0;
    const start = readUint(view, offsetsStart + chunk * offsetBytes, offsetBytes);
    const samplesInChunk = Math.min(samplesPerChunk, sampleCount - sample);
    appendRange(ranges, { start, end: start + sumSizes(sample, samplesInChunk) });
    sample += samplesInChunk;
  }

  return ranges;
}

/** The sizes of a track's samples. */
interface SampleSizes {
  readonly sampleCount: number;
  /** Returns the total size in bytes of `count` samples, from the sample with the index `first`. */
  sumSizes(first: number, count: number): number;
}

/** Reads the sizes of a track's samples from the box `stsz` or `stz2`. */
function readSampleSizes(view: DataView, boxes: readonly Box[]): SampleSizes {
  const stsz = findBox(boxes, 'stsz');
  const stz2 = findBox(boxes, 'stz2');
  const box = stsz ?? stz2;
  if (!box) throw new InvalidMediaError();

  // Both boxes have the number of samples at the same position. `stsz` has a constant size before it, and `stz2` the
  // bits of a size.
  const bits = stsz ? 32 : view.getUint8(box.payloadStart + 7);
  const constantSize = stsz ? view.getUint32(box.payloadStart + 4) : 0;
  const sampleCount = view.getUint32(box.payloadStart + 8);
  const sizesStart = box.payloadStart + 12;
  if (constantSize > 0) return { sampleCount, sumSizes: (_first, count) => count * constantSize };
  if (![8, 16, 32].includes(bits) || sizesStart + (sampleCount * bits) / 8 > box.end) throw new InvalidMediaError();

  const readSize = (index: number) => {
    if (bits === 32) return view.getUint32(sizesStart + index * 4);
    if (bits === 16) return view.getUint16(sizesStart + index * 2);
    return view.getUint8(sizesStart + index);
  };

  const sumSizes = (first: number, count: number) => {
    let totalSize = 0;
    for (let index = first; index < first + count; index++) totalSize += readSize(index);
    return totalSize;
  };

  return { sampleCount, sumSizes };
}

/** Appends a range. Joins it with the last range if they are adjacent. */
export function appendRange(ranges: ByteRange[], range: ByteRange): void {
  const lastRange = ranges.at(-1);
  if (lastRange?.end === range.start) ranges[ranges.length - 1] = { start: lastRange.start, end: range.end };
  else if (range.end > range.start) ranges.push(range);
}

/** Returns whether any two ranges of different lists have bytes in common. */
export function overlaps(a: readonly ByteRange[], b: readonly ByteRange[]): boolean {
  const ranges = [...a.map((range) => ({ ...range, list: 0 })), ...b.map((range) => ({ ...range, list: 1 }))];
  /** The last end of a range so far, by list. */
  const lastEnds = [0, 0];
  for (const { start, end, list } of ranges.toSorted((x, y) => x.start - y.start)) {
    if (start < lastEnds[1 - list]!) return true;
    lastEnds[list] = Math.max(lastEnds[list]!, end);
  }

  return false;
}
