/** Tests of the types of files that members may upload, and of their aliases. See docs/product.md#uploading. */
import { describe, expect, it } from 'vitest';
import { FILE_TYPE_FILTERS, isAllowedType, isPictureType, toCanonicalType } from './file-types.ts';

/** The longest subtype that is accepted, in characters. */
const MAX_SUBTYPE_LENGTH = 61;

describe('toCanonicalType', () => {
  it.each<[alias: string, canonicalType: string]>([
    ['application/x-zip-compressed', 'application/zip'],
    ['application/x-zip', 'application/zip'],
    ['multipart/x-zip', 'application/zip'],
    ['application/x-pdf', 'application/pdf'],
    ['image/jpg', 'image/jpeg'],
    ['image/pjpeg', 'image/jpeg'],
    ['image/x-png', 'image/png'],
    ['image/vnd.mozilla.apng', 'image/apng'],
    ['image/x-ms-bmp', 'image/bmp'],
    ['image/vnd.microsoft.icon', 'image/x-icon'],
  ])('replaces the alias %s by %s', (alias, canonicalType) => {
    expect(toCanonicalType(alias)).toBe(canonicalType);
  });

  it.each([
    [' Video/MP4 ;codecs=avc1', 'video/mp4'],
    ['IMAGE/JPG', 'image/jpeg'],
    ['text/plain; charset=utf-8', 'text/plain'],
  ])('ignores case, spaces, and parameters: "%s" becomes "%s"', (type, canonicalType) => {
    expect(toCanonicalType(type)).toBe(canonicalType);
  });

  // "constructor" and "__proto__" are properties of every object.
  it.each(['video/mp4', '', 'constructor', '__proto__'])('keeps "%s", which is not an alias', (type) => {
    expect(toCanonicalType(type)).toBe(type);
  });
});

describe('isAllowedType', () => {
  it.each([
    'image/png',
    'image/svg+xml',
    'video/quicktime',
    'audio/x-m4a',
    'application/pdf',
    'text/plain',
    'application/zip',
    'image/a',
    'audio/3gpp',
    `image/${'x'.repeat(MAX_SUBTYPE_LENGTH)}`,
  ])('accepts %s for uploads', (type) => expect(isAllowedType(type)).toBe(true));

  it.each([
    '',
    'text/html',
    'application/javascript',
    'application/x-msdownload',
    'image/',
    'image/a b',
    'x-image/png',
    'image/png/x',
    'image/.png',
    'image',
    'text/csv',
    'application/zip2',
    'font/woff2',
    `image/${'x'.repeat(MAX_SUBTYPE_LENGTH + 1)}`,
  ])('rejects "%s" for uploads', (type) => expect(isAllowedType(type)).toBe(false));
});

describe('isPictureType', () => {
  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])('accepts %s as a picture', (type) => {
    expect(isPictureType(type)).toBe(true);
  });

  it.each(['image/svg+xml', 'image/bmp', 'image/pngx', 'ximage/png', 'video/mp4', 'image/', ''])(
    'rejects "%s" as a picture',
    (type) => expect(isPictureType(type)).toBe(false),
  );
});

describe('FILE_TYPE_FILTERS', () => {
  it('offers the filters of docs/specification-coverage.md', () => {
    expect(FILE_TYPE_FILTERS.map(({ label, value }) => `${label} = ${value}`)).toEqual([
      'All Files = all',
      'Images = image/',
      'Videos = video/',
      'Audio = audio/',
      'PDFs = application/pdf',
      'Text = text/',
      'Archives = application/zip',
    ]);
  });

  it('matches each accepted type with exactly one filter', () => {
    const types = ['image/png', 'video/mp4', 'audio/mpeg', 'application/pdf', 'text/plain', 'application/zip'];
    const filterCounts = types.map((type) => FILE_TYPE_FILTERS.filter(({ value }) => type.startsWith(value)).length);
    expect(filterCounts).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
