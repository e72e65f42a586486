/** Tests of the Like button: optimistic, and rolled back if the request fails. */
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LikeResult, likeMutation } from './like-mutation.ts';

const busyError = new Error('busy');
let client: QueryClient;
/** The results of the requests, in order. */
let results: (LikeResult | Error)[];
/** Resolves when the test lets the server respond. */
let serverReady: PromiseWithResolvers<void>;
/** The like and the error on screen. */
let shownLike: { liked: boolean; count: number };
let shownError: Error | undefined;

beforeEach(() => {
  client = new QueryClient();
  serverReady = Promise.withResolvers();
  shownLike = { liked: false, count: 7 };
  shownError = undefined;
});

/** Sends a like: waits for `serverReady`, and returns or throws the next result. */
async function send(): Promise<LikeResult> {
  await serverReady.promise;

  const result = results.shift()!;
  if (result instanceof Error) throw result;
  return result;
}

/** Clicks the like button of a post. */
function click(wanted: boolean, id = 'p1'): Promise<unknown> {
  const button = new MutationObserver(
    client,
    likeMutation({
      client,
      item: ['posts', id],
      isLiked: shownLike.liked,
      count: shownLike.count,
      send,
      show: (liked, count) => {
        shownLike = { liked, count };
      },
      onError: (error) => {
        shownError = error;
      },
    }),
  );

  return button.mutate(wanted).catch(() => undefined);
}

/** Clicks several times before the server responds. Returns the like that is shown after the last response. */
async function clickAll(clicks: readonly boolean[], serverResults: readonly (LikeResult | Error)[]) {
  results = [...serverResults];
  const mutations: Promise<unknown>[] = [];

  for (const wanted of clicks) {
    mutations.push(click(wanted));
    // React Query sets the context when `onMutate` has shown the like.
    const lastContext = () => client.getMutationCache().getAll().at(-1)?.state.context;
    await expect.poll(() => lastContext()).toBeDefined();
    expect(shownLike).toEqual({ liked: wanted, count: wanted ? 8 : 7 });
  }

  serverReady.resolve();
  await Promise.all(mutations);

  return [shownLike.liked, shownLike.count];
}

const likedResult = { liked: true, likeCount: 8 };

describe('likeMutation', () => {
  it("shows the server's count when the request succeeds", async () => {
    expect(await clickAll([true], [{ liked: true, likeCount: 20 }])).toEqual([true, 20]);
    expect(shownError).toBeUndefined();
  });

  it.each([
    ['one failed click', [true], [busyError]],
    ['two failed clicks', [true, false], [busyError, busyError]],
    ['three failed clicks', [true, false, true], [busyError, busyError, busyError]],
  ])('returns to the first state and reports the error after %s', async (_, clicks, serverResults) => {
    expect(await clickAll(clicks, serverResults)).toEqual([false, 7]);
    expect(shownError).toBe(busyError);
  });

  it('returns to the result of the first click when only the second fails', async () => {
    expect(await clickAll([true, false], [{ liked: true, likeCount: 20 }, busyError])).toEqual([true, 20]);
    expect(shownError).toBe(busyError);
  });

  it('shows the last click and no error when only the first fails', async () => {
    expect(await clickAll([true, false], [busyError, { liked: false, likeCount: 7 }])).toEqual([false, 7]);
    expect(shownError).toBeUndefined();
  });

  it('rolls a later click back to the state shown before it', async () => {
    await clickAll([true], [likedResult]);
    results = [busyError];
    await click(false);
    expect([shownLike.liked, shownLike.count]).toEqual([true, 8]);
  });

  it('never shows a negative number of likes, even if the count on screen is old', async () => {
    shownLike = { liked: true, count: 0 };
    results = [busyError];
    const mutation = click(false);
    await expect.poll(() => shownLike).toEqual({ liked: false, count: 0 });

    serverReady.resolve();
    await mutation;
  });

  it('sends the likes of two posts in parallel', async () => {
    results = [likedResult, likedResult];
    const clicks = [click(true, 'p1'), click(true, 'p2')];
    // React Query pauses a mutation while an earlier one of the same scope runs.
    const findPausedMutations = () =>
      client
        .getMutationCache()
        .findAll({ status: 'pending' })
        .filter(({ state }) => state.isPaused);

    await expect.poll(() => client.isMutating()).toBe(2);
    expect(findPausedMutations()).toEqual([]);

    serverReady.resolve();
    await Promise.all(clicks);
  });
});
