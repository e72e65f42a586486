import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { updateCachedUser } from './update-cached-user.ts';

it('updateCachedUser changes the user in every cached query, and keeps other objects identical', () => {
  const client = new QueryClient();
  const adaCard = { id: 'a', username: 'Ada', followedByViewer: false };
  const otherCard = { id: 'b', username: 'Ben', followedByViewer: false };
  const dashboard = { nearby: [adaCard, otherCard], posts: [{ id: 'p', userId: 'a', username: 'Ada' }] };
  const list = { pages: [{ users: [otherCard] }, { users: [{ ...adaCard, bio: 'Hello' }] }], pageParams: [null, 'x'] };
  const files = { files: [{ key: 'k', userId: 'a' }] };

  client.setQueryData(['dashboard'], dashboard);
  client.setQueryData(['users', 'list'], list);
  client.setQueryData(['files'], files);
  updateCachedUser(client, 'a', (user) => ({ ...user, followedByViewer: true }));

  expect(client.getQueryData(['dashboard'])).toEqual({
    ...dashboard,
    nearby: [{ ...adaCard, followedByViewer: true }, otherCard],
  });
  expect(client.getQueryData(['users', 'list'])).toEqual({
    ...list,
    pages: [{ users: [otherCard] }, { users: [{ ...adaCard, bio: 'Hello', followedByViewer: true }] }],
  });
  expect(client.getQueryData<typeof list>(['users', 'list'])?.pages[0]).toBe(list.pages[0]);
  expect(client.getQueryData(['files'])).toBe(files);
});
