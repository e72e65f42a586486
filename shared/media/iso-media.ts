import type { ByteSource } from './byte-source.ts';
import { type CleaningOptions, type CleaningPlan, keepUnreadable, type RemovedKind } from './cleaning-plan.ts';
import { cleanItems } from './heif-items.ts';
import {
  type Box,
  childrenOf,
  findBox,
  type Region,
  readBox,
  readText,
  readTopLevel,
  TOP_LEVEL_TYPES,
} from './iso-boxes.ts';
import { cleanFragment, cleanMovie, type MovieFindings } from './movie.ts';
import { isPlaybackUuid } from './movie-tree.ts';
import { Overwrites } from './overwrites.ts';

/** Returns whether a `meta` box describes pictures, instead of tags. */
function describesPictures({ bytes }: Region, meta: Box): boolean {
  if (meta.end - meta.payload < 12) return false;
  const hdlr = findBox(childrenOf(bytes, meta, 4), 'hdlr');
  return hdlr !== undefined && readText(bytes, hdlr.payload + 8, hdlr.payload + 12) === 'pict';
}

/** Returns whether a box of the top level is removed as a whole. */
async function isUnneeded(source: ByteSource, box: Box): Promise<boolean> {
  if (!TOP_LEVEL_TYPES.has(box.type)) return true;
  if (box.type === 'uuid') return !isPlaybackUuid(await source.read(box.payload, Math.min(box.end, box.payload + 16)));
  if (box.type !== 'meta') return false;
  const region = await readBox(source, box);
  return !describesPictures(region, { ...box, start: 0, payload: box.payload - box.start, end: box.end - box.start });
}

/**
 * Plans the cleaning of MP4, MOV, HEIC, and AVIF. Removed boxes become `free` boxes of the same size, filled with
 * zeros, so that no offset of a sample or picture changes. Media data isn't read.
 */
export async function cleanIsoMedia(source: ByteSource, options: CleaningOptions): Promise<CleaningPlan> {
  const { boxes, end } = await readTopLevel(source);
  const overwrites = new Overwrites(source);
  const unneeded = new Set<Box>();
  for (const box of boxes) if (await isUnneeded(source, box)) unneeded.add(box);

  const moov = boxes.filter(({ type }) => type === 'moov');
  const meta = boxes.filter((box) => box.type === 'meta' && !unneeded.has(box));
  if (moov.length > 1 || meta.length > 1 || moov.length + meta.length === 0) return keepUnreadable(source.size);

  const context = { source, options, overwrites, boxes };
  let findings: MovieFindings | undefined;
  if (moov[0]) findings = await cleanMovie(await readBox(source, moov[0]), context);

  if (findings) {
    for (const box of boxes) {
      if (box.type === 'moof') await cleanFragment(await readBox(source, box), findings, context);
    }
  }
  if (meta[0]) await cleanItems(await readBox(source, meta[0]), context);

  // Cut off instead of overwritten, where nothing needed follows.
  const keptBoxes = boxes.filter((box) => !unneeded.has(box));
  const keptEnd = Math.max(...keptBoxes.map((box) => box.end));
  if (keptEnd < source.size) overwrites.cut(keptEnd, 'personal');

  for (const box of boxes) {
    if (box.end > keptEnd) continue;
    if (unneeded.has(box)) blankTopLevel(overwrites, box, 'personal');
    else if (['free', 'skip', 'wide'].includes(box.type)) await overwrites.zeroIfUsed(box.payload, box.end, 'personal');
  }

  if (end < source.size) overwrites.cut(keptEnd, 'personal');
  return overwrites.toPlan();
}

const FREE = new TextEncoder().encode('free');

function blankTopLevel(overwrites: Overwrites, box: Box, kind: RemovedKind): void {
  overwrites.replace(box.start + 4, FREE, kind);
  overwrites.zero(box.payload, box.end, kind);
}
