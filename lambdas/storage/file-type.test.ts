import { describe, expect, it } from 'vitest';
import { FileTypeMismatch, FileTypeNotAllowed } from './errors.ts';
import { checkType } from './file-type.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const SAMPLES = {
  png: bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', new Array(17).fill(0), [0, 0, 0, 0], 'IDAT'),
  jpeg: bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
  gif: bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0]),
  webp: bytes('RIFF', [36, 0, 0, 0], 'WEBPVP8 ', new Array(24).fill(0)),
  mp4: bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isomiso2', [0, 0, 0, 8], 'free'),
  mov: bytes([0, 0, 0, 20], 'ftypqt  ', [0, 0, 2, 0], 'qt  ', [0, 0, 0, 8], 'wide'),
  wav: bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt ', new Array(24).fill(0)),
  mp3: bytes('ID3', [4, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x44], new Array(40).fill(0)),
  pdf: bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
  zip: bytes('PK', [3, 4, 20, 0, 0, 0, 0, 0], new Array(20).fill(0)),
  emptyZip: bytes('PK', [5, 6], new Array(18).fill(0)),
  text: bytes('Dear diary,\r\n\ttoday I saw a whale.\n'),
  utf8: Buffer.from('Ένα κύμα 🌊'),
  utf16: Buffer.from('\ufeffwave', 'utf16le'),
  svg: bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  html: bytes('<!doctype html><script>alert(1)</script>'),
  program: bytes('MZ', [0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff], new Array(60).fill(0)),
  zeros: Buffer.alloc(4100),
};
type Sample = keyof typeof SAMPLES;

describe('checkType', () => {
  it.each<[string, Sample]>([
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
    ['application/pdf', 'pdf'],
    ['application/zip', 'zip'],
    ['application/zip', 'emptyZip'],
    ['text/plain', 'text'],
    ['text/plain', 'utf8'],
    ['text/plain', 'utf16'],
    ['text/plain', 'html'],
  ])('accepts %s for the bytes of %s', async (type, sample) => {
    expect(await checkType(type, SAMPLES[sample])).toBe(type);
  });

  it('returns the registered name of a type', async () => {
    expect(await checkType('application/x-zip-compressed', SAMPLES.zip)).toBe('application/zip');
    expect(await checkType('image/jpg', SAMPLES.jpeg)).toBe('image/jpeg');
  });

  it.each<[string, Sample]>([
    ['image/png', 'jpeg'],
    ['image/png', 'html'],
    ['image/png', 'program'],
    ['image/png', 'text'],
    ['image/svg+xml', 'html'],
    ['image/svg+xml', 'png'],
    ['video/mp4', 'png'],
    ['video/mp4', 'zeros'],
    ['audio/mpeg', 'pdf'],
    ['application/pdf', 'zip'],
    ['application/pdf', 'text'],
    ['application/zip', 'pdf'],
    ['text/plain', 'png'],
    ['text/plain', 'pdf'],
    ['text/plain', 'program'],
    ['text/plain', 'zeros'],
  ])('rejects %s for the bytes of %s', async (type, sample) => {
    await expect(checkType(type, SAMPLES[sample])).rejects.toThrow(FileTypeMismatch);
  });

  it.each(['text/html', 'application/javascript', '', 'binary/octet-stream'])('rejects the type "%s"', async (type) => {
    await expect(checkType(type, SAMPLES.html)).rejects.toThrow(FileTypeNotAllowed);
  });
});
