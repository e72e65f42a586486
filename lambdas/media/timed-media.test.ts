import { describe, expect, it } from 'vitest';
import { fromBytes } from '../../shared/media/byte-source.ts';
import { MOV } from '../../test/support/media-corpus/ffmpeg-files.ts';
import { readInThread } from './timed-media.ts';

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** Builds a box of an ISO media file. */
function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const size = 8 + contents.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([numbers(size), Buffer.from(type, 'latin1'), ...contents]);
}

const fullBox = (type: string, ...contents: readonly Buffer[]) => box(type, numbers(0), ...contents);

/** Builds a video that states this number of samples, in tables of a few bytes. */
function createMovie(samples: number): Uint8Array<ArrayBuffer> {
  const avcConfiguration = Buffer.from('0142001effe100046742001e01000468ce06e2', 'hex');
  const entry = box(
    'avc1',
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    Buffer.alloc(16),
    Buffer.from([0, 64, 0, 48]),
    Buffer.alloc(50),
    box('avcC', avcConfiguration),
  );
  const table = box(
    'stbl',
    fullBox('stsd', numbers(1), entry),
    fullBox('stts', numbers(1, samples, 100)),
    fullBox('ctts', numbers(1, samples, 5)),
    fullBox('stsc', numbers(1, 1, samples, 1)),
    fullBox('stsz', numbers(1, samples)),
    fullBox('stco', numbers(1, 500)),
  );
  const handler = fullBox('hdlr', numbers(0), Buffer.from('vide'), Buffer.alloc(13));
  const data = box('dinf', fullBox('dref', numbers(1), fullBox('url ')));
  const media = box(
    'mdia',
    fullBox('mdhd', numbers(0, 0, 1000, 0, 0x55c40000)),
    handler,
    box('minf', fullBox('vmhd', Buffer.alloc(8)), data, table),
  );
  const header = box('tkhd', numbers(3, 0, 0, 1, 0, 0), Buffer.alloc(52), numbers(64 << 16, 48 << 16));
  const movie = box('moov', fullBox('mvhd', numbers(0, 0, 1000, 0), Buffer.alloc(80)), box('trak', header, media));
  const type = box('ftyp', Buffer.from('isom'), numbers(512), Buffer.from('isommp41'));

  return new Uint8Array(Buffer.concat([type, movie, box('mdat', Buffer.alloc(1000))]));
}

describe('readInThread', () => {
  it('returns what a video states', async () => {
    expect(await readInThread(fromBytes(createMovie(10)))).toMatchObject({ width: 64, height: 48 });
  });

  it('returns no facts of a file whose tables would fill the memory', async () => {
    expect(await readInThread(fromBytes(createMovie(0xffff_ffff)))).toEqual({});
  });

  it('returns fewer facts if bytes cannot be read', async () => {
    const failing = { size: MOV.length, read: () => Promise.reject(new Error('The bucket is busy.')) };
    expect(await readInThread(failing)).toEqual({});
  });
});
