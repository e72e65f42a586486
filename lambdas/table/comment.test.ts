/** Tests of comments. A post keeps a count of its comments and a copy of the newest, despite concurrent changes. */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import { deleteCommentItem, getComment, purgeComment, readCommentIds, storeComment } from './comment.ts';
import { buildResultPut, type IdempotencyKey } from './idempotency.ts';
import { postKey } from './keys.ts';
import { getPost, hidePost, type StoredComment, storePost } from './post.ts';
import { unseal } from './sealed.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/** Depth of most posts and of the member Ben, in micrometres. Members can comment at or below their depth. */
const DEPTH = 1000;

const BEN = { userId: 'ben', depth: DEPTH };

async function createPost(depth = DEPTH): Promise<string> {
  const postId = ulid();
  const counts = { likeCount: 0, commentCount: 0 };
  await storePost({ postId, userId: 'ada', content: 'Ahoy', createdAt: '2026-11-21T00:00:00.000Z', depth, ...counts });
  return postId;
}

const buildComment = (postId: string, commentId: string, text = 'Hello'): StoredComment => ({
  commentId,
  postId,
  userId: 'ben',
  text,
  createdAt: '2026-11-21T00:00:00.000Z',
});

const addComment = (comment: StoredComment) => storeComment(comment, BEN);

/** Stores a comment, together with the result of a request with an idempotency key. The result can be stored once. */
const addCommentOnce = (comment: StoredComment, key: IdempotencyKey) =>
  storeComment(comment, BEN, { furtherWrites: [buildResultPut(key, comment.commentId)] });

/** Returns comment IDs, oldest first. */
function buildIds(count: number): string[] {
  const ids = [ulid()];
  while (ids.length < count) ids.push(incrementBase32(ids.at(-1)!));
  return ids;
}

/** Creates a post with comments. Returns the ID of the post, and the IDs of the comments, oldest first. */
async function createPostWithComments(count: number): Promise<{ postId: string; ids: string[] }> {
  const postId = await createPost();
  const ids = buildIds(count);
  for (const id of ids) expect(await addComment(buildComment(postId, id))).toBe('created');
  return { postId, ids };
}

/** Checks that the post's count and newest comment match its comments. */
async function expectConsistent(postId: string, ids: readonly string[]): Promise<void> {
  const [post, { commentIds }] = await Promise.all([getPost(postId).then(unseal), readCommentIds(postId, 100)]);
  expect(commentIds).toEqual([...ids].reverse());
  expect(post?.commentCount).toBe(ids.length);
  expect(post?.newestComment).toEqual(ids.length > 0 ? buildComment(postId, ids.at(-1)!) : undefined);
}

describe('storeComment', () => {
  it('counts each comment, and copies the newest one to the post', async () => {
    const { postId, ids } = await createPostWithComments(2);
    await expectConsistent(postId, ids);
    expect(unseal(await getComment(postId, ids[0]!))).toMatchObject(buildComment(postId, ids[0]!));
  });

  it('keeps the comment with the greatest ID as the newest if an older comment is stored later', async () => {
    const postId = await createPost();
    const [olderId, newerId] = buildIds(2) as [string, string];

    await addComment(buildComment(postId, newerId));
    await addComment(buildComment(postId, olderId));

    await expectConsistent(postId, [olderId, newerId]);
  });

  it.each([
    ['newer', [0, 1]],
    ['older', [1, 0]],
  ])('keeps the newest comment if a %s one is stored between the read and the write', async (_, indexes) => {
    const [index, interruptingIndex] = indexes;
    const postId = await createPost();
    const ids = buildIds(2);
    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', async () => {
      expect(await addComment(buildComment(postId, ids[interruptingIndex!]!))).toBe('created');
    });

    expect(await addComment(buildComment(postId, ids[index!]!))).toBe('created');

    expect(wasInterrupted()).toBe(true);
    await expectConsistent(postId, ids);
  });

  it('refuses a comment on a post that is missing, deleted, or above the author', async () => {
    const hiddenPostId = await createPost();
    const higherPostId = await createPost(DEPTH + 1);
    await hidePost({ postId: hiddenPostId, userId: 'ada' });

    for (const postId of [ulid(), hiddenPostId, higherPostId]) {
      const comment = buildComment(postId, ulid());
      const calls = await countCalls(table, async () => expect(await addComment(comment)).toBe('refused'));

      // A refusal is final, so the transaction isn't repeated.
      expect(calls.TransactWriteItemsCommand).toBe(1);
      expect(unseal(await getComment(postId, comment.commentId))).toBeUndefined();
    }
  });

  it('lets authors comment on their own posts above them', async () => {
    const postId = await createPost(DEPTH + 1);
    const comment = { ...buildComment(postId, ulid()), userId: 'ada' };
    expect(await storeComment(comment, { userId: 'ada', depth: 0 })).toBe('created');
  });

  it('refuses a comment on a post that is hidden between the read and the write', async () => {
    const postId = await createPost();
    beforeNext(table, 'TransactWriteItemsCommand', () => hidePost({ postId, userId: 'ada' }));

    expect(await addComment(buildComment(postId, ulid()))).toBe('refused');
    expect((await readCommentIds(postId, 10)).commentIds).toEqual([]);
  });

  it('stores nothing if the condition of an additional write fails', async () => {
    const postId = await createPost();
    const key = { userId: randomUUID(), kind: 'COMMENT', key: 'once' } as const;
    const [firstId, secondId] = buildIds(2) as [string, string];
    expect(await addCommentOnce(buildComment(postId, firstId), key)).toBe('created');

    const calls = await countCalls(table, async () =>
      expect(await addCommentOnce(buildComment(postId, secondId), key)).toBe('condition-failed'),
    );

    expect(calls.TransactWriteItemsCommand).toBe(1);
    await expectConsistent(postId, [firstId]);
  });

  it('stores nothing if an additional write fails while another comment becomes the newest', async () => {
    const postId = await createPost();
    const key = { userId: randomUUID(), kind: 'COMMENT', key: 'once' } as const;
    const [firstId, secondId, thirdId] = buildIds(3) as [string, string, string];
    expect(await addCommentOnce(buildComment(postId, firstId), key)).toBe('created');

    beforeNext(table, 'TransactWriteItemsCommand', () => addComment(buildComment(postId, thirdId)));

    expect(await addCommentOnce(buildComment(postId, secondId), key)).toBe('condition-failed');
    await expectConsistent(postId, [firstId, thirdId]);
  });

  it('stores the same comment once', async () => {
    const { postId, ids } = await createPostWithComments(1);
    const calls = await countCalls(table, async () =>
      expect(await addComment(buildComment(postId, ids[0]!, 'Other text'))).toBe('condition-failed'),
    );

    expect(calls.TransactWriteItemsCommand).toBe(1);
    await expectConsistent(postId, ids);
  });
});

describe('deleteCommentItem', () => {
  it.each([0, 1, 2])('updates the count and the newest comment if comment %i of three is deleted', async (index) => {
    const { postId, ids } = await createPostWithComments(3);

    expect(await deleteCommentItem({ postId, commentId: ids[index]! })).toBe(2);
    await expectConsistent(postId, ids.toSpliced(index, 1));
  });

  it('removes the newest comment from the post when the only comment is deleted', async () => {
    const { postId, ids } = await createPostWithComments(1);
    expect(await deleteCommentItem({ postId, commentId: ids[0]! })).toBe(0);
    await expectConsistent(postId, []);
  });

  it('returns undefined for a comment that is already deleted, and keeps the count', async () => {
    const { postId, ids } = await createPostWithComments(2);
    const address = { postId, commentId: ids[0]! };
    await deleteCommentItem(address);

    const calls = await countCalls(table, async () => expect(await deleteCommentItem(address)).toBeUndefined());

    expect(calls.TransactWriteItemsCommand).toBe(1);
    await expectConsistent(postId, [ids[1]!]);
  });

  it('deletes a comment once if another call deletes it between the read and the write', async () => {
    const { postId, ids } = await createPostWithComments(2);
    const address = { postId, commentId: ids[1]! };
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteCommentItem(address));

    expect(await deleteCommentItem(address)).toBeUndefined();
    await expectConsistent(postId, [ids[0]!]);
  });

  it('makes the oldest comment the newest if the two newer ones are deleted concurrently', async () => {
    const { postId, ids } = await createPostWithComments(3);
    const deletePrevious = () => deleteCommentItem({ postId, commentId: ids[1]! });
    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', deletePrevious);

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBe(1);

    expect(wasInterrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!]);
  });

  it('deletes the newest comment if the comment before it is deleted after the read of the post', async () => {
    const { postId, ids } = await createPostWithComments(3);
    const deletePrevious = () => deleteCommentItem({ postId, commentId: ids[1]! });
    const wasInterrupted = beforeNext(table, 'QueryCommand', deletePrevious);

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBe(1);

    expect(wasInterrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!]);
  });

  it('deletes the newest comment if the comment before it is deleted before the read of the post', async () => {
    const { postId, ids } = await createPostWithComments(3);
    const deletePrevious = () => deleteCommentItem({ postId, commentId: ids[1]! });
    const wasInterrupted = beforeNext(table, 'GetItemCommand', deletePrevious);

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBe(1);

    expect(wasInterrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!]);
  });

  it('deletes the newest comment if another deletion and an addition leave the count unchanged', async () => {
    const { postId, ids } = await createPostWithComments(4);
    await deleteCommentItem({ postId, commentId: ids[1]! });

    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', async () => {
      await deleteCommentItem({ postId, commentId: ids[2]! });
      await addComment(buildComment(postId, ids[1]!));
    });

    expect(await deleteCommentItem({ postId, commentId: ids[3]! })).toBeDefined();

    expect(wasInterrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!, ids[1]!]);
  });

  it('deletes the newest comment of a post that an earlier version stored without a count of changes', async () => {
    const { postId, ids } = await createPostWithComments(3);
    await table.send(
      new UpdateCommand({ TableName: tableName(), Key: postKey(postId), UpdateExpression: 'REMOVE commentChanges' }),
    );
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteCommentItem({ postId, commentId: ids[1]! }));

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBeDefined();

    await expectConsistent(postId, [ids[0]!]);
  });

  it('keeps a comment as the newest that is added while the comment before it is deleted', async () => {
    const { postId, ids } = await createPostWithComments(2);
    const addedId = incrementBase32(ids[1]!);
    beforeNext(table, 'TransactWriteItemsCommand', () => addComment(buildComment(postId, addedId)));

    expect(await deleteCommentItem({ postId, commentId: ids[1]! })).toBeDefined();

    await expectConsistent(postId, [ids[0]!, addedId]);
  });

  it('deletes a comment that becomes the newest between the read and the write', async () => {
    const { postId, ids } = await createPostWithComments(3);
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteCommentItem({ postId, commentId: ids[2]! }));

    expect(await deleteCommentItem({ postId, commentId: ids[1]! })).toBeDefined();

    await expectConsistent(postId, [ids[0]!]);
  });

  it('deletes comments of a hidden post without changing its count', async () => {
    const { postId, ids } = await createPostWithComments(2);
    await hidePost({ postId, userId: 'ada' });

    expect(await deleteCommentItem({ postId, commentId: ids[1]! })).toBeDefined();

    expect(unseal(await getComment(postId, ids[1]!))).toBeUndefined();
    expect(unseal(await getPost(postId))).toMatchObject({ commentCount: 2 });
    expect(unseal(await getPost(postId))).not.toHaveProperty('newestComment');
  });
});

describe('readCommentIds', () => {
  it('returns every comment over all pages, newest first', async () => {
    const { postId, ids } = await createPostWithComments(5);

    const firstPage = await readCommentIds(postId, 3);
    expect(firstPage.commentIds).toEqual([ids[4], ids[3], ids[2]]);

    const secondPage = await readCommentIds(postId, 3, firstPage.next!);
    expect(secondPage.commentIds).toEqual([ids[1], ids[0]]);
    expect(secondPage.next).toBeNull();
  });
});

describe('purgeComment', () => {
  it('deletes a comment without changing the count of its post', async () => {
    const { postId, ids } = await createPostWithComments(1);

    await purgeComment(buildComment(postId, ids[0]!));

    expect((await readCommentIds(postId, 10)).commentIds).toEqual([]);
    expect(unseal(await getPost(postId))?.commentCount).toBe(1);
  });
});
