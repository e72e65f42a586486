import { describe, expect, it } from 'vitest';
import { FILE_TYPE_FILTERS, isAllowedType, isPictureType, toCanonicalType } from './file-types.ts';

describe('file types', () => {
  it.each([
    ['application/x-zip-compressed', 'application/zip'],
    ['application/x-zip', 'application/zip'],
    ['multipart/x-zip', 'application/zip'],
    ['application/x-pdf', 'application/pdf'],
    ['image/pjpeg', 'image/jpeg'],
    ['image/x-png', 'image/png'],
    ['image/vnd.mozilla.apng', 'image/apng'],
    ['image/x-ms-bmp', 'image/bmp'],
    ['image/vnd.microsoft.icon', 'image/x-icon'],
    [' Video/MP4 ;codecs=avc1', 'video/mp4'],
    ['', ''],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['IMAGE/JPG', 'image/jpeg'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['video/mp4', 'video/mp4'],
  ])('maps %s to its registered name %s', (type, canonical) => {
    expect(toCanonicalType(type)).toBe(canonical);
  });

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
    `image/${'x'.repeat(61)}`,
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
    `image/${'x'.repeat(62)}`,
  ])('rejects "%s" for uploads', (type) => expect(isAllowedType(type)).toBe(false));

  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])('accepts %s as a picture', (type) => {
    expect(isPictureType(type)).toBe(true);
  });

  it.each(['image/svg+xml', 'image/bmp', 'image/pngx', 'ximage/png', 'video/mp4', 'image/', ''])(
    'rejects "%s" as a picture',
    (type) => expect(isPictureType(type)).toBe(false),
  );

  it('offers the filters of the specification, one for each accepted file type', () => {
    expect(FILE_TYPE_FILTERS.map(({ label, value }) => `${label} = ${value}`)).toEqual([
      'All Files = all',
      'Images = image/',
      'Videos = video/',
      'Audio = audio/',
      'PDFs = application/pdf',
      'Text = text/',
      'Archives = application/zip',
    ]);

    const types = ['image/png', 'video/mp4', 'audio/mpeg', 'application/pdf', 'text/plain', 'application/zip'];
    const filterCounts = types.map((type) => FILE_TYPE_FILTERS.filter(({ value }) => type.startsWith(value)).length);
    expect(filterCounts).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
