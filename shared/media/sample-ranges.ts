import { InvalidMedia } from './byte-source.ts';
import { viewOf } from './bytes.ts';
import { type Box, findBox, listBoxes, readUint } from './iso-boxes.ts';

/** Bytes of a file, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of chunks of a track. A track with a chunk per frame has 216,000 an hour at 60 frames a second. */
const MAX_CHUNKS = 4_000_000;

interface SampleSizes {
  readonly count: number;
  /** Returns the bytes of a number of samples together, from a sample on. */
  sum(first: number, samples: number): number;
}

function readSampleSizes(view: DataView, boxes: readonly Box[]): SampleSizes {
  const stsz = findBox(boxes, 'stsz');
  const stz2 = findBox(boxes, 'stz2');
  const box = stsz ?? stz2;
  if (!box) throw new InvalidMedia();

  const field = stsz ? 32 : view.getUint8(box.payload + 7);
  const constant = stsz ? view.getUint32(box.payload + 4) : 0;
  const count = view.getUint32(box.payload + 8);
  const first = box.payload + 12;
  if (constant > 0) return { count, sum: (_first, samples) => samples * constant };
  if (![8, 16, 32].includes(field) || first + (count * field) / 8 > box.end) throw new InvalidMedia();
  const sizeOf = (index: number) =>
    field === 32
      ? view.getUint32(first + index * 4)
      : field === 16
        ? view.getUint16(first + index * 2)
        : view.getUint8(first + index);

  const sum = (from: number, samples: number) => {
    let size = 0;
    for (let index = from; index < from + samples; index++) size += sizeOf(index);
    return size;
  };

  return { count, sum };
}

/** Returns where the samples of a track are, from its sample table. Chunks that follow each other are joined. */
export function findSampleRanges(bytes: Uint8Array, stbl: Box): ByteRange[] {
  const view = viewOf(bytes);
  const boxes = listBoxes(bytes, stbl.payload, stbl.end);
  const { count, sum } = readSampleSizes(view, boxes);
  const stsc = findBox(boxes, 'stsc');
  const offsets = findBox(boxes, 'stco') ?? findBox(boxes, 'co64');
  if (!stsc || !offsets) throw new InvalidMedia();

  const width = offsets.type === 'co64' ? 8 : 4;
  const chunks = view.getUint32(offsets.payload + 4);
  const runs = view.getUint32(stsc.payload + 4);
  const outside = offsets.payload + 8 + chunks * width > offsets.end || stsc.payload + 8 + runs * 12 > stsc.end;
  if (outside || chunks > MAX_CHUNKS) throw new InvalidMedia();

  const ranges: ByteRange[] = [];
  let sample = 0;
  let run = 0;

  for (let chunk = 0; chunk < chunks && sample < count; chunk++) {
    // A run starts at the number of its first chunk, counted from 1.
    while (run + 1 < runs && view.getUint32(stsc.payload + 8 + (run + 1) * 12) <= chunk + 1) run++;
    const perChunk = runs > 0 ? view.getUint32(stsc.payload + 8 + run * 12 + 4) : 0;
    const start = readUint(view, offsets.payload + 8 + chunk * width, width);
    const samples = Math.min(perChunk, count - sample);
    appendRange(ranges, { start, end: start + sum(sample, samples) });
    sample += samples;
  }

  return ranges;
}

/** Appends a range, joined with the last one if it follows it. */
export function appendRange(ranges: ByteRange[], range: ByteRange): void {
  const last = ranges.at(-1);
  if (last?.end === range.start) ranges[ranges.length - 1] = { start: last.start, end: range.end };
  else if (range.end > range.start) ranges.push(range);
}

/** Returns whether any two ranges of different lists have bytes in common. */
export function overlaps(a: readonly ByteRange[], b: readonly ByteRange[]): boolean {
  const all = [...a.map((range) => ({ ...range, list: 0 })), ...b.map((range) => ({ ...range, list: 1 }))];
  const reached = [0, 0];
  for (const { start, end, list } of all.toSorted((x, y) => x.start - y.start)) {
    if (start < reached[1 - list]!) return true;
    reached[list] = Math.max(reached[list]!, end);
  }
  return false;
}
