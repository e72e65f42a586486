/** Tests of the search, sort, and filter in the URL of the explorer, and of the filter of loaded files. */
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { filterByName } from './arrange-files.ts';
import { parseListingQuery, toSearchParams } from './listing-url.ts';

describe('URL of the file explorer', () => {
  it('contains the search text, sort, and type unless they are the defaults', () => {
    const query = { sortBy: 'size', fileType: 'image/', q: 'blue reef' } as const;

    expect(String(toSearchParams(query))).toBe('q=blue+reef&sort=size&type=image%2F');
    expect(parseListingQuery(toSearchParams(query))).toEqual(query);
    expect(String(toSearchParams({ sortBy: 'recent', fileType: 'all', q: '' }))).toBe('');
  });

  it('uses the defaults for unknown values', () => {
    const params = new URLSearchParams('sort=name&type=application/x-sh&q=%20%20');

    expect(parseListingQuery(params)).toEqual({ sortBy: 'recent', fileType: 'all', q: '' });
  });
});

describe('filterByName', () => {
  it('filters loaded files by part of their name, ignoring case', () => {
    const files = [sampleFile({ fileName: 'Blue Reef.png' }), sampleFile({ fileName: 'notes.txt' })];

    expect(filterByName(files, ' REEF ')).toEqual([files[0]]);
    expect(filterByName(files, '')).toEqual(files);
  });

  it('filters rows of an outline by their lower-case names', () => {
    const row = { id: 'a'.repeat(22), searchText: 'blue reef.png', contentType: 'image/png', userId: 'u' };
    const rows = [{ ...row, lastModified: '2026-01-01T00:00:00.000Z' }];

    expect(filterByName(rows, 'Reef')).toEqual(rows);
    expect(filterByName(rows, 'cave')).toEqual([]);
  });

  it('finds composed accents when the search text has decomposed accents', () => {
    const files = [sampleFile({ fileName: 'Zo\u00EB.png' })];

    expect(filterByName(files, 'zoe\u0308')).toEqual(files);
  });
});
