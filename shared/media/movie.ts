import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';
import {
  type Box,
  childrenOf,
  findBox,
  findPath,
  type IsoCleaning,
  type Region,
  readHandlerType,
  readText,
  rootOf,
} from './iso-boxes.ts';
import { blankBox, cleanTree } from './movie-tree.ts';
import { type ByteRange, findSampleRanges, overlaps } from './sample-ranges.ts';

/** What the cleaning of a movie's description (`moov`) found. The cleaning of the movie's fragments needs it. */
export interface MovieFindings {
  /** IDs of the removed tracks, with the kind of their data. */
  readonly removedTracks: ReadonlyMap<number, RemovedKind>;
  /** IDs of the tracks whose samples are texts, which can be positions. */
  readonly textTracks: ReadonlySet<number>;
  /** Sizes of samples in bytes, by track ID, for fragments that don't state a size. */
  readonly defaultSizes: ReadonlyMap<number, number>;
}

/** A track of a movie, such as its video, its sound, or its subtitles. */
interface Track {
  readonly box: Box;
  readonly id: number;
  /** The handler type, which is the kind of the samples: `vide`, `soun`, or another type of four letters. */
  readonly handler: string;
  /** The sample table, which has the positions and sizes of the samples. */
  readonly stbl: Box | undefined;
}

/** Handler types of tracks that players show or need. Other tracks have data such as the positions of a drone. */
const NEEDED_TRACKS = new Set([
  'vide',
  'auxv',
  'soun',
  'text',
  'sbtl',
  'subt',
  'subp',
  'clcp',
  'tmcd',
  'pict',
  'sdsm',
  'odsm',
  'hint',
]);

/** Handler types of tracks whose samples are texts. */
const TEXT_TRACKS = new Set(['text', 'sbtl', 'subt']);

/** Formats of samples with positions: GoPro, Google's camera motion, Sony, DJI, Apple. */
const POSITION_FORMATS = /gpmd|camm|rtmd|djmd|location|gps/i;

/** Matches subtitles with the position of a drone. Before the text, a sample has binary data, which can be letters. */
const POSITION_TEXT = /GPS\b|latitude|longitude|\$G[PN](RMC|GGA)/i;

/** Maximum bytes of a text that are searched. */
const MAX_TEXT_SAMPLE_BYTES = 4096;

/** Maximum bytes of the description of a track's samples that are searched for its format. */
const MAX_DESCRIPTION_BYTES = 8192;

/** Number of texts of a track that are searched. The first texts can be empty. */
const MAX_SEARCHED_TEXTS = 4;

/** Cleans the description of a movie (`moov`), and overwrites the samples of tracks that no player shows. */
export async function cleanMovie(region: Region, context: IsoCleaning): Promise<MovieFindings> {
  const { bytes } = region;
  const moov = rootOf(region);
  const boxes = childrenOf(bytes, moov);
  // A compressed description can't be read.
  if (findBox(boxes, 'cmov')) throw new InvalidMediaError();

  const tracks = boxes.filter(({ type }) => type === 'trak').map((box) => readTrack(region, box));
  const removedTracks = new Map<number, RemovedKind>();
  const removedStarts = new Set<number>();

  for (const track of tracks) {
    const kind = await findHiddenKind(region, track, context);
    if (!kind) continue;

    removedTracks.set(track.id, kind);
    removedStarts.add(track.box.start);
    blankBox(region, track.box, context, kind);
  }

  // Removed tracks are stored by ID.
  if (new Set(tracks.map(({ id }) => id)).size < tracks.length) throw new InvalidMediaError();

  zeroSamples(region, tracks, removedTracks, context);
  const audioOnly = !tracks.some(({ handler }) => handler === 'vide');
  await cleanTree(region, moov, { ...context, audioOnly }, removedStarts);

  const textTracks = new Set(tracks.filter(({ handler }) => TEXT_TRACKS.has(handler)).map(({ id }) => id));

  return { removedTracks, textTracks, defaultSizes: readDefaultSizes(bytes, findBox(boxes, 'mvex')) };
}

/** Returns the sizes of samples in bytes, by track ID, for fragments that don't state a size. */
function readDefaultSizes(bytes: Uint8Array, mvex: Box | undefined): Map<number, number> {
  const view = viewOf(bytes);
  const trex = childrenOf(bytes, mvex).filter(({ type }) => type === 'trex');
  // Version and flags precede the track ID. The default size follows the description index and the duration.
  return new Map(trex.map(({ payloadStart }) => [view.getUint32(payloadStart + 4), view.getUint32(payloadStart + 16)]));
}

/** Reads a track's ID, handler type, and sample table. */
function readTrack({ bytes }: Region, box: Box): Track {
  const boxes = childrenOf(bytes, box);
  const tkhd = findBox(boxes, 'tkhd');
  const hdlr = findPath(bytes, boxes, 'mdia', 'hdlr');
  if (!tkhd || !hdlr) throw new InvalidMediaError();

  // Version, flags, and two times precede the ID. A time has 8 bytes in version 1, otherwise 4 bytes.
  const idStart = tkhd.payloadStart + (bytes[tkhd.payloadStart] === 1 ? 20 : 12);

  return {
    box,
    id: viewOf(bytes).getUint32(idStart),
    handler: readHandlerType(bytes, hdlr),
    stbl: findPath(bytes, boxes, 'mdia', 'minf', 'stbl'),
  };
}

/** Returns the kind of data that a track would reveal, or undefined if players show or need the track. */
async function findHiddenKind(region: Region, track: Track, { source }: IsoCleaning): Promise<RemovedKind | undefined> {
  const { bytes } = region;
  if (!NEEDED_TRACKS.has(track.handler)) return hasPositionFormat(bytes, track) ? 'location' : 'personal';

  if (!TEXT_TRACKS.has(track.handler) || !track.stbl) return undefined;
  return (await havePositions(findSampleRanges(bytes, track.stbl), source)) ? 'location' : undefined;
}

/** Returns whether the description of a track's samples names a format of positions. */
function hasPositionFormat(bytes: Uint8Array, { stbl }: Track): boolean {
  const stsd = stbl && findBox(childrenOf(bytes, stbl), 'stsd');
  if (!stsd) return false;

  return POSITION_FORMATS.test(readText(bytes, stsd.start, Math.min(stsd.end, stsd.start + MAX_DESCRIPTION_BYTES)));
}

/** Returns whether one of the first texts of a track is a position. `texts` are the ranges of the texts in the file. */
export async function havePositions(texts: readonly ByteRange[], source: ByteSource): Promise<boolean> {
  for (const { start, end } of texts.slice(0, MAX_SEARCHED_TEXTS)) {
    if (end > source.size) return false;

    const text = await source.read(start, Math.min(end, start + MAX_TEXT_SAMPLE_BYTES));
    if (POSITION_TEXT.test(readText(text, 0, text.length))) return true;
  }

  return false;
}

/**
 * Overwrites the samples of removed tracks.
 *
 * @throws InvalidMediaError if samples of other tracks share their bytes
 */
function zeroSamples(
  region: Region,
  tracks: readonly Track[],
  removedTracks: ReadonlyMap<number, RemovedKind>,
  context: IsoCleaning,
): void {
  if (removedTracks.size === 0) return;

  const rangesOf = ({ stbl }: Track) => (stbl ? findSampleRanges(region.bytes, stbl) : []);
  const keptRanges = tracks.filter(({ id }) => !removedTracks.has(id)).flatMap(rangesOf);
  for (const track of tracks) {
    const kind = removedTracks.get(track.id);
    if (!kind) continue;

    const ranges = rangesOf(track);
    if (overlaps(keptRanges, ranges)) throw new InvalidMediaError();
    for (const range of ranges) zeroMediaData(range, kind, context);
  }
}

/** Overwrites the part of a range that is media data. */
export function zeroMediaData({ start, end }: ByteRange, kind: RemovedKind, { boxes, overwrites }: IsoCleaning): void {
  for (const box of boxes) {
    if (box.type !== 'mdat') continue;
    const from = Math.max(start, box.payloadStart);
    const to = Math.min(end, box.end);
    if (from < to) overwrites.zero(from, to, kind);
  }
}
