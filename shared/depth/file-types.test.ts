import { describe, expect, it } from 'vitest';
import { isAllowedType, toCanonicalType } from './file-types.ts';

describe('file types', () => {
  it.each([
    ['application/x-zip-compressed', 'application/zip'],
    ['IMAGE/JPG', 'image/jpeg'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['video/mp4', 'video/mp4'],
  ])('map %s to its registered name %s', (type, canonical) => {
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
  ])('accept %s', (type) => expect(isAllowedType(type)).toBe(true));

  it.each([
    '',
    'text/html',
    'application/javascript',
    'application/x-msdownload',
    'image/',
    'image/a b',
    'x-image/png',
  ])('reject "%s"', (type) => expect(isAllowedType(type)).toBe(false));
});
