import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from '../texts.ts';
import { followProblem, foretell, missingMetres, settle } from './follow-state.ts';

const ada = { id: 'ada', username: 'Ada', followedByViewer: false };
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(['dashboard'], { profile: { id: 'me', username: 'Me', followingCount: 4 }, nearby: [ada] });
  client.setQueryData(['users', 'profile', 'ada'], { ...ada, followersCount: 7, followingCount: 2 });
});

const onScreen = () => [client.getQueryData(['dashboard']), client.getQueryData(['users', 'profile', 'ada'])];

it('shows a follow on every card, and in the counts of both', () => {
  foretell(client, 'ada', 'me', true);
  expect(onScreen()).toEqual([
    { profile: { id: 'me', username: 'Me', followingCount: 5 }, nearby: [{ ...ada, followedByViewer: true }] },
    { ...ada, followedByViewer: true, followersCount: 8, followingCount: 2 },
  ]);
});

it('is back where it was when the follow is undone', () => {
  const before = onScreen();
  foretell(client, 'ada', 'me', true);
  foretell(client, 'ada', 'me', false);
  expect(onScreen()).toEqual(before);
});

it('takes over what the server counts', () => {
  settle(client, 'ada', 'me', { following: true, followersCount: 100, followingCount: 50 });
  expect(onScreen()).toEqual([
    { profile: { id: 'me', username: 'Me', followingCount: 50 }, nearby: [{ ...ada, followedByViewer: true }] },
    { ...ada, followedByViewer: true, followersCount: 100, followingCount: 2 },
  ]);
});

it.each([
  ['DepthTooLow', 403, texts.followTooHigh],
  ['NotFound', 404, texts.followGone],
  ['Throttled', 503, texts.followFailed('Try again.')],
] as const)('says of %s what it means here', (code, status, text) => {
  expect(followProblem(new ApiError(status, code, 'Try again.'))).toBe(text);
});

it.each([
  [12.341, 2.34, 10.01],
  [12.34, 2.34, 10],
  [0.001, 0, 0.01],
])('asks of whoever wants to follow %f m from %f m to ascend %f m', (depth, viewerDepth, metres) => {
  expect(missingMetres(depth, viewerDepth)).toBe(metres);
});
