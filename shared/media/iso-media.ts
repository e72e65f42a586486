import type { ByteSource } from './byte-source.ts';
import { type CleaningOptions, type CleaningPlan, keepUnreadable, type RemovedKind } from './cleaning-plan.ts';
import { cleanItems } from './heif-items.ts';
import {
  BOX_HEADER_BYTES,
  type Box,
  childrenOf,
  FULL_BOX_BYTES,
  findBox,
  type Region,
  readBox,
  readHandlerType,
  readTopLevel,
  TOP_LEVEL_TYPES,
} from './iso-boxes.ts';
import { cleanMovie } from './movie.ts';
import { cleanFragment } from './movie-fragment.ts';
import { isPlaybackUuid } from './movie-tree.ts';
import { Overwrites } from './overwrites.ts';

/** Minimum size of the payload of a `meta` box with a child, in bytes: version, flags, and the header of the child. */
const MIN_META_BYTES = FULL_BOX_BYTES + BOX_HEADER_BYTES;

/** Size of the ID at the start of a `uuid` box's payload, in bytes. */
const UUID_BYTES = 16;

/**
 * Plans the cleaning of MP4, MOV, HEIC, and AVIF. Removed boxes become `free` boxes of the same size, filled with
 * zeros, so that no offset of a sample or picture changes. Media data isn't read.
 */
export async function cleanIsoMedia(source: ByteSource, options: CleaningOptions): Promise<CleaningPlan> {
  const { boxes, end } = await readTopLevel(source);
  const overwrites = new Overwrites(source);
  const unneededBoxes = new Set<Box>();
  for (const box of boxes) {
    if (await isUnneeded(source, box)) unneededBoxes.add(box);
  }

  // A file has one description: of a movie, of pictures, or of both.
  const [moov, ...otherMoovs] = boxes.filter(({ type }) => type === 'moov');
  const [meta, ...otherMetas] = boxes.filter((box) => box.type === 'meta' && !unneededBoxes.has(box));
  if (otherMoovs.length > 0 || otherMetas.length > 0 || !(moov || meta)) return keepUnreadable(source.size);

  const context = { source, options, overwrites, boxes };
  if (moov) {
    const findings = await cleanMovie(await readBox(source, moov), context);
    for (const box of boxes) {
      if (box.type === 'moof') await cleanFragment(await readBox(source, box), findings, context);
    }
  }
  if (meta) await cleanItems(await readBox(source, meta), context);

  // Cuts the end of the file off if no needed box follows.
  const keptBoxes = boxes.filter((box) => !unneededBoxes.has(box));
  const keptEnd = Math.max(...keptBoxes.map((box) => box.end));
  if (keptEnd < source.size) overwrites.cut(keptEnd, 'personal');

  for (const box of boxes) {
    if (box.end > keptEnd) continue;
    if (unneededBoxes.has(box)) blankTopLevelBox(overwrites, box, 'personal');
    else if (['free', 'skip', 'wide'].includes(box.type))
      await overwrites.zeroIfUsed(box.payloadStart, box.end, 'personal');
  }

  // Data after the last box is not part of the file's structure.
  if (end < source.size) overwrites.cut(keptEnd, 'personal');

  return overwrites.toPlan();
}

/** Returns whether a `meta` box describes pictures, not tags. */
function describesPictures({ bytes }: Region, meta: Box): boolean {
  if (meta.end - meta.payloadStart < MIN_META_BYTES) return false;

  const hdlr = findBox(childrenOf(bytes, meta, FULL_BOX_BYTES), 'hdlr');
  return hdlr !== undefined && readHandlerType(bytes, hdlr) === 'pict';
}

/** Returns whether a whole box of the top level is removed. */
async function isUnneeded(source: ByteSource, box: Box): Promise<boolean> {
  if (!TOP_LEVEL_TYPES.has(box.type)) return true;
  if (box.type === 'uuid') {
    return !isPlaybackUuid(await source.read(box.payloadStart, Math.min(box.end, box.payloadStart + UUID_BYTES)));
  }
  if (box.type !== 'meta') return false;

  const region = await readBox(source, box);
  return !describesPictures(region, {
    ...box,
    start: 0,
    payloadStart: box.payloadStart - box.start,
    end: box.end - box.start,
  });
}

/** The type of a box whose content no one reads. */
const FREE = new TextEncoder().encode('free');

/** Turns a box into a `free` box of the same size, filled with zeros. */
function blankTopLevelBox(overwrites: Overwrites, box: Box, kind: RemovedKind): void {
  // The type follows the size, which has four bytes.
  overwrites.replace(box.start + 4, FREE, kind);
  overwrites.zero(box.payloadStart, box.end, kind);
}
