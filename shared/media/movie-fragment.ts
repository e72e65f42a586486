/*
 * Fragments of a movie (`moof`). A live recording or a stream is a sequence of fragments, each with the positions of
 * its own samples.
 */
import { InvalidMediaError } from './byte-source.ts';
import { viewOf } from './bytes.ts';
import { type Box, childrenOf, findBox, type IsoCleaning, listBoxes, type Region, rootOf } from './iso-boxes.ts';
import { havePositions, type MovieFindings, zeroMediaData } from './movie.ts';
import { blankBox, cleanTree } from './movie-tree.ts';
import { appendRange, type ByteRange, overlaps } from './sample-ranges.ts';

/** The version precedes the flags of a box in the same 32 bits. */
const FLAGS_MASK = 0xffffff;

/** Flags of a fragment's header (`tfhd`), which announce the fields that follow. */
const BASE_OFFSET = 0x1;
const DESCRIPTION_INDEX = 0x2;
const DEFAULT_DURATION = 0x8;
const DEFAULT_SIZE = 0x10;
const DEFAULT_BASE_IS_MOOF = 0x20000;

/** Flags of a run of samples (`trun`), which announce the fields that follow. */
const DATA_OFFSET = 0x1;
const FIRST_FLAGS = 0x4;
const SAMPLE_DURATION = 0x100;
const SAMPLE_SIZE = 0x200;
const SAMPLE_FLAGS = 0x400;
const SAMPLE_TIME_OFFSET = 0x800;

/** The flags of the fields that each sample of a run has. Each field has four bytes. */
const SAMPLE_FIELDS = [SAMPLE_DURATION, SAMPLE_SIZE, SAMPLE_FLAGS, SAMPLE_TIME_OFFSET];

/**
 * Cleans a fragment (`moof`), and overwrites the samples of removed tracks in it. `moov` doesn't list the samples of
 * fragments, so this function searches the texts of each fragment for positions.
 */
export async function cleanFragment(region: Region, findings: MovieFindings, context: IsoCleaning): Promise<void> {
  const { bytes, offset } = region;
  const moof = rootOf(region);
  const removedStarts = new Set<number>();
  const keptRanges: ByteRange[] = [];
  const removedRanges: ByteRange[] = [];
  let removesTrackFragment = false;

  const trackFragments = childrenOf(bytes, moof).filter(({ type }) => type === 'traf');
  for (const [index, traf] of trackFragments.entries()) {
    const fragment = readTrackFragment(bytes, traf, offset, findings);
    const { trackId, ranges } = fragment;
    const isPosition = findings.textTracks.has(trackId) && (await havePositions(ranges, context.source));
    const kind = findings.removedTracks.get(trackId) ?? (isPosition ? 'location' : undefined);

    // The data of a relative fragment starts after the data of the previous fragment. So the ranges of a removed
    // relative fragment are unknown, and players can't find the data after a removed fragment.
    removesTrackFragment ||= kind !== undefined;
    const dependsOnPrevious = index > 0 && fragment.isRelative;
    if (dependsOnPrevious && removesTrackFragment) throw new InvalidMediaError();

    for (const range of ranges) {
      appendRange(kind ? removedRanges : keptRanges, range);
      if (kind) zeroMediaData(range, kind, context);
    }
    if (!kind) continue;

    removedStarts.add(traf.start);
    blankBox(region, traf, context, kind);
  }

  if (removedRanges.length > 0 && overlaps(keptRanges, removedRanges)) throw new InvalidMediaError();
  await cleanTree(region, moof, { ...context, audioOnly: false }, removedStarts);
}

/** The samples of one track in a fragment (`traf`). */
interface TrackFragment {
  readonly trackId: number;
  /** Whether the position of the data depends on the fragment before this one. */
  readonly isRelative: boolean;
  readonly ranges: readonly ByteRange[];
}

/** Reads the positions of a track's samples in a fragment. */
function readTrackFragment(bytes: Uint8Array, traf: Box, moofOffset: number, findings: MovieFindings): TrackFragment {
  const view = viewOf(bytes);
  const boxes = listBoxes(bytes, traf.payloadStart, traf.end);
  const tfhd = findBox(boxes, 'tfhd');
  if (!tfhd) throw new InvalidMediaError();

  const header = readFragmentHeader(view, tfhd, moofOffset, findings);
  const ranges: ByteRange[] = [];
  let position = header.base;
  for (const trun of boxes.filter(({ type }) => type === 'trun')) {
    const range = readRun(view, trun, header, position);
    appendRange(ranges, range);
    position = range.end;
  }

  return { trackId: header.trackId, isRelative: header.isRelative, ranges };
}

/** The values that all samples of a track share in a fragment (`tfhd`). */
interface FragmentHeader {
  readonly trackId: number;
  /** The position in the file to which offsets of data are added. */
  readonly base: number;
  readonly isRelative: boolean;
  /** Size in bytes of samples whose size isn't stated. */
  readonly defaultSize: number;
}

/** Reads the header of a track's fragment: flags, track ID, and the optional fields that the flags announce. */
function readFragmentHeader(
  view: DataView,
  { payloadStart }: Box,
  moofOffset: number,
  { defaultSizes }: MovieFindings,
): FragmentHeader {
  const flags = view.getUint32(payloadStart) & FLAGS_MASK;
  const trackId = view.getUint32(payloadStart + 4);
  const hasBase = (flags & BASE_OFFSET) !== 0;
  const base = hasBase ? Number(view.getBigUint64(payloadStart + 8)) : moofOffset;

  // The optional fields, in order: base offset, description index, duration, and size.
  const indexBytes = flags & DESCRIPTION_INDEX ? 4 : 0;
  const durationBytes = flags & DEFAULT_DURATION ? 4 : 0;
  const sizeStart = payloadStart + 8 + (hasBase ? 8 : 0) + indexBytes + durationBytes;
  const defaultSize = flags & DEFAULT_SIZE ? view.getUint32(sizeStart) : (defaultSizes.get(trackId) ?? 0);

  return { trackId, base, isRelative: !hasBase && (flags & DEFAULT_BASE_IS_MOOF) === 0, defaultSize };
}

/**
 * Reads the range of a run of samples.
 *
 * @param previousEnd - the end of the previous run, where a run without an offset begins
 */
function readRun(view: DataView, trun: Box, { base, defaultSize }: FragmentHeader, previousEnd: number): ByteRange {
  const flags = view.getUint32(trun.payloadStart) & FLAGS_MASK;
  const sampleCount = view.getUint32(trun.payloadStart + 4);
  let fieldStart = trun.payloadStart + 8;
  let start = previousEnd;
  if (flags & DATA_OFFSET) {
    start = base + view.getInt32(fieldStart);
    fieldStart += 4;
  }
  if (flags & FIRST_FLAGS) fieldStart += 4;

  const bytesPerSample = SAMPLE_FIELDS.filter((flag) => flags & flag).length * 4;
  if (fieldStart + sampleCount * bytesPerSample > trun.end) throw new InvalidMediaError();
  if (!(flags & SAMPLE_SIZE)) return { start, end: start + sampleCount * defaultSize };

  const firstSizeStart = fieldStart + (flags & SAMPLE_DURATION ? 4 : 0);
  let size = 0;
  for (let index = 0; index < sampleCount; index++) size += view.getUint32(firstSizeStart + index * bytesPerSample);

  return { start, end: start + size };
}
