import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { FILES, updateListedFile } from './file-cache.ts';

/** Builds a file with the fields that the test reads. */
const buildFile = (key: string) => ({ key, likeCount: 0 }) as ListedFile;

describe('updateListedFile', () => {
  it('updates or removes a file in every cached list', () => {
    const client = new QueryClient();
    const firstPage = { files: [buildFile('a'), buildFile('b')] };
    const secondPage = { files: [buildFile('c')] };
    client.setQueryData([FILES, 'list', 'me'], { pages: [firstPage, secondPage], pageParams: [null, 'x'] });
    client.setQueryData(['dashboard', FILES], { files: [buildFile('b')] });

    updateListedFile(client, 'b', (listedFile) => ({ ...listedFile, likeCount: 1 }));

    const likedFile = { ...buildFile('b'), likeCount: 1 };
    expect(client.getQueryData([FILES, 'list', 'me'])).toEqual({
      pages: [{ files: [buildFile('a'), likedFile] }, secondPage],
      pageParams: [null, 'x'],
    });
    expect(client.getQueryData(['dashboard', FILES])).toEqual({ files: [likedFile] });

    updateListedFile(client, 'b', () => undefined);

    expect(client.getQueryData([FILES, 'list', 'me'])).toMatchObject({
      pages: [{ files: [buildFile('a')] }, secondPage],
    });
    expect(client.getQueryData(['dashboard', FILES])).toEqual({ files: [] });
  });
});
