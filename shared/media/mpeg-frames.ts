import { type ByteSource, InvalidMedia } from './byte-source.ts';
import { toLatin1 } from './bytes.ts';

/** Follows the frames of MPEG audio (ISO/IEC 11172-3 and 13818-3), to find data that isn't audio. */

/** Bit rates in kbit/s by version 1 or 2, and layer. The index 0 is a free rate. */
const BIT_RATES: Readonly<Record<string, readonly number[]>> = {
  '1-1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const SAMPLE_RATES = [44100, 48000, 32000];
/** Bytes that are searched for the next frame. */
const MAX_GAP = 1024 * 1024;

interface Frame {
  /** Bytes; 0 at a free bit rate. */
  readonly length: number;
  /** Version, layer, and sample rate, which all frames of a file share. */
  readonly stream: number;
}

function readFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
  if (a !== 0xff || (b & 0xe0) !== 0xe0) return undefined;

  const version = (b >> 3) & 3;
  const layer = 4 - ((b >> 1) & 3);
  const rate = c >> 4;
  const sampleRate = SAMPLE_RATES[(c >> 2) & 3];
  if (version === 1 || layer === 4 || rate === 15 || !sampleRate) return undefined;

  const kbits = BIT_RATES[`${version === 3 ? 1 : 2}-${layer}`]![rate]!;
  const hertz = sampleRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (c >> 1) & 1;
  const slots = (layer === 1 ? 12 : layer === 3 && version !== 3 ? 72 : 144) * ((kbits * 1000) / hertz);
  const length = layer === 1 ? (Math.floor(slots) + padding) * 4 : Math.floor(slots) + padding;
  return { length: kbits === 0 ? 0 : length, stream: (b & 0xfe) * 256 + (c & 0x0c) };
}

interface AudioRanges {
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  /** False if data that isn't audio lies outside the ranges. */
  readonly isComplete: boolean;
}

/**
 * Returns the ranges with audio. Tags between frames and data after the last frame are outside. Damaged frames are inside,
 * because players conceal them.
 *
 * @throws InvalidMedia if no frames follow each other
 */
export async function findFrames(source: ByteSource, start: number, end: number): Promise<AudioRanges> {
  const read = (at: number, length: number) => source.read(at, Math.min(at + length, end));
  const frameAt = async (at: number) => (at < end ? readFrame(await read(at, 4), 0) : undefined);

  /** Returns the first position from which two frames follow each other, or one that ends the audio. */
  const findNext = async (from: number, stream?: number) => {
    const bytes = await read(from, MAX_GAP);
    for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
      const frame = readFrame(bytes, at);
      if (!frame || (stream !== undefined && frame.stream !== stream)) continue;
      if (frame.length === 0) return { at: from + at, frame };
      const next = from + at + frame.length;
      if (next === end || (await frameAt(next))?.stream === frame.stream) return { at: from + at, frame };
    }
    return undefined;
  };

  const first = await findNext(start);
  if (!first) throw new InvalidMedia();

  const head = await read(start, first.at - start);
  let isComplete = head.every((byte) => byte === 0);
  // Sizes of frames at a free bit rate aren't stated.
  if (first.frame.length === 0) return { ranges: [{ start: isComplete ? start : first.at, end }], isComplete };

  const ranges: { start: number; end: number }[] = [];
  let from = isComplete ? start : first.at;
  let at = first.at;

  for (;;) {
    const frame = await frameAt(at);
    if (frame && frame.stream === first.frame.stream && frame.length > 0) {
      at += frame.length;
      if (at < end) continue;
      ranges.push({ start: from, end });
      return { ranges, isComplete };
    }
    if (at >= end) break;
    const next = await findNext(at + 1, first.frame.stream);
    const gap = await read(at, (next?.at ?? end) - at > MAX_GAP ? MAX_GAP : (next?.at ?? end) - at);
    const isTag = /^(ID3|TAG|APETAGEX|LYRICSBEGIN)/.test(toLatin1(gap.subarray(0, 16)));
    const isHidden = next ? isTag : gap.some((byte) => byte !== 0);
    if (isHidden) {
      isComplete = false;
      ranges.push({ start: from, end: at });
      from = next?.at ?? end;
    }
    if (!next) break;
    at = next.at;
  }

  ranges.push({ start: from, end });
  return { ranges, isComplete };
}
