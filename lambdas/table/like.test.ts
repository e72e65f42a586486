import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import type { ItemKey } from './item-types.ts';
import { postKey } from './keys.ts';
import { findLiked, purgeLike, setLike } from './like.ts';
import { addPost, getPost, hidePost, writePostTombstone } from './post.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

const DEPTH = 1000;
const viewerAt = (depth: number) => ({ userId: randomUUID(), depth });

async function newPost(userId = 'ada'): Promise<{ postId: string; key: ItemKey }> {
  const postId = ulid();
  const createdAt = '2026-11-21T00:00:00.000Z';
  await addPost({ postId, userId, content: 'Ahoy', createdAt, depth: DEPTH, likeCount: 0, commentCount: 0 });
  return { postId, key: postKey(postId) };
}

const likesOf = async (postId: string) => (await getPost(postId))?.likeCount;

describe('setLike', () => {
  it('adds and removes a like, each once', async () => {
    const { postId, key } = await newPost();
    const viewer = viewerAt(DEPTH);
    // An item as it was read has more than its key.
    const item = { ...key, content: 'Ahoy' };
    expect(await setLike(viewer, item, true)).toBe('changed');
    expect(await setLike(viewer, item, true)).toBe('unchanged');
    expect(await likesOf(postId)).toBe(1);
    expect(await findLiked(viewer.userId, [key])).toEqual(new Set([key.pk]));
    expect(await setLike(viewer, item, false)).toBe('changed');
    expect(await setLike(viewer, item, false)).toBe('unchanged');
    expect(await likesOf(postId)).toBe(0);
    expect(await findLiked(viewer.userId, [key])).toEqual(new Set());
  });

  it('refuses items above the viewer, except their own', async () => {
    const author = viewerAt(0);
    const { postId, key } = await newPost(author.userId);
    expect(await setLike(viewerAt(DEPTH - 1), key, true)).toBe('refused');
    expect(await likesOf(postId)).toBe(0);
    expect(await setLike(author, key, true)).toBe('changed');
    expect(await setLike(viewerAt(DEPTH), key, true)).toBe('changed');
    expect(await likesOf(postId)).toBe(2);
  });

  it('refuses deleted and missing items, also if they were liked before', async () => {
    const { postId, key } = await newPost();
    const viewer = viewerAt(DEPTH);
    await setLike(viewer, key, true);
    await hidePost(postId, 'ada');
    expect(await setLike(viewer, key, true)).toBe('refused');
    expect(await setLike(viewer, key, false)).toBe('refused');
    expect(await setLike(viewer, postKey(ulid()), true)).toBe('refused');
  });
});

describe('purgeLike', () => {
  it('deletes a like and decrements the count, once, whatever the depth of the member is', async () => {
    const { postId, key } = await newPost();
    const viewer = viewerAt(DEPTH);
    await setLike(viewer, key, true);
    await setLike(viewerAt(DEPTH), key, true);
    await purgeLike(viewer.userId, { ...key, content: 'Ahoy' } as ItemKey);
    const calls = await countCalls(table, () => purgeLike(viewer.userId, key));
    expect(calls).toEqual({ TransactWriteItemsCommand: 1 });
    expect(await likesOf(postId)).toBe(1);
    expect(await findLiked(viewer.userId, [key])).toEqual(new Set());
  });

  it('deletes a like of an item that no longer exists', async () => {
    const { key } = await newPost();
    const viewer = viewerAt(DEPTH);
    await setLike(viewer, key, true);
    const gone = postKey(ulid());
    await expect(purgeLike(viewer.userId, gone)).resolves.toBeUndefined();
    const calls = await countCalls(table, () => purgeLike(viewer.userId, gone));
    expect(calls).toEqual({ TransactWriteItemsCommand: 1 });
  });

  it('deletes a like whose item was deleted, without creating the item again', async () => {
    const { postId, key } = await newPost();
    const viewer = viewerAt(DEPTH);
    await setLike(viewer, key, true);
    await table.send(new DeleteCommand({ TableName: tableName(), Key: key }));
    await purgeLike(viewer.userId, key);
    expect(await findLiked(viewer.userId, [key])).toEqual(new Set());
    expect(await getPost(postId)).toBeUndefined();
  });

  it('deletes a like of a purged post, and adds nothing to its tombstone', async () => {
    const { postId, key } = await newPost();
    const viewer = viewerAt(DEPTH);
    await setLike(viewer, key, true);
    await writePostTombstone(postId);
    const tombstone = await getPost(postId);
    await purgeLike(viewer.userId, key);
    expect(await findLiked(viewer.userId, [key])).toEqual(new Set());
    expect(await getPost(postId)).toEqual(tombstone);
  });
});

describe('findLiked', () => {
  it("returns only the viewer's own likes among these items", async () => {
    const [one, two, other] = [await newPost(), await newPost(), await newPost()];
    const viewer = viewerAt(DEPTH);
    await setLike(viewer, one.key, true);
    await setLike(viewer, other.key, true);
    await setLike(viewerAt(DEPTH), two.key, true);
    expect(await findLiked(viewer.userId, [one.key, two.key])).toEqual(new Set([one.key.pk]));
  });
});
