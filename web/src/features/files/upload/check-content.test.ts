/** Tests of comparing a chosen file's bytes with its declared type, before the upload. */
import { describe, expect, it } from 'vitest';
import { checkContent, detectContentType } from './check-content.ts';

const JPEG = '\xff\xd8\xff\xe0';
const PNG = '\x89PNG\r\n\x1a\n';
const WEBP = 'RIFF\x10\0\0\0WEBPVP8 ';
const GIF = 'GIF89a';
/** The beginning of a file whose first box has this brand. */
const buildIso = (brand: string) => `\0\0\0\x18ftyp${brand}`;

const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('detectContentType', () => {
  it.each([
    ['image/jpeg', WEBP, 'image/webp'],
    ['image/jpeg', PNG, 'image/png'],
    ['image/png', JPEG, 'image/jpeg'],
    ['image/png', GIF, 'image/gif'],
    ['image/jpeg', buildIso('heic'), 'image/heic'],
    ['image/jpeg', buildIso('avif'), 'image/avif'],
    ['image/jpeg', '%PDF-1.7', 'application/pdf'],
    ['application/pdf', PNG, 'image/png'],
    ['video/mp4', JPEG, 'image/jpeg'],
  ])('replaces the declared type %s by the type of the bytes', (declaredType, head, contentType) => {
    expect(detectContentType(declaredType, toBytes(head))).toBe(contentType);
  });

  it.each([
    ['text/plain', GIF],
    ['text/plain', '%PDF-1.7'],
    ['image/apng', PNG],
    ['image/heif', buildIso('heic')],
    ['image/tiff', 'II*\0'],
    ['image/jpeg', 'no picture'],
    ['video/quicktime', buildIso('isom')],
    ['audio/wav', 'RIFF\x10\0\0\0WAVEfmt '],
    ['application/pdf', '\n%PDF-1.7'],
    ['application/zip', 'PK\x03\x04'],
  ])('keeps the declared type %s', (declaredType, head) => {
    expect(detectContentType(declaredType, toBytes(head))).toBe(declaredType);
  });
});

describe('checkContent', () => {
  const buildFile = (type: string, head: string) => new File([toBytes(head)], 'reef', { type });

  it.each([
    ['image/jpeg', 'no picture'],
    ['image/webp', 'RIFF\x10\0\0\0WAVEfmt '],
    ['image/gif', 'ID3\x04'],
    ['image/png', buildIso('isom')],
  ])('rejects a file of type %s whose bytes are not such a picture', async (type, head) => {
    expect(await checkContent(buildFile(type, head))).toBe(
      `the content of this file isn't ${type}. Please choose another file.`,
    );
  });

  it.each([
    ['image/jpeg', JPEG],
    ['image/apng', PNG],
    ['image/webp', WEBP],
    ['image/tiff', 'unknown'],
    ['text/plain', GIF],
  ])('accepts a file of type %s', async (type, head) => {
    expect(await checkContent(buildFile(type, head))).toBeUndefined();
  });
});
