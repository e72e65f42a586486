import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { toLatin1 } from './bytes.ts';
import type { ByteRange } from './sample-ranges.ts';

/**
 * Bit rates of MPEG audio (ISO/IEC 11172-3, 13818-3) in kbit/s, by version 1 or 2, and layer. Index 0 is a free rate,
 * which the frames don't state.
 */
const BIT_RATES: Readonly<Record<string, readonly number[]>> = {
  '1-1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Sample rates of version 1, in hertz. */
const SAMPLE_RATES = [44100, 48000, 32000];

/** Divisors of the sample rate, by the version in a header: 3 is MPEG 1, 2 is MPEG 2, and 0 is MPEG 2.5. */
const RATE_DIVISORS: Readonly<Record<number, number>> = { 3: 1, 2: 2, 0: 4 };

/** Maximum number of bytes that are searched for the next frame. */
const MAX_GAP_BYTES = 1024 * 1024;

/** Size of a frame's header, in bytes. */
const HEADER_BYTES = 4;

/** The header of a frame of audio. */
interface AudioFrame {
  /** Size in bytes; 0 at a free bit rate. */
  readonly length: number;
  /** Version, layer, and sample rate, which all frames of a file share. */
  readonly stream: number;
}

interface AudioRanges {
  readonly ranges: readonly ByteRange[];
  /** False if data other than audio lies outside the ranges. */
  readonly isComplete: boolean;
}

/**
 * Returns the ranges with audio. Tags between frames and data after the last frame are outside. Damaged frames are
 * inside, because players conceal them.
 *
 * @throws InvalidMediaError if no frames follow each other
 */
export async function findFrames(source: ByteSource, start: number, end: number): Promise<AudioRanges> {
  const reader = new FrameReader(source, end);
  const firstFrame = await reader.findNext(start);
  if (!firstFrame) throw new InvalidMediaError();

  // Only zeros before the first frame stay.
  const head = await reader.read(start, firstFrame.position - start);
  const hasEmptyHead = head.every((byte) => byte === 0);
  const audioStart = hasEmptyHead ? start : firstFrame.position;
  // Frames at a free bit rate don't state their size, so all bytes after the first header count as audio.
  if (firstFrame.frame.length === 0) return { ranges: [{ start: audioStart, end }], isComplete: hasEmptyHead };

  const gaps = await findHiddenGaps(reader, firstFrame, end);
  return { ranges: excludeGaps({ start: audioStart, end }, gaps), isComplete: hasEmptyHead && gaps.length === 0 };
}

/** A frame, and its position in the file. */
interface LocatedFrame {
  readonly frame: AudioFrame;
  readonly position: number;
}

/** Follows the frames from the first one. Returns the gaps between and after them that contain hidden data. */
async function findHiddenGaps(reader: FrameReader, firstFrame: LocatedFrame, end: number): Promise<ByteRange[]> {
  const { stream } = firstFrame.frame;
  const gaps: ByteRange[] = [];

  for (let position = firstFrame.position; position < end; ) {
    const frame = await reader.frameAt(position);
    if (frame && frame.stream === stream && frame.length > 0) {
      position += frame.length;
      continue;
    }

    const nextFrame = await reader.findNext(position + 1, stream);
    const gapEnd = nextFrame?.position ?? end;
    const gap = await reader.read(position, Math.min(gapEnd - position, MAX_GAP_BYTES));
    // A damaged frame can also cause a gap between frames. Only a tag there is removed.
    const isHidden = nextFrame ? startsTag(gap) : gap.some((byte) => byte !== 0);
    if (isHidden) gaps.push({ start: position, end: gapEnd });
    position = gapEnd;
  }

  return gaps;
}

/** Returns whether bytes begin with the signature of a tag. */
function startsTag(bytes: Uint8Array): boolean {
  return /^(ID3|TAG|APETAGEX|LYRICSBEGIN)/.test(toLatin1(bytes.subarray(0, 16)));
}

/** Returns the parts of a range between gaps, which are in order. */
function excludeGaps({ start, end }: ByteRange, gaps: readonly ByteRange[]): ByteRange[] {
  const starts = [start, ...gaps.map((gap) => gap.end)];
  const ends = [...gaps.map((gap) => gap.start), end];
  return starts.map((partStart, index) => ({ start: partStart, end: ends[index]! }));
}

/** Reads the frames of a file up to the end of its audio. */
class FrameReader {
  readonly #source: ByteSource;
  readonly #end: number;

  constructor(source: ByteSource, end: number) {
    this.#source = source;
    this.#end = end;
  }

  /** Returns up to `length` bytes. */
  read(position: number, length: number): Promise<Uint8Array> {
    return this.#source.read(position, Math.min(position + length, this.#end));
  }

  /** Returns the frame at a position. */
  async frameAt(position: number): Promise<AudioFrame | undefined> {
    return position < this.#end ? readFrame(await this.read(position, HEADER_BYTES), 0) : undefined;
  }

  /**
   * Returns the first frame that another frame follows, or that ends the audio.
   *
   * @param stream - accepts only frames of this stream; any by default
   */
  async findNext(from: number, stream?: number): Promise<LocatedFrame | undefined> {
    const bytes = await this.read(from, MAX_GAP_BYTES);
    for (let index = bytes.indexOf(0xff); index >= 0; index = bytes.indexOf(0xff, index + 1)) {
      const frame = readFrame(bytes, index);
      if (!frame || (stream !== undefined && frame.stream !== stream)) continue;

      const position = from + index;
      const frameEnd = position + frame.length;
      // Frames at a free bit rate don't state their size.
      const isFree = frame.length === 0;
      const isLast = frameEnd === this.#end;
      if (isFree || isLast || (await this.frameAt(frameEnd))?.stream === frame.stream) return { position, frame };
    }

    return undefined;
  }
}

/**
 * Reads the header of a frame. Returns undefined if the bytes are not the start of a frame.
 *
 * The header begins with 11 bits that are 1. Then follow the version (2 bits), the layer (2), the absence of a checksum
 * (1), the bit rate index (4), the sample rate index (2), and the padding (1).
 */
function readFrame(bytes: Uint8Array, position: number): AudioFrame | undefined {
  const [sync = 0, head = 0, rates = 0] = bytes.subarray(position, position + 3);
  if (sync !== 0xff || (head & 0xe0) !== 0xe0) return undefined;

  const version = (head >> 3) & 3;
  const layer = 4 - ((head >> 1) & 3);
  const bitRateIndex = rates >> 4;
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 3];
  // These values are reserved, or not allowed.
  if (version === 1 || layer === 4 || bitRateIndex === 15 || !sampleRate) return undefined;

  const kbits = BIT_RATES[`${version === 3 ? 1 : 2}-${layer}`]![bitRateIndex]!;
  const hertz = sampleRate / RATE_DIVISORS[version]!;
  const padding = (rates >> 1) & 1;
  const slots = slotFactor(version, layer) * ((kbits * 1000) / hertz);
  const length = layer === 1 ? (Math.floor(slots) + padding) * 4 : Math.floor(slots) + padding;
  // Without the bits that differ between the frames of a stream: checksum, bit rate, and padding.
  return { length: kbits === 0 ? 0 : length, stream: (head & 0xfe) * 256 + (rates & 0x0c) };
}

/**
 * Returns the number of samples in a frame, divided by the bits of a slot. A slot is the unit of a frame's length: 32
 * bits in layer 1, otherwise 8 bits.
 */
function slotFactor(version: number, layer: number): number {
  if (layer === 1) return 384 / 32;
  return (layer === 3 && version !== 3 ? 576 : 1152) / 8;
}
