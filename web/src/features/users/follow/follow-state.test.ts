/** Tests of the cached state of follows: on every card, and in both counts. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import {
  applyFollowingCount,
  applyFollowResult,
  applyOptimisticFollow,
  followErrorText,
  formatMissingDepth,
} from './follow-state.ts';
import { texts } from './texts.ts';

const ada = { id: 'ada', username: 'Ada', followedByViewer: false };
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(['dashboard'], { profile: { id: 'me', username: 'Me', followingCount: 4 }, nearby: [ada] });
  client.setQueryData(['users', 'profile', 'ada'], { ...ada, followersCount: 7, followingCount: 2 });
});

/** Returns the cached dashboard, and the cached profile of Ada. */
const readCache = () => [client.getQueryData(['dashboard']), client.getQueryData(['users', 'profile', 'ada'])];

describe('follow state', () => {
  it('shows a follow on every card and in both counts', () => {
    applyOptimisticFollow(client, { id: 'ada', viewerId: 'me', isFollowed: true });

    expect(readCache()).toEqual([
      { profile: { id: 'me', username: 'Me', followingCount: 5 }, nearby: [{ ...ada, followedByViewer: true }] },
      { ...ada, followedByViewer: true, followersCount: 8, followingCount: 2 },
    ]);
  });

  it('restores the initial state after an unfollow', () => {
    const initialCache = readCache();

    applyOptimisticFollow(client, { id: 'ada', viewerId: 'me', isFollowed: true });
    applyOptimisticFollow(client, { id: 'ada', viewerId: 'me', isFollowed: false });

    expect(readCache()).toEqual(initialCache);
  });

  it("shows the counts of the server's response", () => {
    const result = { following: true, followersCount: 100, followingCount: 50 };

    applyFollowResult(client, 'ada', result);
    applyFollowingCount(client, 'me', result);

    expect(readCache()).toEqual([
      { profile: { id: 'me', username: 'Me', followingCount: 50 }, nearby: [{ ...ada, followedByViewer: true }] },
      { ...ada, followedByViewer: true, followersCount: 100, followingCount: 2 },
    ]);
  });

  it('keeps the optimistic count if the response hides the followers of a member above the viewer', () => {
    client.setQueryData(['users', 'profile', 'ada'], { ...ada, followedByViewer: true, followersCount: 7 });

    applyOptimisticFollow(client, { id: 'ada', viewerId: 'me', isFollowed: false });
    applyFollowResult(client, 'ada', { following: false, followersCount: null, followingCount: 3 });

    expect(client.getQueryData(['users', 'profile', 'ada'])).toEqual({ ...ada, followersCount: 6 });
  });

  it.each([
    ['DepthTooLow', 403, texts.followTooHigh],
    ['NotFound', 404, texts.followGone],
    ['Throttled', 503, texts.followFailed('Try again.')],
  ] as const)('shows a message for %s', (code, status, text) => {
    expect(followErrorText(new ApiError(status, code, 'Try again.'))).toBe(text);
  });

  // Rounded up to 0.1 cm, or to 1 cm from 1 m.
  it.each([
    [0, 0.0035, undefined],
    [0.0035, 0.0035, undefined],
    [0.0039, 0, '0.4 cm'],
    [0.0039, 0.0035, '0.1 cm'],
    [12.341, 2.34, '10.01m'],
  ])('says how far a member at %f m is above a viewer at %f m: %s', (depth, viewerDepth, text) => {
    expect(formatMissingDepth(depth, viewerDepth)).toBe(text);
  });
});
