/** Tests of following: counts change before the server confirms them, and return if the server refuses. */
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followMutation } from './follow-mutation.ts';
import type { FollowResult } from './follow-state.ts';

/** The query key of the cached list. */
const KEY = ['users', 'list'];
const failure = new Error('busy');

let client: QueryClient;
/** The results of the requests, in order. */
let results: (FollowResult | Error)[];
/** Resolves when the test lets the server respond. */
let releaseResults: PromiseWithResolvers<void>;

beforeEach(() => {
  // The mutation logs failures.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  client = new QueryClient();
  client.setQueryData(KEY, {
    users: [
      { id: 'ada', username: 'Ada', followedByViewer: false, followersCount: 7 },
      { id: 'me', username: 'Me', followingCount: 4 },
    ],
  });
  releaseResults = Promise.withResolvers();

  return () => vi.restoreAllMocks();
});

/** Follows or unfollows Ada: waits for `releaseResults`, and returns or throws the next result. */
async function send(): Promise<FollowResult> {
  await releaseResults.promise;

  const result = results.shift()!;
  if (result instanceof Error) throw result;
  return result;
}

/** Returns what the page shows: whether the viewer follows Ada, and the counts of both. */
function readFollowState() {
  const [ada, me] = client.getQueryData<{ users: Record<string, unknown>[] }>(KEY)!.users;
  return {
    isFollowed: ada?.followedByViewer,
    followersOfAda: ada?.followersCount,
    followingOfViewer: me?.followingCount,
  };
}

/** Clicks once per entry of `clicks` before the first result arrives. Returns the follow state after all results. */
async function clickAll(clicks: readonly boolean[], clickResults: readonly (FollowResult | Error)[]) {
  results = [...clickResults];
  const mutations: Promise<unknown>[] = [];

  for (const follow of clicks) {
    const button = new MutationObserver(client, followMutation({ client, id: 'ada', viewerId: 'me', send }));
    mutations.push(button.mutate(follow).catch(() => undefined));

    // Waits until the mutation has changed the cache.
    const readContext = () => client.getMutationCache().getAll().at(-1)?.state.context;
    await expect.poll(() => readContext()).toBeDefined();
    expect(readFollowState().isFollowed).toBe(follow);
  }

  releaseResults.resolve();
  await Promise.all(mutations);

  return readFollowState();
}

/** What the page shows before the first click. */
const INITIAL_STATE = { isFollowed: false, followersOfAda: 7, followingOfViewer: 4 };

/** What the page shows after a follow. */
const FOLLOWED_STATE = { isFollowed: true, followersOfAda: 7 + 1, followingOfViewer: 4 + 1 };

/** The server's response to a follow. */
const FOLLOWED_RESULT = { following: true, followersCount: 8, followingCount: 5 };

describe('followMutation', () => {
  it("shows the counts of the server's response", async () => {
    const result = { ...FOLLOWED_RESULT, followersCount: 20 };

    expect(await clickAll([true], [result])).toEqual({ ...FOLLOWED_STATE, followersOfAda: 20 });
  });

  it.each([
    ['one click', [true], [failure]],
    ['two clicks', [true, false], [failure, failure]],
    ['two equal clicks', [true, true], [failure, failure]],
    ['three clicks', [true, false, true], [failure, failure, failure]],
  ])('returns to the initial state after the failure of %s', async (_, clicks, clickResults) => {
    expect(await clickAll(clicks, clickResults)).toEqual(INITIAL_STATE);
  });

  it('keeps the first result when only the second click fails', async () => {
    expect(await clickAll([true, false], [FOLLOWED_RESULT, failure])).toEqual(FOLLOWED_STATE);
  });

  it('keeps the last result when only the first click fails', async () => {
    const unfollowedResult = { following: false, followersCount: 7, followingCount: 4 };

    expect(await clickAll([true, false], [failure, unfollowedResult])).toEqual(INITIAL_STATE);
  });

  describe('follows of two members in quick succession', () => {
    /** The number of members that the viewer follows at the server. */
    let storedCount: number;
    let failingId: string | undefined;

    beforeEach(() => {
      storedCount = 4;
      failingId = undefined;
      client.setQueryData(['ben'], { id: 'ben', username: 'Ben', followedByViewer: false, followersCount: 7 });
    });

    /** Follows a member at a server that computes the count from the one that it read before the write. */
    async function sendFollow(id: string): Promise<FollowResult> {
      const followingCount = storedCount + 1;
      await releaseResults.promise;
      if (id === failingId) throw failure;

      storedCount += 1;
      return { following: true, followersCount: 8, followingCount };
    }

    /** Follows both members before the server responds. Returns the viewer's counts on screen, without repetitions. */
    async function followBoth(): Promise<unknown[]> {
      const shownCounts = [readFollowState().followingOfViewer];
      client.getQueryCache().subscribe(() => {
        const count = readFollowState().followingOfViewer;
        if (count !== shownCounts.at(-1)) shownCounts.push(count);
      });

      const mutations = ['ada', 'ben'].map((id) => {
        const options = followMutation({ client, id, viewerId: 'me', send: () => sendFollow(id) });
        return new MutationObserver(client, options).mutate(true).catch(() => undefined);
      });
      await expect.poll(() => readFollowState().followingOfViewer).toBe(6);
      releaseResults.resolve();
      await Promise.all(mutations);

      return shownCounts;
    }

    it('counts both follows, and never shows a count without the waiting one', async () => {
      expect(await followBoth()).toEqual([4, 5, 6]);
      expect(storedCount).toBe(6);
    });

    it.each(['ada', 'ben'])('counts one follow if the follow of %s fails', async (id) => {
      failingId = id;

      expect(await followBoth()).toEqual([4, 5, 6, 5]);
      expect(storedCount).toBe(5);
    });
  });
});
