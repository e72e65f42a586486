/**
 * Tests of the attributes that functions read from an uploaded file, such as a picture's size and a song's title. A
 * hostile file can lie about its content, so the number and size of reads are limited.
 */
import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteSource, fromBytes } from '../../shared/media/byte-source.ts';
import { MOV, MP3, WEBM } from '../../test/support/media-corpus/ffmpeg-files.ts';
import { HEIC } from '../../test/support/media-corpus/heic-picture.ts';
import { loadSharp } from './load-sharp.ts';
import type { MediaInfo } from './media-info.ts';
import { readMediaInfo } from './read-media-info.ts';
import { readTimedMedia } from './read-timed-media.ts';
import { AVIF_SEQUENCE, buildPngChunk, drawQuarters, RED } from './sample-pictures.ts';

const sharp = await loadSharp();

const BYTES_PER_MB = 1024 * 1024;

/** A control character. */
const BELL = 7;

const toBytes = (buffer: Buffer) => new Uint8Array(buffer);

/** Returns a source that counts its reads, and the counts. */
function countReads(source: ByteSource) {
  const counts = { requests: 0, bytes: 0 };
  const countingSource: ByteSource = {
    size: source.size,
    read(start, end) {
      counts.requests += 1;
      counts.bytes += end - start;
      return source.read(start, end);
    },
  };

  return { countingSource, counts };
}

/** Creates an AAC file of this size. Its duration is known only after all frames are read. */
function createEndlessAudio(size: number): ByteSource {
  // The longest frame of ADTS, and its header: MPEG-4 without a checksum, AAC at 44.1 kHz, and the length in 13 bits.
  const frame = new Uint8Array(8191);
  frame.set([0xff, 0xf1, 0x50, 0x83, 0xff, 0xff, 0xfc]);

  const fill = (start: number, end: number) => {
    const bytes = new Uint8Array(end - start);
    for (let offset = -(start % frame.length); offset < bytes.length; offset += frame.length) {
      bytes.set(frame.subarray(Math.max(0, -offset), bytes.length - offset), Math.max(0, offset));
    }
    return bytes;
  };

  return { size, read: async (start, end) => fill(start, end) };
}

/** Replaces the tag of an MP3 by one (ID3v2.3) with this title in UTF-16. */
function withTitle(mp3: Uint8Array, title: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(title, 'utf16le')]);
  const frameHeader = Buffer.alloc(10);
  frameHeader.write('TIT2');
  frameHeader.writeUInt32BE(text.length, 4);

  const size = frameHeader.length + text.length;
  const tagHeader = Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, size >> 7, size & 0x7f]);
  // The size of the old tag has seven bits per byte.
  const oldSize = mp3.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);
  return toBytes(Buffer.concat([tagHeader, frameHeader, text, mp3.subarray(10 + oldSize)]));
}

describe('readMediaInfo', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('returns the size of a %s, upright', async (format) => {
    const picture = sharp(drawQuarters(96, 64)).toFormat(format);
    const hasOrientation = format === 'jpeg' || format === 'png' || format === 'webp';
    const file = toBytes(await (hasOrientation ? picture.withMetadata({ orientation: 6 }) : picture).toBuffer());

    const info = await readMediaInfo(fromBytes(file), `image/${format}`);

    expect(info).toEqual(hasOrientation ? { width: 64, height: 96 } : { width: 96, height: 64 });
  });

  it('returns whether a WebP is an animation', async () => {
    const frames = [drawQuarters(96, 64), drawQuarters(96, 64, [RED, RED, RED, RED])];
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const picture = await sharp(frames[0]).webp().toBuffer();

    expect(await readMediaInfo(fromBytes(toBytes(animation)), 'image/webp')).toMatchObject({ animated: true });
    expect(await readMediaInfo(fromBytes(toBytes(picture)), 'image/webp')).not.toHaveProperty('animated');
  });

  it('returns whether a PNG is an animation', async () => {
    const picture = await sharp(drawQuarters(96, 64)).png().toBuffer();
    // The numbers of frames and repetitions. The chunk counts only before the pixels.
    const control = buildPngChunk('acTL', Buffer.from('0000000200000000', 'hex'));
    const insertControl = (position: number) =>
      toBytes(Buffer.concat([picture.subarray(0, position), control, picture.subarray(position)]));
    // The header of a PNG ends at byte 33, and the chunk IEND has 12 bytes.
    const animation = insertControl(33);
    const stillPicture = insertControl(picture.length - 12);

    expect(await readMediaInfo(fromBytes(animation), 'image/png')).toMatchObject({ animated: true });
    expect(await readMediaInfo(fromBytes(stillPicture), 'image/png')).toEqual({ width: 96, height: 64 });
  });

  it('returns the size of an AVIF sequence, and that it is an animation', async () => {
    const info = await readMediaInfo(fromBytes(toBytes(AVIF_SEQUENCE)), 'image/avif');

    expect(info).toEqual({ width: 32, height: 16, animated: true });
  });

  it('returns the size of a HEIC picture, upright', async () => {
    expect(await readMediaInfo(fromBytes(toBytes(HEIC)), 'image/heic')).toEqual({ width: 64, height: 96 });
  });

  it('reads only the start of a large picture', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: 'black', noise } });
    const { countingSource, counts } = countReads(fromBytes(toBytes(await picture.png().toBuffer())));

    expect(await readMediaInfo(countingSource, 'image/png')).toEqual({ width: 900, height: 600 });
    expect(counts.bytes).toBeLessThan(countingSource.size / 3);
  });

  it('returns the duration and size of a video, upright', async () => {
    const mov = await readMediaInfo(fromBytes(MOV), 'video/quicktime');
    const webm = await readMediaInfo(fromBytes(WEBM), 'video/webm');

    expect(mov).toEqual({ width: 16, height: 32, durationSeconds: 0.5 });
    expect(webm).toMatchObject({ width: 32, height: 16, durationSeconds: expect.closeTo(0.5, 1) });
  });

  it('returns the duration of a recording whose clock does not start at zero', async () => {
    const bytes = Buffer.from(WEBM);
    // Overwrites the number after its ID and length. The duration is a number of 8 bytes, and the time one of 1 byte.
    bytes.writeDoubleBE(0, bytes.indexOf('448988', 'hex') + 3);
    bytes.writeUInt8(200, bytes.indexOf('e78100', 'hex') + 2);

    const { durationSeconds } = await readMediaInfo(fromBytes(toBytes(bytes)), 'video/webm');

    expect(durationSeconds).toBeCloseTo(0.5, 1);
  });

  it('returns the duration of an MP3 with a variable bit rate and without a header', async () => {
    // MPEG 1, layer 3, at 44.1 kHz. A frame has 1152 samples. The numbers are the bit rate's code and the frame's size.
    const createFrame = (bitRate: number, size: number) =>
      Buffer.concat([Buffer.from([0xff, 0xfb, bitRate << 4, 0]), Buffer.alloc(size - 4)]);
    const frames = [createFrame(14, 1044), ...new Array(76).fill(createFrame(1, 104))];

    const info = await readMediaInfo(fromBytes(toBytes(Buffer.concat(frames))), 'audio/mpeg');

    expect(info).toEqual({ durationSeconds: 2.011 });
  });

  it('returns the duration, title, and performer of an audio file', async () => {
    const info = await readMediaInfo(fromBytes(MP3), 'audio/mpeg');

    expect(info).toEqual({ title: 'Deep Tide', performer: 'Marina', durationSeconds: expect.closeTo(0.25, 0) });
  });

  it('returns the number of pages of a PDF', async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 3; page++) document.addPage();
    const file = new Uint8Array(await document.save());

    expect(await readMediaInfo(fromBytes(file), 'application/pdf')).toEqual({ pages: 3 });
    expect(await readMediaInfo(fromBytes(file.subarray(0, 200)), 'application/pdf')).toEqual({});
  });

  it('returns titles in UTF-8 that are declared as Latin-1', async () => {
    const file = Buffer.from(MP3);
    const titleStart = file.indexOf('Deep Tide');
    // The byte before a text states its encoding: 0 for Latin-1.
    file[titleStart - 1] = 0;
    file.write('Tiefe ☾', titleStart);

    expect(await readMediaInfo(fromBytes(toBytes(file)), 'audio/mpeg')).toMatchObject({ title: 'Tiefe ☾' });
  });

  it('returns titles in Latin-1', async () => {
    const file = Buffer.from(MP3);
    const titleStart = file.indexOf('Deep Tide');
    file[titleStart - 1] = 0;
    file.write('Süße Flut', titleStart, 'latin1');

    expect(await readMediaInfo(fromBytes(toBytes(file)), 'audio/mpeg')).toMatchObject({ title: 'Süße Flut' });
  });

  it('returns titles without control characters', async () => {
    const titleStart = Buffer.from(MP3).indexOf('Deep Tide');
    const file = MP3.slice();
    file[titleStart + 4] = BELL;

    expect(await readMediaInfo(fromBytes(file), 'audio/mpeg')).toMatchObject({ title: 'Deep Tide' });
  });

  it.each<[problem: string, title: string, expectedTitle: string | undefined]>([
    ['direction overrides', 'Deep\u202E Tide\u2066', 'Deep Tide'],
    ['line separators', 'Deep\u2028\u2029Tide', 'Deep Tide'],
    ['a pile of marks', `Deep \u0E01${'\u0E49'.repeat(190)}`, `Deep \u0E01${'\u0E49'.repeat(11)}`],
    ['invisible characters only', '\u3164\u2800', undefined],
  ])('cleans a title with %s', async (_problem, title, expectedTitle) => {
    const info = await readMediaInfo(fromBytes(withTitle(MP3, title)), 'audio/mpeg');

    expect(info.title).toBe(expectedTitle);
    expect(info.durationSeconds).toBeGreaterThan(0);
  });

  it.each(['text/plain', 'application/zip', 'image/svg+xml', 'image/png', 'video/mp4', 'audio/mpeg'])(
    'returns no attributes of a text that was uploaded as %s',
    async (type) => {
      expect(await readMediaInfo(fromBytes(new TextEncoder().encode('<svg/>')), type)).toEqual({});
      expect(await readMediaInfo(fromBytes(new Uint8Array()), type)).toEqual({});
    },
  );

  it('returns valid attributes or none for damaged files', async () => {
    const anyDamage = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)));
    const anyReader = fc.constantFrom<(source: ByteSource) => Promise<MediaInfo>>(
      (source) => readMediaInfo(source, 'image/png'),
      // This reader runs without the thread, which takes a tenth of a second to start.
      (source) => readTimedMedia(source).catch(() => ({})),
    );

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(MOV, WEBM, MP3, toBytes(HEIC)),
        anyDamage,
        anyReader,
        async (file, changes, read) => {
          const damagedFile = file.slice();
          for (const [position, value] of changes) damagedFile[Math.floor(position * damagedFile.length)] = value;
          const cutFile = damagedFile.subarray(0, Math.ceil(damagedFile.length * (changes[0]?.[0] ?? 1)));

          for (const bytes of [damagedFile, cutFile]) {
            const info = await read(fromBytes(bytes));

            for (const value of [info.width, info.height]) expect(value ?? 1).toBeGreaterThan(0);
            expect(Number.isFinite(info.durationSeconds ?? 1)).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('stops after a limited number of reads and bytes', async () => {
    const { countingSource, counts } = countReads(createEndlessAudio(1_000_000_000));

    expect(await readMediaInfo(countingSource, 'audio/aac')).toEqual({});

    expect(counts.bytes).toBeGreaterThan(10 * BYTES_PER_MB);
    expect(counts.requests).toBeLessThanOrEqual(300);
    expect(counts.bytes).toBeLessThanOrEqual(128 * BYTES_PER_MB);
  });

  it('throws the error of the storage, so that the caller tries again', async () => {
    const failingSource: ByteSource = { size: 1000, read: () => Promise.reject(new Error('storage')) };

    await expect(readMediaInfo(failingSource, 'video/mp4')).rejects.toThrow('storage');
    await expect(readMediaInfo(failingSource, 'image/png')).rejects.toThrow('storage');
  });
});
