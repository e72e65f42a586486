/**
 * Tests of the thread that reads videos and audio files. A file can state a number of samples whose tables fill the
 * memory. Then only the thread fails.
 */
import { describe, expect, it } from 'vitest';
import { fromBytes } from '../../shared/media/byte-source.ts';
import { MOV } from '../../test/support/media-corpus/ffmpeg-files.ts';
import { readTimedMediaInThread } from './timed-media.ts';

/** Returns the bytes of numbers, four per number. */
const toNumberBytes = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** Builds a box of an ISO media file: size (4 bytes), type (4 bytes), and contents. */
function buildBox(type: string, ...contents: readonly Buffer[]): Buffer {
  const size = 8 + contents.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([toNumberBytes(size), Buffer.from(type, 'latin1'), ...contents]);
}

/** Builds a box whose contents begin with a version and flags, all 0. */
const buildFullBox = (type: string, ...contents: readonly Buffer[]) => buildBox(type, toNumberBytes(0), ...contents);

/** Builds the table of a video's samples (frames): one entry of each list covers all of them. */
function buildSampleTable(samples: number): Buffer {
  const avcConfiguration = Buffer.from('0142001effe100046742001e01000468ce06e2', 'hex');
  // The data reference index 1, and the size of 64 × 48 pixels. Other fields are 0.
  const entry = buildBox(
    'avc1',
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    Buffer.alloc(16),
    Buffer.from([0, 64, 0, 48]),
    Buffer.alloc(50),
    buildBox('avcC', avcConfiguration),
  );

  return buildBox(
    'stbl',
    buildFullBox('stsd', toNumberBytes(1), entry),
    buildFullBox('stts', toNumberBytes(1, samples, 100)),
    buildFullBox('ctts', toNumberBytes(1, samples, 5)),
    buildFullBox('stsc', toNumberBytes(1, 1, samples, 1)),
    buildFullBox('stsz', toNumberBytes(1, samples)),
    buildFullBox('stco', toNumberBytes(1, 500)),
  );
}

/** Builds a video that states this number of samples, in tables of a few bytes. */
function buildMovie(samples: number): Uint8Array<ArrayBuffer> {
  const handler = buildFullBox('hdlr', toNumberBytes(0), Buffer.from('vide'), Buffer.alloc(13));
  const dataInformation = buildBox('dinf', buildFullBox('dref', toNumberBytes(1), buildFullBox('url ')));
  const media = buildBox(
    'mdia',
    // Two times, 1,000 units per second, no duration, and the language code 'und'.
    buildFullBox('mdhd', toNumberBytes(0, 0, 1000, 0, 0x55c40000)),
    handler,
    buildBox('minf', buildFullBox('vmhd', Buffer.alloc(8)), dataInformation, buildSampleTable(samples)),
  );
  // The flags 3 (enabled, in the movie), two times, and the ID 1. The size is in units of 1/65,536 pixel.
  const header = buildBox('tkhd', toNumberBytes(3, 0, 0, 1, 0, 0), Buffer.alloc(52), toNumberBytes(64 << 16, 48 << 16));
  const movie = buildBox(
    'moov',
    buildFullBox('mvhd', toNumberBytes(0, 0, 1000, 0), Buffer.alloc(80)),
    buildBox('trak', header, media),
  );

  const type = buildBox('ftyp', Buffer.from('isom'), toNumberBytes(512), Buffer.from('isommp41'));

  return new Uint8Array(Buffer.concat([type, movie, buildBox('mdat', Buffer.alloc(1000))]));
}

describe('readTimedMediaInThread', () => {
  it('returns the size that a video states', async () => {
    expect(await readTimedMediaInThread(fromBytes(buildMovie(10)))).toMatchObject({ width: 64, height: 48 });
  });

  it('returns no attributes of a file whose tables would fill the memory', async () => {
    expect(await readTimedMediaInThread(fromBytes(buildMovie(0xffff_ffff)))).toEqual({});
  });

  it('returns no attributes if bytes cannot be read', async () => {
    const failingSource = { size: MOV.length, read: () => Promise.reject(new Error('The bucket is busy.')) };

    expect(await readTimedMediaInThread(failingSource)).toEqual({});
  });
});
