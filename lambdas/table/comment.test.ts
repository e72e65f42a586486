import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import { deleteCommentItem, getComment, purgeComment, readCommentIds, storeComment } from './comment.ts';
import { buildResultPut } from './idempotency.ts';
import { postKey } from './keys.ts';
import { getPost, hidePost, type StoredComment, storePost } from './post.ts';
import { unseal } from './sealed.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

const DEPTH = 1000;

async function newPost(depth = DEPTH): Promise<string> {
  const postId = ulid();
  const counts = { likeCount: 0, commentCount: 0 };
  await storePost({ postId, userId: 'ada', content: 'Ahoy', createdAt: '2026-11-21T00:00:00.000Z', depth, ...counts });
  return postId;
}

const commentOf = (postId: string, commentId: string, text = 'Hello'): StoredComment => ({
  commentId,
  postId,
  userId: 'ben',
  text,
  createdAt: '2026-11-21T00:00:00.000Z',
});

const add = (comment: StoredComment) => storeComment(comment, { userId: 'ben', depth: DEPTH }, []);

/** Comment IDs in the order of time. */
function idsOf(count: number): string[] {
  const ids = [ulid()];
  while (ids.length < count) ids.push(incrementBase32(ids.at(-1)!));
  return ids;
}

/** Creates a post with comments and returns its ID and theirs, oldest first. */
async function postWithComments(count: number): Promise<{ postId: string; ids: string[] }> {
  const postId = await newPost();
  const ids = idsOf(count);
  for (const id of ids) expect(await add(commentOf(postId, id))).toBe('created');
  return { postId, ids };
}

/** Checks that the post's count and newest comment match its comments. */
async function expectConsistent(postId: string, ids: readonly string[]): Promise<void> {
  const [post, { commentIds }] = await Promise.all([getPost(postId).then(unseal), readCommentIds(postId, 100)]);
  expect(commentIds).toEqual([...ids].reverse());
  expect(post?.commentCount).toBe(ids.length);
  expect(post?.newestComment).toEqual(ids.length > 0 ? commentOf(postId, ids.at(-1)!) : undefined);
}

describe('storeComment', () => {
  it('counts a comment and copies it to the post', async () => {
    const { postId, ids } = await postWithComments(2);
    await expectConsistent(postId, ids);
    expect(unseal(await getComment(postId, ids[0]!))).toMatchObject(commentOf(postId, ids[0]!));
  });

  it('keeps the comment with the greatest ID as the newest if an older one is stored later', async () => {
    const postId = await newPost();
    const [older, newer] = idsOf(2) as [string, string];
    await add(commentOf(postId, newer));
    await add(commentOf(postId, older));
    await expectConsistent(postId, [older, newer]);
  });

  it.each([
    ['newer', [0, 1]],
    ['older', [1, 0]],
  ])('keeps the newest if a %s comment is stored between the read and the write', async (_, [first, second]) => {
    const postId = await newPost();
    const ids = idsOf(2);
    const interrupted = beforeNext(table, 'TransactWriteItemsCommand', async () => {
      expect(await add(commentOf(postId, ids[second!]!))).toBe('created');
    });

    expect(await add(commentOf(postId, ids[first!]!))).toBe('created');
    expect(interrupted()).toBe(true);
    await expectConsistent(postId, ids);
  });

  it('refuses a comment on a post that is missing, deleted, or above the author', async () => {
    const [hidden, above] = [await newPost(), await newPost(DEPTH + 1)];
    await hidePost({ postId: hidden, userId: 'ada' });
    for (const postId of [ulid(), hidden, above]) {
      const comment = commentOf(postId, ulid());
      const calls = await countCalls(table, async () => expect(await add(comment)).toBe('refused'));
      // A refusal is final, so the transaction isn't repeated.
      expect(calls.TransactWriteItemsCommand).toBe(1);
      expect(unseal(await getComment(postId, comment.commentId))).toBeUndefined();
    }
  });

  it('lets authors comment on their own posts above them', async () => {
    const postId = await newPost(DEPTH + 1);
    const comment = { ...commentOf(postId, ulid()), userId: 'ada' };
    expect(await storeComment(comment, { userId: 'ada', depth: 0 }, [])).toBe('created');
  });

  it('refuses a comment on a post that is hidden between the read and the write', async () => {
    const postId = await newPost();
    beforeNext(table, 'TransactWriteItemsCommand', () => hidePost({ postId, userId: 'ada' }));
    expect(await add(commentOf(postId, ulid()))).toBe('refused');
    expect((await readCommentIds(postId, 10)).commentIds).toEqual([]);
  });

  it('stores nothing if a condition of the additional writes fails', async () => {
    const postId = await newPost();
    const key = { userId: randomUUID(), kind: 'COMMENT', key: 'once' } as const;
    const [first, second] = idsOf(2) as [string, string];
    const addOnce = (id: string) =>
      storeComment(commentOf(postId, id), { userId: 'ben', depth: DEPTH }, [buildResultPut(key, id)]);
    expect(await addOnce(first)).toBe('created');

    const calls = await countCalls(table, async () => expect(await addOnce(second)).toBe('condition-failed'));
    expect(calls.TransactWriteItemsCommand).toBe(1);
    await expectConsistent(postId, [first]);
  });

  it('stores nothing if a condition of the additional writes fails while another comment becomes the newest', async () => {
    const postId = await newPost();
    const key = { userId: randomUUID(), kind: 'COMMENT', key: 'once' } as const;
    const [first, second, third] = idsOf(3) as [string, string, string];
    const addOnce = (id: string) =>
      storeComment(commentOf(postId, id), { userId: 'ben', depth: DEPTH }, [buildResultPut(key, id)]);
    expect(await addOnce(first)).toBe('created');

    beforeNext(table, 'TransactWriteItemsCommand', () => add(commentOf(postId, third)));
    expect(await addOnce(second)).toBe('condition-failed');
    await expectConsistent(postId, [first, third]);
  });

  it('stores the same comment once', async () => {
    const { postId, ids } = await postWithComments(1);
    const calls = await countCalls(table, async () =>
      expect(await add(commentOf(postId, ids[0]!, 'Other text'))).toBe('condition-failed'),
    );

    expect(calls.TransactWriteItemsCommand).toBe(1);
    await expectConsistent(postId, ids);
  });
});

describe('deleteCommentItem', () => {
  it.each([0, 1, 2])('keeps count and newest comment right without comment %i of three', async (index) => {
    const { postId, ids } = await postWithComments(3);
    expect(await deleteCommentItem({ postId, commentId: ids[index]! })).toBe(2);
    await expectConsistent(postId, ids.toSpliced(index, 1));
  });

  it('leaves no newest comment after the only one is deleted', async () => {
    const { postId, ids } = await postWithComments(1);
    expect(await deleteCommentItem({ postId, commentId: ids[0]! })).toBe(0);
    await expectConsistent(postId, []);
  });

  it('returns undefined for a comment that is already deleted, and counts it once', async () => {
    const { postId, ids } = await postWithComments(2);
    const address = { postId, commentId: ids[0]! };
    await deleteCommentItem(address);
    const calls = await countCalls(table, async () => expect(await deleteCommentItem(address)).toBeUndefined());

    expect(calls.TransactWriteItemsCommand).toBe(1);
    await expectConsistent(postId, [ids[1]!]);
  });

  it('deletes a comment once if another call deletes it between the read and the write', async () => {
    const { postId, ids } = await postWithComments(2);
    const address = { postId, commentId: ids[1]! };
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteCommentItem(address));
    expect(await deleteCommentItem(address)).toBeUndefined();
    await expectConsistent(postId, [ids[0]!]);
  });

  it('removes the newest while the previous one is deleted: the one before becomes the newest', async () => {
    const { postId, ids } = await postWithComments(3);
    const interrupted = beforeNext(table, 'TransactWriteItemsCommand', () =>
      deleteCommentItem({ postId, commentId: ids[1]! }),
    );

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBe(1);
    expect(interrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!]);
  });

  it('removes the newest if the previous one is deleted between the read of the post and of its comments', async () => {
    const { postId, ids } = await postWithComments(3);
    const deletePrevious = () => deleteCommentItem({ postId, commentId: ids[1]! });
    const interrupted = beforeNext(table, 'QueryCommand', deletePrevious);

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBe(1);

    expect(interrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!]);
  });

  it('removes the newest if the previous one is deleted before the post is read', async () => {
    const { postId, ids } = await postWithComments(3);
    const deletePrevious = () => deleteCommentItem({ postId, commentId: ids[1]! });
    const interrupted = beforeNext(table, 'GetItemCommand', deletePrevious);

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBe(1);

    expect(interrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!]);
  });

  it('removes the newest while the previous one is deleted and an older one is added, which keeps the count', async () => {
    const { postId, ids } = await postWithComments(4);
    await deleteCommentItem({ postId, commentId: ids[1]! });
    const interrupted = beforeNext(table, 'TransactWriteItemsCommand', async () => {
      await deleteCommentItem({ postId, commentId: ids[2]! });
      await add(commentOf(postId, ids[1]!));
    });

    expect(await deleteCommentItem({ postId, commentId: ids[3]! })).toBeDefined();
    expect(interrupted()).toBe(true);
    await expectConsistent(postId, [ids[0]!, ids[1]!]);
  });

  it('removes the newest of a post whose comments were stored before changes were counted', async () => {
    const { postId, ids } = await postWithComments(3);
    await table.send(
      new UpdateCommand({ TableName: tableName(), Key: postKey(postId), UpdateExpression: 'REMOVE commentChanges' }),
    );
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteCommentItem({ postId, commentId: ids[1]! }));

    expect(await deleteCommentItem({ postId, commentId: ids[2]! })).toBeDefined();
    await expectConsistent(postId, [ids[0]!]);
  });

  it('removes the newest while a newer one is added: the added one stays the newest', async () => {
    const { postId, ids } = await postWithComments(2);
    const newer = incrementBase32(ids[1]!);
    beforeNext(table, 'TransactWriteItemsCommand', () => add(commentOf(postId, newer)));
    expect(await deleteCommentItem({ postId, commentId: ids[1]! })).toBeDefined();
    await expectConsistent(postId, [ids[0]!, newer]);
  });

  it('removes a comment that becomes the newest between the read and the write', async () => {
    const { postId, ids } = await postWithComments(3);
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteCommentItem({ postId, commentId: ids[2]! }));
    expect(await deleteCommentItem({ postId, commentId: ids[1]! })).toBeDefined();
    await expectConsistent(postId, [ids[0]!]);
  });

  it('deletes comments of a hidden post without changing its count', async () => {
    const { postId, ids } = await postWithComments(2);
    await hidePost({ postId, userId: 'ada' });

    expect(await deleteCommentItem({ postId, commentId: ids[1]! })).toBeDefined();
    expect(unseal(await getComment(postId, ids[1]!))).toBeUndefined();
    expect(unseal(await getPost(postId))).toMatchObject({ commentCount: 2 });
    expect(unseal(await getPost(postId))).not.toHaveProperty('newestComment');
  });
});

describe('readCommentIds', () => {
  it('returns every comment over all pages, newest first', async () => {
    const { postId, ids } = await postWithComments(5);
    const first = await readCommentIds(postId, 3);
    expect(first.commentIds).toEqual([ids[4], ids[3], ids[2]]);

    const second = await readCommentIds(postId, 3, first.next!);
    expect(second.commentIds).toEqual([ids[1], ids[0]]);
    expect(second.next).toBeNull();
  });
});

describe('purgeComment', () => {
  it('deletes a comment without changing the count of its post', async () => {
    const { postId, ids } = await postWithComments(1);
    await purgeComment(commentOf(postId, ids[0]!));
    expect((await readCommentIds(postId, 10)).commentIds).toEqual([]);
    expect(unseal(await getPost(postId))?.commentCount).toBe(1);
  });
});
