/** Tests of the endpoints for comments, and of the purge of a post with its comments. */
import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { changeDepth } from '../table/change-depth.ts';
import { table } from '../table/client.ts';
import { readComments, storeComment } from '../table/comment.ts';
import { getPost, hidePost, storePost } from '../table/post.ts';
import { createProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { addComment } from './add-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { purgePost } from './purge-post.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeUserPool();
});

afterAll(() => stopTable());

const CREATED_AT = '2026-11-21T00:00:00.000Z';

/** A metre, in micrometres. */
const METRE = 1_000_000;

/** Creates a member at a depth in metres. */
async function createMember(metres = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: metres * 100 });
  return { userId, username: userId, issuedAt: 1 };
}

/** Stores a post at a depth in metres. Returns its ID. */
async function createPost(userId: string, metres = 0, image?: { key: string; contentType: string; alt: string }) {
  const postId = ulid();
  await storePost({
    postId,
    userId,
    content: 'Ahoy',
    image,
    createdAt: CREATED_AT,
    depth: metres * METRE,
    likeCount: 0,
    commentCount: 0,
  });

  return postId;
}

describe('addComment', () => {
  it('stores a comment and returns it with the new count', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const postId = await createPost(ada.userId);
    await addComment(ada, { postId, text: 'First' });

    const response = await addComment(ben, { postId, text: 'Hello' });

    expect(response).toEqual({
      comment: {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        text: 'Hello',
        userId: ben.userId,
        username: 'Ada',
        userProfilePic: '',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      commentCount: 2,
    });
    const { rows } = await readComments(postId, 10);
    expect(rows.map((row) => unseal(row).text)).toEqual(['Hello', 'First']);
  });

  it('stores one comment per idempotency key, and rejects the key for another comment', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId);
    const request = { postId, text: 'Hello', idempotencyKey: randomUUID() };
    const firstResponse = await addComment(ada, request);

    expect(await addComment(ada, request)).toEqual(firstResponse);
    await expect(addComment(ada, { ...request, text: 'Other' })).rejects.toMatchObject({ code: 'Conflict' });

    // A request without a key stores another comment, even with the same text.
    await addComment(ada, { postId, text: 'Hello' });
    expect(unseal(await getPost(postId))?.commentCount).toBe(2);

    await deleteComment(ada, { postId, commentId: firstResponse.comment.id });
    await expect(addComment(ada, request)).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('rejects posts that are above the caller, deleted, or unknown', async () => {
    const ada = await createMember();
    const ben = await createMember(5);
    const idOfPostAbove = await createPost(ben.userId, 5);
    const idOfDeletedPost = await createPost(ben.userId);
    await hidePost({ postId: idOfDeletedPost, userId: ben.userId });

    for (const postId of [idOfPostAbove, idOfDeletedPost, ulid()]) {
      await expect(addComment(ada, { postId, text: 'Hello' })).rejects.toMatchObject({ code: 'NotFound' });
    }
  });

  it('rejects a post that is deleted while the comment is added', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const postId = await createPost(ben.userId);
    beforeNext(table, 'TransactWriteItemsCommand', () => hidePost({ postId, userId: ben.userId }));

    await expect(addComment(ada, { postId, text: 'Hello' })).rejects.toMatchObject({ code: 'NotFound' });
    expect((await readComments(postId, 10)).rows).toEqual([]);
  });

  it("counts another member's comment that was stored at the same time", async () => {
    const ada = await createMember();
    const ben = await createMember();
    const postId = await createPost(ada.userId);
    beforeNext(table, 'TransactWriteItemsCommand', () => addComment(ben, { postId, text: 'First' }));
    expect(await addComment(ada, { postId, text: 'Hello' })).toMatchObject({ commentCount: 2 });
  });

  it('returns count 0 if the post is deleted while the comment is repeated', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId);
    const input = { postId, text: 'Hello', idempotencyKey: ulid() };
    await addComment(ada, input);

    // Skips the reads of the profile, the post, its author, the idempotency record, and the comment. The next call
    // reads the count.
    beforeNext(table, 'GetItemCommand', () => hidePost({ postId, userId: ada.userId }), { skip: 5 });

    expect(await addComment(ada, input)).toMatchObject({ commentCount: 0 });
  });
});

describe('deleteComment', () => {
  it("deletes the caller's own comment, even after the post's author has risen above", async () => {
    const ada = await createMember();
    const ben = await createMember();
    const postId = await createPost(ben.userId, 5);
    const viewer = { userId: ada.userId, depth: 5 * METRE };
    const comment = { commentId: ulid(), postId, userId: ada.userId, text: 'Hello', createdAt: CREATED_AT };
    await storeComment(comment, viewer);
    await storeComment({ ...comment, commentId: ulid() }, viewer);

    // The count of a post above the caller is hidden.
    expect(await deleteComment(ada, comment)).toEqual({ commentCount: 0 });
    expect(unseal(await getPost(postId))?.commentCount).toBe(1);
  });

  it('returns the count of comments of a post that the caller sees', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId, 5);
    const { comment } = await addComment(ada, { postId, text: 'First' });
    await addComment(ada, { postId, text: 'Second' });

    expect(await deleteComment(ada, { postId, commentId: comment.id })).toEqual({ commentCount: 1 });
  });

  it('rejects comments of others, unknown comments, and posts above the caller', async () => {
    const ada = await createMember();
    const ben = await createMember(5);
    const postId = await createPost(ben.userId);
    const idOfPostAbove = await createPost(ben.userId, 5);
    const { comment } = await addComment(ben, { postId, text: 'Hello' });
    const { comment: commentAbove } = await addComment(ben, { postId: idOfPostAbove, text: 'Hello' });

    await expect(deleteComment(ada, { postId, commentId: comment.id })).rejects.toMatchObject({ code: 'NotYou' });

    for (const address of [
      { postId, commentId: ulid() },
      { postId: idOfPostAbove, commentId: commentAbove.id },
    ]) {
      await expect(deleteComment(ada, address)).rejects.toMatchObject({ code: 'NotFound' });
    }

    expect(unseal(await getPost(postId))?.commentCount).toBe(1);
  });

  it('rejects a comment that another call deletes at the same time', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId);
    const { comment } = await addComment(ada, { postId, text: 'Hello' });
    const address = { postId, commentId: comment.id };
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteComment(ada, address));

    await expect(deleteComment(ada, address)).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('returns count 0 after the post was deleted', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId);
    const { comment } = await addComment(ada, { postId, text: 'Hello' });
    await hidePost({ postId, userId: ada.userId });

    expect(await deleteComment(ada, { postId, commentId: comment.id })).toEqual({ commentCount: 0 });
  });
});

describe('purgePost', () => {
  const timeLeft = () => true;
  const noTimeLeft = () => false;

  it('deletes the comments of a hidden post in pages, and then its picture', async () => {
    const ada = await createMember();
    const image = { key: `posts/${ada.userId}/${ulid()}/a.png`, contentType: 'image/png', alt: '' };
    bucket.put(image.key, 'picture');
    const postId = await createPost(ada.userId, 0, image);

    // A page has 100 comments.
    for (let number = 1; number <= 101; number++) {
      const comment = { commentId: `${ulid()}${number}`, postId, userId: ada.userId, text: '', createdAt: CREATED_AT };
      await storeComment(comment, { userId: ada.userId, depth: 0 });
    }
    await hidePost({ postId, userId: ada.userId });

    expect(await purgePost(postId, noTimeLeft)).toBe(false);
    expect((await readComments(postId, 100)).rows).toHaveLength(1);
    expect(bucket.objects.has(image.key)).toBe(true);

    expect(await purgePost(postId, noTimeLeft)).toBe(true);
    expect((await readComments(postId, 100)).rows).toEqual([]);
    expect(bucket.objects.has(image.key)).toBe(false);
    expect(unseal(await getPost(postId))).not.toHaveProperty('userId');
    expect(await purgePost(postId, timeLeft)).toBe(true);
  });

  it('deletes no object for a post without a picture', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId);
    await hidePost({ postId, userId: ada.userId });
    bucket.beforeRequest = (command) => expect(command).toBe('no request');

    expect(await purgePost(postId, timeLeft)).toBe(true);

    bucket.beforeRequest = () => {};
  });

  it('keeps a post that is not hidden, and ignores an unknown one', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId);

    expect(await purgePost(postId, timeLeft)).toBe(true);
    expect(await purgePost(ulid(), timeLeft)).toBe(true);
    expect(unseal(await getPost(postId))).toMatchObject({ content: 'Ahoy' });
  });

  it('succeeds when it is repeated after a comment could not be deleted', async () => {
    const ada = await createMember();
    const postId = await createPost(ada.userId);
    await addComment(ada, { postId, text: 'Hello' });
    await hidePost({ postId, userId: ada.userId });
    beforeNext(table, 'DeleteItemCommand', () => {
      throw new ProvisionedThroughputExceededException({ message: 'Busy', $metadata: {} });
    });

    await expect(purgePost(postId, timeLeft)).rejects.toThrow('Busy');
    expect(unseal(await getPost(postId))).toMatchObject({ userId: ada.userId });

    expect(await purgePost(postId, timeLeft)).toBe(true);
    expect((await readComments(postId, 100)).rows).toEqual([]);
  });
});
