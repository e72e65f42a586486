/** Tests of lists whose rows are loaded later, near the window. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import { FILES } from '../../file-cache.ts';
import type { FileRow } from '../../file-row.ts';
import { keepLoadedRows, replaceRows } from './outline-pages.ts';

/** Builds a row of an outline. */
const buildOutlinedRow = (id: string): FileRow => ({
  id,
  searchText: `${id}.txt`,
  contentType: 'text/plain',
  userId: 'nils',
  lastModified: '2026-01-05T10:00:00.000Z',
});

/** Builds a row after its file was loaded. */
const buildLoadedRow = (id: string) => ({
  ...sampleFile({ key: `files/${id}`, fileName: `${id}.txt` }),
  id,
  loadedAt: 1,
});

/** Builds the cached data of a list with one page. */
const buildPages = (files: readonly FileRow[], requestedAt = 0) => ({
  pages: [{ files, lastKey: null, requestedAt }],
  pageParams: [null],
});

describe('replaceRows', () => {
  it('replaces the requested rows in every list, and removes those without a file', () => {
    const client = new QueryClient();
    const keys = ['recent', 'size'].map((sortBy) => [FILES, 'list', 'viewer', sortBy]);
    for (const key of keys) client.setQueryData(key, buildPages(['a', 'b', 'c'].map(buildOutlinedRow)));

    replaceRows(client, ['b', 'c'], [buildLoadedRow('c')]);

    const expectedPages = buildPages([buildOutlinedRow('a'), buildLoadedRow('c')]);
    for (const key of keys) expect(client.getQueryData(key)).toEqual(expectedPages);
  });

  it('does not change lists that are not outlines', () => {
    const client = new QueryClient();
    const list = buildPages([sampleFile()]);
    client.setQueryData([FILES, 'list', 'viewer'], list);

    replaceRows(client, ['a'], []);

    expect(client.getQueryData([FILES, 'list', 'viewer'])).toEqual(list);
  });
});

describe('keepLoadedRows', () => {
  it('keeps the loaded rows that the new outline still lists', () => {
    const previousPages = buildPages([buildLoadedRow('a'), buildLoadedRow('b'), buildOutlinedRow('c')]);
    const newPages = buildPages(['new', 'b', 'c'].map(buildOutlinedRow), 2);

    expect(keepLoadedRows(previousPages, newPages)).toEqual(
      buildPages([buildOutlinedRow('new'), buildLoadedRow('b'), buildOutlinedRow('c')], 2),
    );
  });

  it('returns the new files of lists that are not outlines', () => {
    const newPages = buildPages([sampleFile({ likeCount: 2 })]);

    expect(keepLoadedRows(buildPages([sampleFile()]), newPages)).toEqual(newPages);
    expect(keepLoadedRows(undefined, newPages)).toEqual(newPages);
  });
});
