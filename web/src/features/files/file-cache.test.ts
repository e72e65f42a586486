import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { changeListed, FILES } from './file-cache.ts';

const file = (key: string) => ({ key, likeCount: 0 }) as ListedFile;

it('changes a file in every listing that shows it, or takes it out, and leaves the others as they are', () => {
  const client = new QueryClient();
  const first = { files: [file('a'), file('b')] };
  const second = { files: [file('c')] };
  client.setQueryData([FILES, 'list', 'me'], { pages: [first, second], pageParams: [null, 'x'] });
  client.setQueryData(['dashboard', FILES], { files: [file('b')] });

  changeListed(client, 'b', (listed) => ({ ...listed, likeCount: 1 }));
  expect(client.getQueryData([FILES, 'list', 'me'])).toEqual({
    pages: [{ files: [file('a'), { ...file('b'), likeCount: 1 }] }, second],
    pageParams: [null, 'x'],
  });
  expect(client.getQueryData(['dashboard', FILES])).toEqual({ files: [{ ...file('b'), likeCount: 1 }] });

  changeListed(client, 'b', () => undefined);
  expect(client.getQueryData([FILES, 'list', 'me'])).toMatchObject({ pages: [{ files: [file('a')] }, second] });
  expect(client.getQueryData(['dashboard', FILES])).toEqual({ files: [] });
});
