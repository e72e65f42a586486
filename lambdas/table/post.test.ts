/** Tests of the post item: storing it once, hiding it, and the tombstone that keeps its ID reserved. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls } from '../../test/support/table-calls.ts';
import { table } from './client.ts';
import { readCounter } from './counters.ts';
import { buildResultPut, findResult } from './idempotency.ts';
import { postKey } from './keys.ts';
import { readPendingPurges } from './pending-purge.ts';
import {
  getPost,
  getPosts,
  hidePost,
  hidePostOfDeletedAccount,
  type StoredPost,
  storePost,
  writePostTombstone,
} from './post.ts';
import { unseal, unsealAll } from './sealed.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Stores a post of Ada at a depth of 2.5 m. */
async function createPost(): Promise<StoredPost> {
  const post = {
    postId: ulid(),
    userId: 'ada',
    content: 'Ahoy',
    createdAt: '2026-11-21T00:00:00.000Z',
    depth: 2_500_000,
    likeCount: 2,
    commentCount: 1,
  };
  expect(await storePost(post)).toBe('created');

  return post;
}

/** Returns the posts and accounts that are queued for the purge. */
const readQueue = async () => (await readPendingPurges(1000)).purges;

describe('storePost', () => {
  it('stores a post with the attributes of its lists', async () => {
    const post = await createPost();

    expect(unseal(await getPost(post.postId))).toEqual({
      ...postKey(post.postId),
      ...post,
      // Band 2, from 1 m to 10 m, and shard 0.
      list: 'POST#2#0',
      depthList: 'POST#0',
      depthOrder: '0000000002500000#2026-11-21T00:00:00.000Z',
      textOrder: '2026-11-21T00:00:00.000Z',
      owner: 'POST#ada',
      searchText: ' ah/oy',
    });
  });

  it('keeps a stored post if its ID is used again', async () => {
    const post = await createPost();

    expect(await storePost({ ...post, content: 'Again' })).toBe('exists');
    expect(unseal(await getPost(post.postId))).toMatchObject({ content: 'Ahoy' });
  });

  it('stores one post per idempotency key', async () => {
    const key = { userId: randomUUID(), kind: 'POST', key: 'once' } as const;
    const firstId = ulid();
    const secondId = ulid();
    const { postId: _, ...content } = await createPost();

    expect(await storePost({ ...content, postId: firstId }, { furtherWrites: [buildResultPut(key, firstId)] })).toBe(
      'created',
    );
    expect(await storePost({ ...content, postId: secondId }, { furtherWrites: [buildResultPut(key, secondId)] })).toBe(
      'exists',
    );

    expect(unseal(await getPost(secondId))).toBeUndefined();
    expect(await findResult(key)).toBe(firstId);
    expect(await findResult({ ...key, kind: 'COMMENT' })).toBeUndefined();
  });

  it('keeps an idempotency key for a day', () => {
    const key = { userId: randomUUID(), kind: 'POST', key: 'once' } as const;

    const dayLater = Math.floor(Date.now() / 1000) + DAY_SECONDS;
    const { expiresAt } = buildResultPut(key, '').Put!.Item!;

    // The clock can reach the next second between the two lines.
    expect([dayLater, dayLater + 1]).toContain(expiresAt);
  });
});

describe('getPosts', () => {
  it('omits missing, hidden and purged posts', async () => {
    const visiblePost = await createPost();
    const hiddenPost = await createPost();
    const purgedPost = await createPost();
    await hidePost({ postId: hiddenPost.postId, userId: 'ada' });
    await writePostTombstone(purgedPost.postId);

    const postIds = [visiblePost, hiddenPost, purgedPost, { postId: ulid() }].map(({ postId }) => postId);
    const posts = unsealAll(await getPosts(postIds));

    expect([...posts]).toEqual([[visiblePost.postId, expect.objectContaining(visiblePost)]]);
  });
});

describe('hidePost', () => {
  it('removes the text and the lists, and queues the post for the purge', async () => {
    const { postId } = await createPost();

    expect(await hidePost({ postId, userId: 'ada' })).toBe(true);

    const hiddenPost = unseal(await getPost(postId));
    expect(hiddenPost).toEqual({
      ...postKey(postId),
      postId,
      userId: 'ada',
      createdAt: '2026-11-21T00:00:00.000Z',
      depth: 2_500_000,
      likeCount: 2,
      commentCount: 1,
      owner: 'REMOVAL',
      textOrder: hiddenPost?.deletedAt,
      deletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await readQueue()).toContainEqual({ kind: 'post', postId });
  });

  it("leaves the post of a deleted account in the author's list, and not in the queue of the purge", async () => {
    const { postId } = await createPost();

    expect(await hidePostOfDeletedAccount(postId, 'ada')).toBe(true);

    expect(unseal(await getPost(postId))).toMatchObject({ owner: 'POST#ada' });
    expect(await readQueue()).not.toContainEqual({ kind: 'post', postId });
  });

  it("returns false for another member's post and for a missing post", async () => {
    const { postId } = await createPost();

    expect(await hidePost({ postId, userId: 'ben' })).toBe(false);
    expect(unseal(await getPost(postId))).not.toHaveProperty('deletedAt');

    const missingId = ulid();
    expect(await hidePost({ postId: missingId, userId: 'ada' })).toBe(false);
    expect(unseal(await getPost(missingId))).toBeUndefined();
  });

  it('throws if the table fails', async () => {
    const { postId } = await createPost();
    beforeNext(table, 'UpdateItemCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(hidePost({ postId, userId: 'ada' })).rejects.toThrow('The table is down.');
  });
});

describe('writePostTombstone', () => {
  it('reserves the ID until no upload of the picture is possible', async () => {
    const post = await createPost();
    const now = Date.parse('2026-11-21T12:00:00.900Z');

    await writePostTombstone(post.postId, now);

    expect(unseal(await getPost(post.postId))).toEqual({
      ...postKey(post.postId),
      postId: post.postId,
      deletedAt: '2026-11-21T12:00:00.900Z',
      expiresAt: Math.floor(now / 1000) + 2 * UPLOAD_URL_SECONDS,
    });
    expect(await storePost(post)).toBe('exists');
  });
});

describe('readCounter', () => {
  it('returns the counter of an item, and undefined if the item is hidden or missing', async () => {
    const { postId } = await createPost();

    expect(await readCounter(postKey(postId), 'likeCount')).toBe(2);
    expect(await readCounter(postKey(postId), 'commentCount')).toBe(1);
    expect(await readCounter(postKey(postId), 'followersCount')).toBe(0);

    const calls = await countCalls(table, () => readCounter(postKey(postId), 'likeCount'));
    expect(calls).toEqual({ GetItemCommand: 1 });

    await hidePost({ postId, userId: 'ada' });
    expect(await readCounter(postKey(postId), 'likeCount')).toBeUndefined();
    expect(await readCounter(postKey(ulid()), 'likeCount')).toBeUndefined();
  });
});
