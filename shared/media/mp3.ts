import { type ByteSource, InvalidMediaError, withReadAhead } from './byte-source.ts';
import { toLatin1, viewOf } from './bytes.ts';
import { type CleaningOptions, type CleaningPlan, PlanBuilder } from './cleaning-plan.ts';
import { cleanId3 } from './id3.ts';
import { readId3Size } from './id3-frames.ts';
import { APE_HEADER_BYTES, APE_SIZE_START, cleanId3v1, findTagAtEnd, ID3V1_SIZE } from './mp3-end-tags.ts';
import { findFrames } from './mpeg-frames.ts';
import { isOtherAudio } from './sniff-format.ts';

/** Bytes of one read. The cleaner reads the headers of all frames, so larger reads save requests. */
const BUFFER_BYTES = 4 * 1024 * 1024;

/** Maximum size of a tag, in bytes. Tags with several large covers have about 10 MB. */
const MAX_TAG_BYTES = 64 * 1024 * 1024;

/** A tag before the audio. */
interface StartTag {
  readonly start: number;
  readonly end: number;
  /** False for an APE tag. */
  readonly isId3: boolean;
}

/**
 * Plans the cleaning of MP3. Removes tags of all kinds at the start, at the end, and between frames, except title,
 * performer, album, track, year, genre, and cover. Frames of audio stay unchanged.
 */
export async function cleanMp3(original: ByteSource, options: CleaningOptions): Promise<CleaningPlan> {
  const source = withReadAhead(original, BUFFER_BYTES);
  const plan = new PlanBuilder();
  const { tags, end: audioStart } = await findTagsAtStart(source);

  // Other formats can have ID3 tags, and random bytes can look like frames.
  if (isOtherAudio(await source.read(audioStart, Math.min(audioStart + 4, source.size)))) throw new InvalidMediaError();

  await addFirstTag(plan, source, tags, options);
  const { audioEnd, id3v1 } = await removeTagsAtEnd(plan, source, audioStart);

  const { ranges, isComplete } = await findFrames(source, audioStart, audioEnd);
  if (!isComplete) plan.remove('personal');
  for (const { start, end } of ranges) plan.keep(start, end);

  if (id3v1) addId3v1(plan, id3v1);

  return plan.build(source.size);
}

/** Returns the tags before the audio, and the position of their end in bytes. */
async function findTagsAtStart(source: ByteSource): Promise<{ tags: StartTag[]; end: number }> {
  const tags: StartTag[] = [];
  let position = 0;
  while (position < source.size) {
    // An APE header is longer than the header of an ID3 tag.
    const head = await source.read(position, Math.min(position + APE_HEADER_BYTES, source.size));
    const isApe = head.length === APE_HEADER_BYTES && toLatin1(head.subarray(0, 8)) === 'APETAGEX';
    const size = isApe ? APE_HEADER_BYTES + viewOf(head).getUint32(APE_SIZE_START, true) : readId3Size(head);
    if (size === undefined) break;
    if (position + size > source.size || size > MAX_TAG_BYTES) throw new InvalidMediaError();

    tags.push({ start: position, end: position + size, isId3: !isApe });
    position += size;
  }

  return { tags, end: position };
}

/** Adds the first tag, cleaned, if it is an ID3 tag. Removes the other tags, because players only read the first. */
async function addFirstTag(
  plan: PlanBuilder,
  source: ByteSource,
  tags: readonly StartTag[],
  options: CleaningOptions,
): Promise<void> {
  for (const [index, { start, end, isId3 }] of tags.entries()) {
    if (index > 0 || !isId3) {
      plan.remove('personal');
      continue;
    }

    const cleanedTag = await cleanId3(await source.read(start, end), options);
    plan.remove(...cleanedTag.removed);
    if (cleanedTag.removed.size > 0) plan.insert(cleanedTag.bytes);
    else plan.keep(start, end);
  }
}

/** Removes the tags after the audio. Returns the last ID3v1 tag, part of which can stay, and the end of the audio. */
async function removeTagsAtEnd(
  plan: PlanBuilder,
  source: ByteSource,
  audioStart: number,
): Promise<{ audioEnd: number; id3v1: Uint8Array<ArrayBuffer> | undefined }> {
  let audioEnd = source.size;
  let id3v1: Uint8Array<ArrayBuffer> | undefined;

  for (;;) {
    const tag = await findTagAtEnd(source, audioStart, audioEnd);
    if (!tag) return { audioEnd, id3v1 };

    if (tag.isId3v1 && !id3v1) id3v1 = await source.read(tag.start, audioEnd);
    else plan.remove('personal');
    audioEnd = tag.start;
  }
}

/** Adds an ID3v1 tag, cleaned, at the end of the file. */
function addId3v1(plan: PlanBuilder, tag: Uint8Array<ArrayBuffer>): void {
  const cleanedTag = cleanId3v1(tag);
  if (cleanedTag.some((byte, index) => byte !== tag[index])) plan.remove('personal');
  plan.insert(cleanedTag.slice(0, ID3V1_SIZE));
}
