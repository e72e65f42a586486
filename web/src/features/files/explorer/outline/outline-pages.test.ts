import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import { FILES } from '../../file-cache.ts';
import type { FileRow } from '../../file-row.ts';
import { keepLoadedRows, replaceRows } from './outline-pages.ts';

const outlinedRow = (id: string): FileRow => ({
  ...{ id, searchText: `${id}.txt`, contentType: 'text/plain', userId: 'nils' },
  lastModified: '2026-01-05T10:00:00.000Z',
});
const loadedRow = (id: string) => ({ ...sampleFile({ key: `files/${id}`, fileName: `${id}.txt` }), id, loadedAt: 1 });
const pagesOf = (files: readonly FileRow[], requestedAt = 0) => ({
  pages: [{ files, lastKey: null, requestedAt }],
  pageParams: [null],
});

describe('replaceRows', () => {
  it('puts loaded files in place, and removes requested rows without a file, in every list', () => {
    const client = new QueryClient();
    const keys = ['recent', 'size'].map((sortBy) => [FILES, 'list', 'viewer', sortBy]);
    for (const key of keys) client.setQueryData(key, pagesOf(['a', 'b', 'c'].map(outlinedRow)));
    replaceRows(client, ['b', 'c'], [loadedRow('c')]);
    for (const key of keys) expect(client.getQueryData(key)).toEqual(pagesOf([outlinedRow('a'), loadedRow('c')]));
  });

  it('keeps files of lists that are not outlines', () => {
    const client = new QueryClient();
    const list = pagesOf([sampleFile()]);
    client.setQueryData([FILES, 'list', 'viewer'], list);
    replaceRows(client, ['a'], []);
    expect(client.getQueryData([FILES, 'list', 'viewer'])).toEqual(list);
  });
});

describe('keepLoadedRows', () => {
  it('keeps loaded rows of an outline that is requested again, and only rows that are still listed', () => {
    const before = pagesOf([loadedRow('a'), loadedRow('b'), outlinedRow('c')]);
    const after = pagesOf(['new', 'b', 'c'].map(outlinedRow), 2);
    expect(keepLoadedRows(before, after)).toEqual(pagesOf([outlinedRow('new'), loadedRow('b'), outlinedRow('c')], 2));
  });

  it('takes newer files of lists that are not outlines', () => {
    const after = pagesOf([sampleFile({ likeCount: 2 })]);
    expect(keepLoadedRows(pagesOf([sampleFile()]), after)).toEqual(after);
    expect(keepLoadedRows(undefined, after)).toEqual(after);
  });
});
