/**
 * Tests of the check of a file's type. The first bytes must fit the declared type. They also decide which cleaner
 * removes hidden metadata, so a file must not hide its format behind another type.
 */
import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { createMovieSamples } from '../../test/support/media-corpus/movie-samples.ts';
import { createMp3Samples } from '../../test/support/media-corpus/mp3-samples.ts';
import { FileTypeMismatch, FileTypeNotAllowed } from './errors.ts';
import { checkType, SAMPLE_BYTES } from './file-type.ts';

const buildBytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const zeroBytes = (count: number): number[] => new Array(count).fill(0);

/** Readers of PDFs find the signature after at most this many bytes. */
const MAX_BYTES_BEFORE_PDF = 1024;

/** The start of a PDF that was sent to a printer. Its signature is at the last position where readers find it. */
const PRINTER_COMMANDS = '\x1b%-12345X@PJL\r\n'.padEnd(MAX_BYTES_BEFORE_PDF);

/** A license that fills the sample, so that nothing after it is read. */
const LONG_LICENSE = ' license'.repeat(SAMPLE_BYTES / ' license'.length);

/** The first bytes of files, by format. */
const SAMPLES = {
  png: buildBytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', zeroBytes(17), [0, 0, 0, 0], 'IDAT'),
  jpeg: buildBytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
  gif: buildBytes('GIF89a', [1, 0, 1, 0, 0, 0, 0]),
  webp: buildBytes('RIFF', [36, 0, 0, 0], 'WEBPVP8 ', zeroBytes(24)),
  mp4: buildBytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isomiso2', [0, 0, 0, 8], 'free'),
  mov: buildBytes([0, 0, 0, 20], 'ftypqt  ', [0, 0, 2, 0], 'qt  ', [0, 0, 0, 8], 'wide'),
  wav: buildBytes('RIFF', [36, 0, 0, 0], 'WAVEfmt ', zeroBytes(24)),
  mp3: buildBytes('ID3', [4, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x44], zeroBytes(40)),
  pdf: buildBytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
  zip: buildBytes('PK', [3, 4, 20, 0, 0, 0, 0, 0], zeroBytes(20)),
  emptyZip: buildBytes('PK', [5, 6], zeroBytes(18)),
  text: buildBytes('Dear diary,\r\n\ttoday I saw a whale.\n'),
  utf8: Buffer.from('Ένα κύμα 🌊'),
  utf16: Buffer.from('\ufeffwave', 'utf16le'),
  svg: buildBytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  html: buildBytes('<!doctype html><script>alert(1)</script>'),
  program: buildBytes('MZ', [0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff], zeroBytes(60)),
  zeros: Buffer.alloc(SAMPLE_BYTES),
  ogg: buildBytes('OggS', [0, 2], zeroBytes(22), [1, 30], 'unknown codec', zeroBytes(20)),
  asf: buildBytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9], zeroBytes(40)),
  mxf: buildBytes([0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02], zeroBytes(40)),
  m4a: buildBytes([0, 0, 0, 24], 'ftypM4A ', [0, 0, 2, 0], 'isomiso2', [0, 0, 0, 8], 'free'),
  plainMp3: buildBytes([0xff, 0xfb, 0x90, 0x44], zeroBytes(40)),
  paddedMp3: buildBytes(zeroBytes(300), [0xff, 0xfb, 0x90, 0x44], zeroBytes(40)),
  taggedFlac: buildBytes('ID3', [4, 0, 0, 0, 0, 0, 0], 'fLaC', zeroBytes(40)),
  rar: buildBytes('Rar!', [0x1a, 7, 0], zeroBytes(20)),
  apng: buildBytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', zeroBytes(17), [0, 0, 0, 8], 'acTL'),
  heic: buildBytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'heicmif1'),
  heif: buildBytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0], 'mif1heic'),
  heicSequence: buildBytes([0, 0, 0, 24], 'ftyphevc', [0, 0, 0, 0], 'hevcmsf1'),
  avif: buildBytes([0, 0, 0, 24], 'ftypavif', [0, 0, 0, 0], 'avifmif1'),
  docx: buildBytes(
    'PK',
    [3, 4, 20, 0, 0, 0, 0, 0],
    zeroBytes(8),
    [5, 0, 0, 0, 5, 0, 0, 0, 11, 0, 0, 0],
    '_rels/.rels',
    'x',
  ),
  utf16be: Buffer.from([0xfe, 0xff, 0, 0x61]),
  xml: buildBytes('<?xml version="1.0"?><reef/>'),
  postscript: buildBytes('%!PS-Adobe-3.0\nshowpage\n'),
  rtf: buildBytes('{\\rtf1\\ansi Waves}'),
  svgInCapitals: buildBytes('<SVG\n></SVG>'),
  svgWithoutDeclaration: buildBytes('<svg></svg>'),
  unknownElement: buildBytes('<svgx></svgx>'),
  svgWithPrefix: buildBytes('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'),
  svgInUtf16: Buffer.from('\ufeff<svg></svg>', 'utf16le'),
  svgInUtf16be: Buffer.from('\ufeff<svg></svg>', 'utf16le').swap16(),
  longComment: buildBytes('<?xml version="1.0"?>\n<!-- A --><!--', LONG_LICENSE),
  htmlWithLongComment: buildBytes('<html><!--', LONG_LICENSE),
  commentAlone: buildBytes('<!-- A license -->'),
  pdfAfterMaxBytes: buildBytes(PRINTER_COMMANDS, '%PDF-1.7\n'),
  pdfAfterTooManyBytes: buildBytes(zeroBytes(MAX_BYTES_BEFORE_PDF + 1), '%PDF-1.7\n'),
  svgAfterZeroByte: buildBytes([0], '<svg></svg>'),
};

type SampleName = keyof typeof SAMPLES;

describe('checkType', () => {
  it.each<[type: string, sample: SampleName]>([
    ['image/png', 'png'],
    ['image/jpeg', 'jpeg'],
    ['image/gif', 'gif'],
    ['image/webp', 'webp'],
    ['image/svg+xml', 'svg'],
    ['video/mp4', 'mp4'],
    ['video/quicktime', 'mov'],
    ['audio/mp4', 'mp4'],
    ['audio/wav', 'wav'],
    ['audio/mpeg', 'mp3'],
    ['audio/mpeg', 'paddedMp3'],
    ['application/pdf', 'pdf'],
    ['application/zip', 'zip'],
    ['application/zip', 'emptyZip'],
    // A text may be source code of any language.
    ['text/plain', 'text'],
    ['text/plain', 'utf8'],
    ['text/plain', 'utf16'],
    ['text/plain', 'html'],
    ['text/plain', 'utf16be'],
    ['text/plain', 'xml'],
    ['text/plain', 'svg'],
    // An SVG has the element "svg" in any spelling, or comments that hide whether it has one.
    ['image/svg+xml', 'svgInCapitals'],
    ['image/svg+xml', 'svgWithoutDeclaration'],
    ['image/svg+xml', 'svgWithPrefix'],
    ['image/svg+xml', 'svgInUtf16'],
    ['image/svg+xml', 'svgInUtf16be'],
    ['image/svg+xml', 'longComment'],
    ['application/pdf', 'pdfAfterMaxBytes'],
    // Variants of a format are one type.
    ['image/png', 'apng'],
    ['image/apng', 'png'],
    ['image/heic', 'heif'],
    ['image/heif', 'heic'],
    ['image/heic-sequence', 'heif'],
    ['image/heif', 'heicSequence'],
    ['image/avif', 'avif'],
    ['audio/ogg', 'ogg'],
    ['video/ogg', 'ogg'],
    // The library detects these containers as application types.
    ['video/x-ms-wmv', 'asf'],
    ['video/mxf', 'mxf'],
    ['application/zip', 'docx'],
  ])('accepts %s for the bytes of %s', async (type, sample) => {
    expect(await checkType(type, SAMPLES[sample])).toBe(type);
  });

  it('returns the registered name of a type', async () => {
    expect(await checkType('application/x-zip-compressed', SAMPLES.zip)).toBe('application/zip');
    expect(await checkType('image/jpg', SAMPLES.jpeg)).toBe('image/jpeg');
  });

  it.each<[declared: string, sample: SampleName, type: string]>([
    ['video/webm', 'mp4', 'video/mp4'],
    ['video/webm', 'mov', 'video/quicktime'],
    ['video/webm', 'mp3', 'audio/mpeg'],
    ['audio/wav', 'mp3', 'audio/mpeg'],
    ['audio/x-mp3', 'plainMp3', 'audio/mpeg'],
    ['audio/wav', 'paddedMp3', 'audio/mpeg'],
    ['audio/m4a', 'm4a', 'audio/mp4'],
    ['audio/webm', 'mp4', 'audio/mp4'],
  ])('returns the type of the content if %s hides that %s can have metadata', async (declared, sample, type) => {
    expect(await checkType(declared, SAMPLES[sample])).toBe(type);
  });

  it('accepts every file again after it was cleaned', async () => {
    const files = [...(await createMovieSamples()), ...(await createMp3Samples())];
    // checkType rejects two of them, because the cleaner wouldn't find their format.
    const acceptedFiles = files.filter(({ name }) => !/APE at the start|bytes before the frames/.test(name));

    for (const { name, bytes, removes } of acceptedFiles) {
      const type = await checkType('audio/wav', bytes.subarray(0, SAMPLE_BYTES));
      const { cleaned, plan } = await cleanBytes(bytes, type);

      expect(new Set(plan.removed), name).toEqual(new Set(removes));
      expect(await checkType('audio/wav', cleaned.subarray(0, SAMPLE_BYTES)), name).toBe(type);
    }
  });

  it.each<[type: string, sample: SampleName]>([
    ['audio/x-m4a', 'm4a'],
    ['video/webm', 'wav'],
    ['audio/flac', 'taggedFlac'],
  ])('keeps %s for the bytes of %s', async (type, sample) => {
    expect(await checkType(type, SAMPLES[sample])).toBe(type);
  });

  it.each<[type: string, sample: SampleName]>([
    ['image/png', 'jpeg'],
    ['image/png', 'html'],
    ['image/png', 'program'],
    ['image/png', 'text'],
    ['image/svg+xml', 'html'],
    ['image/svg+xml', 'png'],
    ['video/mp4', 'png'],
    ['video/mp4', 'zeros'],
    ['audio/mpeg', 'pdf'],
    ['audio/mpeg', 'utf16'],
    ['image/png', 'paddedMp3'],
    ['application/pdf', 'zip'],
    ['application/pdf', 'text'],
    ['application/pdf', 'pdfAfterTooManyBytes'],
    ['application/zip', 'pdf'],
    ['text/plain', 'png'],
    ['text/plain', 'pdf'],
    ['text/plain', 'program'],
    ['text/plain', 'zeros'],
    ['text/plain', 'postscript'],
    ['text/plain', 'rtf'],
    ['text/plain', 'zip'],
    ['image/svg+xml', 'unknownElement'],
    ['image/svg+xml', 'svgAfterZeroByte'],
    ['image/svg+xml', 'xml'],
    ['image/svg+xml', 'htmlWithLongComment'],
    ['image/svg+xml', 'commentAlone'],
    ['image/avif', 'heic'],
    ['image/heic', 'avif'],
    ['image/png', 'mp4'],
    ['image/ogg', 'ogg'],
    ['video/mp4', 'rar'],
    ['video/mp4', 'zip'],
    ['video/mp4', 'text'],
    ['application/zip', 'rar'],
  ])('rejects %s for the bytes of %s', async (type, sample) => {
    await expect(checkType(type, SAMPLES[sample])).rejects.toThrow(FileTypeMismatch);
  });

  it.each(['text/html', 'application/javascript', '', 'binary/octet-stream'])('rejects the type "%s"', async (type) => {
    await expect(checkType(type, SAMPLES.html)).rejects.toThrow(FileTypeNotAllowed);
  });

  // The first letters of these texts are also the signatures of bitmaps, programs, AIFF, ID3, and 3D models.
  it.each(['BMW', 'MZ-80', 'FORMULAS of waves', 'ID3 tags', 'solid ground', 'WEBVTT\n\n', 'Cr24', 'FWS'])(
    'accepts a plain text that begins with "%s"',
    async (start) => {
      const sample = Buffer.from(`${start} and other notes about the sea, longer than a signature.\n`);

      expect(await checkType('text/plain', sample)).toBe('text/plain');
    },
  );

  it('accepts only white space, backspace, and escape as control characters of a text', async () => {
    const acceptedCodes = await Promise.all(
      Array.from({ length: 33 }, async (_, code) =>
        checkType('text/plain', Buffer.from([0x61, code, 0x62])).then(
          () => [code],
          () => [],
        ),
      ),
    );

    const [BACKSPACE, ESCAPE] = [8, 27];
    const WHITE_SPACE = [...Buffer.from('\t\n\v\f\r ')];
    expect(new Set(acceptedCodes.flat())).toEqual(new Set([BACKSPACE, ESCAPE, ...WHITE_SPACE]));
  });

  it('rejects a text with only one byte of a UTF-16 byte order mark', async () => {
    for (const [first, second] of [
      [0xff, 0xfd],
      [0xfd, 0xfe],
      [0xfe, 0xfe],
      [0xfd, 0xff],
      [0xfe, 0xfd],
    ] as const) {
      const sample = Buffer.from([first, second, 0, 0x61]);

      await expect(checkType('text/plain', sample)).rejects.toThrow(FileTypeMismatch);
    }
  });

  // A zip archive begins with PK 3 4, and an empty one with PK 5 6.
  it.each<[letters: string, ...numbers: number[]]>([
    ['PK', 3, 6],
    ['PK', 5, 4],
    ['PK', 7, 8],
    ['QK', 3, 4],
    ['PL', 5, 6],
    ['PK'],
  ])('rejects application/zip for the signature %s %i %i', async (letters, ...numbers) => {
    const sample = buildBytes(letters, numbers, zeroBytes(20));

    await expect(checkType('application/zip', sample)).rejects.toThrow(FileTypeMismatch);
  });

  it('states the declared and the detected type in the error', async () => {
    await expect(checkType('image/png', SAMPLES.jpeg)).rejects.toThrow(
      'The file was sent as image/png, but its content is image/jpeg.',
    );
    await expect(checkType('image/png', SAMPLES.text)).rejects.toThrow('its content is a different type.');
    await expect(checkType('text/html', SAMPLES.text)).rejects.toThrow("Files of type text/html aren't accepted.");
  });
});
