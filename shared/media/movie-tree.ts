import { viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';
import {
  type Box,
  FULL_BOX_BYTES,
  HANDLER_NAME_START,
  type IsoCleaning,
  listBoxes,
  type Region,
  readText,
} from './iso-boxes.ts';
import { cleanTags } from './movie-tags.ts';

/** The type of a box whose content no one reads. */
const FREE = new TextEncoder().encode('free');

/** The boxes with children, and the children that players use. All other children are removed. */
const CHILDREN: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    moov: 'mvhd trak mvex iods pssh clip ctab prfl',
    trak: 'tkhd tref trgr edts mdia load clip matt tapt imap',
    mdia: 'mdhd hdlr minf elng',
    minf: 'vmhd smhd hmhd sthd nmhd gmhd hdlr dinf stbl',
    dinf: 'dref',
    stbl: 'stsd stts ctts cslg stss stps stsh stsc stsz stz2 stco co64 sdtp stdp padb sbgp sgpd subs saiz saio',
    moof: 'mfhd traf pssh',
    traf: 'tfhd tfdt trun sbgp sgpd subs saiz saio senc',
  }).map(([type, children]) => [type, new Set(children.split(' '))]),
);

/**
 * The first bytes of the boxes of type `uuid` that players need: encryption and live fragments of Smooth Streaming.
 * They differ from those of all other boxes.
 */
const PLAYBACK_UUIDS = [
  '8974dbce', // track encryption (PIFF)
  'a2394f52', // sample encryption (PIFF)
  'd08a4f18', // protection system header (PIFF)
  '6d1d9b05', // tfxd: time and duration of a live fragment
  'd4807ef2', // tfrf: times and durations of the next live fragments
];

/** Returns whether a box of type `uuid` is needed for playback. */
export function isPlaybackUuid(uuid: Uint8Array): boolean {
  const start = Array.from(uuid.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return PLAYBACK_UUIDS.includes(start);
}

/** Turns a box into a `free` box of the same size, filled with zeros. */
export function blankBox({ offset }: Region, box: Box, { overwrites }: IsoCleaning, ...kinds: RemovedKind[]): void {
  // The type follows the size, which has four bytes.
  overwrites.replace(offset + box.start + 4, FREE, ...kinds);
  overwrites.zero(offset + box.payloadStart, offset + box.end, ...kinds);
}

/** Overwrites a range of a region with zeros, unless it already has only zeros. */
export function zeroRange(region: Region, start: number, end: number, context: IsoCleaning, kind: RemovedKind): void {
  if (!region.bytes.subarray(start, end).some((byte) => byte !== 0)) return;
  context.overwrites.zero(region.offset + start, region.offset + end, kind);
}

/**
 * Cleans a container box (`moov`, `moof`, or a box inside them) and all boxes in it. Boxes that players don't need
 * become `free` boxes.
 *
 * @param removedStarts - the start positions of boxes that are already removed
 */
export async function cleanTree(
  region: Region,
  container: Box,
  context: IsoCleaning & { readonly audioOnly: boolean },
  removedStarts: ReadonlySet<number>,
): Promise<void> {
  const { bytes } = region;
  const knownTypes = CHILDREN[container.type];

  for (const box of listBoxes(bytes, container.payloadStart, container.end)) {
    if (removedStarts.has(box.start)) continue;

    if (box.type === 'free' || box.type === 'skip' || box.type === 'wide') {
      zeroRange(region, box.payloadStart, box.end, context, 'personal');
    } else if (box.type === 'udta' || box.type === 'meta') {
      const { replacement, removed } = await cleanTags(bytes, box, context);
      if (removed.size > 0) context.overwrites.replace(region.offset + box.start, replacement, ...removed);
    } else if (box.type === 'uuid') {
      if (!isPlaybackUuid(bytes.subarray(box.payloadStart, box.end))) blankBox(region, box, context, 'personal');
    } else if (knownTypes && !knownTypes.has(box.type)) {
      blankBox(region, box, context, 'personal');
    } else if (CHILDREN[box.type]) {
      await cleanTree(region, box, context, removedStarts);
    } else {
      cleanLeaf(region, box, context);
    }
  }
}

/** Cleans a box without children: its texts, and the times of creation and modification. */
function cleanLeaf(region: Region, box: Box, context: IsoCleaning): void {
  if (box.type === 'stsd') cleanSampleEntries(region, box, context);
  if (box.type === 'dref') cleanDataReferences(region, box, context);
  if (box.type === 'hdlr') cleanName(region, box.payloadStart + HANDLER_NAME_START, box.end, context);

  if (context.options.keepCameraData) return;
  if (box.type === 'mvhd' || box.type === 'tkhd' || box.type === 'mdhd') {
    // Creation and modification time have 8 bytes each in version 1, otherwise 4 bytes.
    const timesBytes = region.bytes[box.payloadStart] === 1 ? 16 : 8;
    const timesStart = box.payloadStart + FULL_BOX_BYTES;
    zeroRange(region, timesStart, Math.min(timesStart + timesBytes, box.end), context, 'camera');
  }
}

/**
 * Words in the names of handlers and encoders that reveal nothing about a camera or a person. Other names are removed
 * even if camera data stays, because they can be any text and no player shows them.
 */
const GENERIC_NAME =
  /^(\W|_|\d|core|media|apple|iso|file|video|sound|audio|sub|title|text|time|code|data|meta|alias|url|handler|mpeg|stereo|mono|h|x|hevc|avc|aac|av|vp|aom|jvt|coding|lavc|lavf|lib|l-smash|gpac|bento|mainconcept|produced|by|google|with|information|object|descriptor|scene|description|stream|main|android|apac|prores|motion|jpeg|raw|pcm)*$/i;

/** Maximum size of a name that can stay, in bytes. */
const MAX_NAME_BYTES = 128;

/** Removes the name of a handler or an encoder, unless it has only generic words. */
function cleanName(region: Region, start: number, end: number, context: IsoCleaning): void {
  const name = readText(region.bytes, start, Math.min(end, start + MAX_NAME_BYTES));
  if (end - start > MAX_NAME_BYTES || !GENERIC_NAME.test(name)) zeroRange(region, start, end, context, 'personal');
}

/** Bytes before the children of `dref` and `stsd`: version and flags (4), and the number of children (4). */
const LIST_HEADER_BYTES = 8;

/** The flag of a data reference whose media data is in the same file. */
const SELF_CONTAINED = 0x000001;

/** Removes Macintosh aliases, which name the folders of the computer that wrote the file. */
function cleanDataReferences(region: Region, dref: Box, context: IsoCleaning): void {
  for (const box of listBoxes(region.bytes, dref.payloadStart + LIST_HEADER_BYTES, dref.end)) {
    // Otherwise, the media data is in another file, which players find by the alias.
    const isSelfContained = (region.bytes[box.payloadStart + 3]! & SELF_CONTAINED) !== 0;
    if (isSelfContained) zeroRange(region, box.payloadStart + FULL_BOX_BYTES, box.end, context, 'personal');
  }
}

/** Formats of audio whose entries have child boxes at a known position. */
const AUDIO_FORMATS = /^(mp4a|enca|alac|ac-[34]|ec-3|sowt|twos|in24|lpcm|samr|sawb|Opus|fLaC|drms|\.mp3)$/;

/** Formats of video whose entries have child boxes at a known position. */
const VISUAL_FORMATS = /^(avc[1-4]|hvc1|hev1|dvh[1e]|av01|vp0[89]|mp4v|encv|ap[a-z0-9]{2}|jpeg|mjp[ab]|s263)$/;

/** Bytes of a visual sample entry before its child boxes, without size and type. */
const VISUAL_ENTRY_BYTES = 78;

/** Bytes of an audio sample entry before its child boxes, without size and type, by the entry's version. */
const AUDIO_ENTRY_BYTES = [28, 44, 64];

/** Position of the version in an audio sample entry, after size and type, in bytes. */
const AUDIO_VERSION_START = 8;

/** Position and size of the encoder's name in a visual sample entry, after size and type, in bytes. */
const ENCODER_NAME_START = 42;
const ENCODER_NAME_BYTES = 32;

/** Cleans the descriptions of the formats of a track: names of encoders, and boxes with personal data. */
function cleanSampleEntries(region: Region, stsd: Box, context: IsoCleaning): void {
  const { bytes } = region;

  for (const entry of listBoxes(bytes, stsd.payloadStart + LIST_HEADER_BYTES, stsd.end)) {
    const isAudio = AUDIO_FORMATS.test(entry.type);
    const isVisual = VISUAL_FORMATS.test(entry.type);
    if (isVisual && entry.end - entry.payloadStart >= VISUAL_ENTRY_BYTES) {
      const nameStart = entry.payloadStart + ENCODER_NAME_START;
      // The first byte is the length of the name.
      cleanName(region, nameStart, nameStart + ENCODER_NAME_BYTES, context);
    }

    const hasVersion = entry.end - entry.payloadStart >= AUDIO_VERSION_START + 2;
    const version = hasVersion ? viewOf(bytes).getUint16(entry.payloadStart + AUDIO_VERSION_START) : 0;
    const audioEntryBytes = isAudio ? AUDIO_ENTRY_BYTES[version] : undefined;
    const skip = isVisual ? VISUAL_ENTRY_BYTES : audioEntryBytes;
    if (skip === undefined || entry.end - entry.payloadStart <= skip) continue;

    for (const box of listBoxes(bytes, entry.payloadStart + skip, entry.end)) {
      // `pinf` has the name of the buyer of a song.
      if (['pinf', 'udta', 'meta', 'name'].includes(box.type)) blankBox(region, box, context, 'personal');
    }
  }
}
