/** Tests of likes: an item for each like, and a count and the first likers on the liked item, which must agree. */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import type { ItemKey } from './item-types.ts';
import { digestOfMember, postKey } from './keys.ts';
import { findLiked, purgeLike, setLike } from './like.ts';
import { getPost, getPosts, hidePost, storePost, writePostTombstone } from './post.ts';
import { unseal, unsealAll } from './sealed.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** The maximum number of likers that an item itself lists. */
const MAX_LIKERS = 10;

/** The depth of all posts here, in micrometres. */
const DEPTH = 1000;

const buildViewer = (depth: number) => ({ userId: randomUUID(), depth });

/** Stores a post at {@link DEPTH}. */
async function createPost(userId = 'ada'): Promise<{ postId: string; key: ItemKey }> {
  const postId = ulid();
  const createdAt = '2026-11-21T00:00:00.000Z';
  await storePost({ postId, userId, content: 'Ahoy', createdAt, depth: DEPTH, likeCount: 0, commentCount: 0 });
  return { postId, key: postKey(postId) };
}

const readLikeCount = async (postId: string) => unseal(await getPost(postId))?.likeCount;
const readLikers = async (postId: string) => [...(unseal(await getPost(postId))?.likers ?? [])];

/** Returns the IDs of those posts that the member likes. */
async function findLikedPosts(userId: string, ...postIds: readonly string[]): Promise<string[]> {
  const posts = [...unsealAll(await getPosts(postIds)).values()].map((post) => ({ ...post, ...postKey(post.postId) }));
  const likedKeys = await findLiked(userId, posts);
  return posts.filter(({ pk }) => likedKeys.has(pk)).map(({ postId }) => postId);
}

/**
 * Returns whether the like has its own item. The infinite count keeps `findLiked` from using the likers of the post.
 */
async function hasLike(userId: string, { pk }: ItemKey): Promise<boolean> {
  return (await findLiked(userId, [{ pk, likeCount: Number.POSITIVE_INFINITY }])).size > 0;
}

/** Sets a like as an endpoint does: reads the post first, with its likers. */
async function like(userId: string, postId: string, { liked } = { liked: true }) {
  return setLike({ userId, depth: DEPTH }, { ...unseal(await getPost(postId)), ...postKey(postId) }, { liked });
}

describe('setLike', () => {
  it('adds and removes a like once', async () => {
    const { postId, key } = await createPost();
    const viewer = buildViewer(DEPTH);
    // Handlers pass whole items, which have more attributes than the key.
    const item = { ...key, content: 'Ahoy' };

    expect(await setLike(viewer, item, { liked: true })).toBe('changed');
    expect(await setLike(viewer, item, { liked: true })).toBe('unchanged');
    expect(await readLikeCount(postId)).toBe(1);
    expect(await findLikedPosts(viewer.userId, postId)).toEqual([postId]);

    expect(await setLike(viewer, item, { liked: false })).toBe('changed');
    expect(await setLike(viewer, item, { liked: false })).toBe('unchanged');
    expect(await readLikeCount(postId)).toBe(0);
    expect(await hasLike(viewer.userId, key)).toBe(false);
    expect(await findLikedPosts(viewer.userId, postId)).toEqual([]);
  });

  it("refuses items above the viewer, except the viewer's own", async () => {
    const author = buildViewer(0);
    const { postId, key } = await createPost(author.userId);

    expect(await setLike(buildViewer(DEPTH - 1), key, { liked: true })).toBe('refused');
    expect(await readLikeCount(postId)).toBe(0);

    expect(await setLike(author, key, { liked: true })).toBe('changed');
    expect(await setLike(buildViewer(DEPTH), key, { liked: true })).toBe('changed');
    expect(await readLikeCount(postId)).toBe(2);
  });

  it('refuses deleted and missing items, even if they were liked before', async () => {
    const { postId, key } = await createPost();
    const viewer = buildViewer(DEPTH);
    await setLike(viewer, key, { liked: true });
    await hidePost({ postId, userId: 'ada' });

    expect(await setLike(viewer, key, { liked: true })).toBe('refused');
    expect(await setLike(viewer, key, { liked: false })).toBe('refused');
    expect(await setLike(viewer, postKey(ulid()), { liked: true })).toBe('refused');
  });
});

describe('purgeLike', () => {
  it('deletes a like and decrements the count once', async () => {
    const { postId, key } = await createPost();
    const viewer = buildViewer(DEPTH);
    await setLike(viewer, key, { liked: true });
    await setLike(buildViewer(DEPTH), key, { liked: true });

    await purgeLike(viewer.userId, { ...key, content: 'Ahoy' } as ItemKey);
    const calls = await countCalls(table, () => purgeLike(viewer.userId, key));

    expect(calls).toEqual({ TransactWriteItemsCommand: 1 });
    expect(await readLikeCount(postId)).toBe(1);
    expect(await hasLike(viewer.userId, key)).toBe(false);
  });

  it('deletes a like of an item that no longer exists', async () => {
    const { key } = await createPost();
    const viewer = buildViewer(DEPTH);
    await setLike(viewer, key, { liked: true });
    const missingKey = postKey(ulid());

    await expect(purgeLike(viewer.userId, missingKey)).resolves.toBeUndefined();

    const calls = await countCalls(table, () => purgeLike(viewer.userId, missingKey));
    expect(calls).toEqual({ TransactWriteItemsCommand: 1 });
  });

  it('deletes a like whose item was deleted, without creating the item again', async () => {
    const { postId, key } = await createPost();
    const viewer = buildViewer(DEPTH);
    await setLike(viewer, key, { liked: true });
    await table.send(new DeleteCommand({ TableName: tableName(), Key: key }));

    await purgeLike(viewer.userId, key);

    expect(await hasLike(viewer.userId, key)).toBe(false);
    expect(unseal(await getPost(postId))).toBeUndefined();
  });

  it('deletes a like of a purged post, and adds nothing to its tombstone', async () => {
    const { postId, key } = await createPost();
    const viewer = buildViewer(DEPTH);
    await setLike(viewer, key, { liked: true });
    await writePostTombstone(postId);
    const tombstone = unseal(await getPost(postId));

    await purgeLike(viewer.userId, key);

    expect(await hasLike(viewer.userId, key)).toBe(false);
    expect(unseal(await getPost(postId))).toEqual(tombstone);
  });
});

describe('likers of an item', () => {
  it('lists the first ten members who like an item, until they remove their likes', async () => {
    const { postId } = await createPost();
    const members = Array.from({ length: MAX_LIKERS + 2 }, () => randomUUID());
    for (const member of members) await like(member, postId);

    const firstLikers = members.slice(0, MAX_LIKERS).map(digestOfMember);
    expect((await readLikers(postId)).sort()).toEqual(firstLikers.sort());

    await like(members[0]!, postId, { liked: false });
    await like(members[MAX_LIKERS]!, postId, { liked: false });
    await purgeLike(members[1]!, postKey(postId));

    expect((await readLikers(postId)).sort()).toEqual(members.slice(2, MAX_LIKERS).map(digestOfMember).sort());
    expect(await readLikeCount(postId)).toBe(MAX_LIKERS - 1);
  });

  it('keeps at most ten likers, even if many members like an item concurrently', async () => {
    const { postId } = await createPost();
    const members = Array.from({ length: 40 }, () => randomUUID());

    await Promise.all(members.map((member) => like(member, postId)));

    expect(await readLikeCount(postId)).toBe(members.length);

    const likers = await readLikers(postId);
    expect(likers.length).toBeGreaterThan(0);
    expect(likers.length).toBeLessThanOrEqual(MAX_LIKERS);
    for (const member of members) expect(await findLikedPosts(member, postId)).toEqual([postId]);
  });

  it('keeps the likers when more members like the item, or like it again', async () => {
    const { postId, key } = await createPost();
    const members = Array.from({ length: MAX_LIKERS + 1 }, () => randomUUID());

    for (const userId of members) expect(await setLike({ userId, depth: DEPTH }, key, { liked: true })).toBe('changed');
    for (const userId of members)
      expect(await setLike({ userId, depth: DEPTH }, key, { liked: true })).toBe('unchanged');

    expect((await readLikers(postId)).sort()).toEqual(members.slice(0, MAX_LIKERS).map(digestOfMember).sort());
    expect(await readLikeCount(postId)).toBe(MAX_LIKERS + 1);
  });

  it('removes the likers from a post that its author deletes', async () => {
    const { postId } = await createPost();
    await like(randomUUID(), postId);

    await hidePost({ postId, userId: 'ada' });

    expect(unseal(await getPost(postId))).not.toHaveProperty('likers');
  });
});

describe('findLiked', () => {
  it("returns only the viewer's own likes of the given items", async () => {
    const likedPost = await createPost();
    const otherPost = await createPost();
    const postOutsideQuery = await createPost();
    const viewer = buildViewer(DEPTH);
    await setLike(viewer, likedPost.key, { liked: true });
    await setLike(viewer, postOutsideQuery.key, { liked: true });
    await setLike(buildViewer(DEPTH), otherPost.key, { liked: true });

    expect(await findLikedPosts(viewer.userId, likedPost.postId, otherPost.postId)).toEqual([likedPost.postId]);
  });

  it('makes no request for items with up to ten likes', async () => {
    const likedPost = await createPost();
    const otherPost = await createPost();
    const members = Array.from({ length: MAX_LIKERS }, () => randomUUID());
    for (const member of members) await like(member, likedPost.postId);
    const posts = [...unsealAll(await getPosts([likedPost.postId, otherPost.postId])).values()];
    const items = posts.map((post) => ({ ...post, ...postKey(post.postId) }));

    for (const [userId, expected] of [
      [members[0]!, new Set([likedPost.key.pk])],
      [randomUUID(), new Set()],
    ] as const) {
      let likedKeys: Set<string> | undefined;
      const calls = await countCalls(table, async () => {
        likedKeys = await findLiked(userId, items);
      });

      expect(likedKeys).toEqual(expected);
      expect(calls).toEqual({});
    }
  });

  it('reads the likes of members beyond the tenth', async () => {
    const { postId } = await createPost();
    const members = Array.from({ length: MAX_LIKERS + 1 }, () => randomUUID());
    for (const member of members) await like(member, postId);

    for (const member of members) expect(await findLikedPosts(member, postId)).toEqual([postId]);
    expect(await findLikedPosts(randomUUID(), postId)).toEqual([]);
  });

  it('finds the likes of items that were stored without likers', async () => {
    const { postId, key } = await createPost();
    const earlierMember = randomUUID();
    const laterMember = randomUUID();
    await like(earlierMember, postId);
    const removal = { TableName: tableName(), Key: key, UpdateExpression: 'REMOVE likers' };
    await table.send(new UpdateCommand(removal));
    await like(laterMember, postId);

    expect(await findLikedPosts(earlierMember, postId)).toEqual([postId]);
    expect(await findLikedPosts(laterMember, postId)).toEqual([postId]);

    await like(earlierMember, postId, { liked: false });
    expect(await findLikedPosts(earlierMember, postId)).toEqual([]);
    expect(await findLikedPosts(laterMember, postId)).toEqual([postId]);
  });
});
