import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket, fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { table } from '../table/client.ts';
import { readComments, storeComment } from '../table/comment.ts';
import { changeDepth } from '../table/ledger.ts';
import { getPost, hidePost, storePost } from '../table/post.ts';
import { createProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { addComment } from './add-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { purgePost } from './purge-post.ts';

let stop: () => Promise<void>;
let bucket: FakeBucket;
beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
  fakeUserPool();
});
afterAll(() => stop());

async function newMember(metres = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: metres * 100 });
  return { userId, username: userId, issuedAt: 1 };
}

async function newPost(userId: string, metres = 0, image?: { key: string; contentType: string; alt: string }) {
  const postId = ulid();
  const counts = { likeCount: 0, commentCount: 0 };

  await storePost({
    postId,
    userId,
    content: 'Ahoy',
    image,
    createdAt: '2026-11-21T00:00:00.000Z',
    depth: metres * 1e6,
    ...counts,
  });

  return postId;
}

describe('addComment', () => {
  it('stores a comment and returns it with the new count', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    const postId = await newPost(ada.userId);
    await addComment(ada, { postId, text: 'First' });

    expect(await addComment(ben, { postId, text: 'Hello' })).toEqual({
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
    expect((await readComments(postId, 10)).rows.map((row) => unseal(row).text)).toEqual(['Hello', 'First']);
  });

  it('stores one comment per idempotency key, and rejects the key for other text', async () => {
    const ada = await newMember();
    const postId = await newPost(ada.userId);
    const idempotencyKey = randomUUID();
    const first = await addComment(ada, { postId, text: 'Hello', idempotencyKey });

    expect(await addComment(ada, { postId, text: 'Hello', idempotencyKey })).toEqual(first);
    await expect(addComment(ada, { postId, text: 'Other', idempotencyKey })).rejects.toMatchObject({
      code: 'Conflict',
    });

    await addComment(ada, { postId, text: 'Hello' });
    expect(unseal(await getPost(postId))?.commentCount).toBe(2);

    await deleteComment(ada, { postId, commentId: first.comment.id });
    await expect(addComment(ada, { postId, text: 'Hello', idempotencyKey })).rejects.toMatchObject({
      code: 'Conflict',
    });
  });

  it('rejects posts that are above the caller, deleted, or deleted meanwhile', async () => {
    const [ada, ben] = [await newMember(), await newMember(5)];
    const [above, deleted, racing] = [
      await newPost(ben.userId, 5),
      await newPost(ben.userId),
      await newPost(ben.userId),
    ];
    await hidePost({ postId: deleted, userId: ben.userId });

    for (const postId of [above, deleted, ulid()]) {
      await expect(addComment(ada, { postId, text: 'Hello' })).rejects.toMatchObject({ code: 'NotFound' });
    }

    beforeNext(table, 'TransactWriteItemsCommand', () => hidePost({ postId: racing, userId: ben.userId }));
    await expect(addComment(ada, { postId: racing, text: 'Hello' })).rejects.toMatchObject({ code: 'NotFound' });
    expect((await readComments(racing, 10)).rows).toEqual([]);
  });

  it("counts another member's comment that was stored at the same time", async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    const postId = await newPost(ada.userId);
    beforeNext(table, 'TransactWriteItemsCommand', () => addComment(ben, { postId, text: 'First' }));
    expect(await addComment(ada, { postId, text: 'Hello' })).toMatchObject({ commentCount: 2 });
  });

  it('returns count 0 if the post is deleted while the comment is repeated', async () => {
    const ada = await newMember();
    const postId = await newPost(ada.userId);
    const input = { postId, text: 'Hello', idempotencyKey: ulid() };

    await addComment(ada, input);
    // Reads of the profile, the post, its author, the idempotency record, the comment, and then the count.
    beforeNext(table, 'GetItemCommand', () => hidePost({ postId, userId: ada.userId }), { skip: 5 });

    expect(await addComment(ada, input)).toMatchObject({ commentCount: 0 });
  });
});

describe('deleteComment', () => {
  it("deletes the caller's own comment, even after the post's author has risen above", async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    const postId = await newPost(ben.userId, 5);
    const storedComment = {
      commentId: ulid(),
      postId,
      userId: ada.userId,
      text: 'Hello',
      createdAt: '2026-11-21T00:00:00.000Z',
    };

    await storeComment(storedComment, { userId: ada.userId, depth: 5e6 }, []);
    await storeComment({ ...storedComment, commentId: ulid() }, { userId: ada.userId, depth: 5e6 }, []);

    expect(await deleteComment(ada, storedComment)).toEqual({ commentCount: 1 });
  });

  it('rejects comments of others, unknown comments, and posts above the caller', async () => {
    const [ada, ben] = [await newMember(), await newMember(5)];
    const [post, above] = [await newPost(ben.userId), await newPost(ben.userId, 5)];
    const { comment } = await addComment(ben, { postId: post, text: 'Hello' });
    const commentAbove = await addComment(ben, { postId: above, text: 'Hello' });

    await expect(deleteComment(ada, { postId: post, commentId: comment.id })).rejects.toMatchObject({ code: 'NotYou' });
    for (const address of [
      { postId: post, commentId: ulid() },
      { postId: above, commentId: commentAbove.comment.id },
    ]) {
      await expect(deleteComment(ada, address)).rejects.toMatchObject({ code: 'NotFound' });
    }
    expect(unseal(await getPost(post))?.commentCount).toBe(1);
  });

  it('rejects a comment that is deleted meanwhile, and returns count 0 once the post is deleted', async () => {
    const ada = await newMember();
    const postId = await newPost(ada.userId);
    const { comment } = await addComment(ada, { postId, text: 'Hello' });
    const address = { postId, commentId: comment.id };

    beforeNext(table, 'TransactWriteItemsCommand', () => deleteComment(ada, address));
    await expect(deleteComment(ada, address)).rejects.toMatchObject({ code: 'NotFound' });

    const last = await addComment(ada, { postId, text: 'Hello' });
    await hidePost({ postId, userId: ada.userId });
    expect(await deleteComment(ada, { postId, commentId: last.comment.id })).toEqual({ commentCount: 0 });
  });
});

describe('purgePost', () => {
  const always = () => true;

  it('deletes comments and picture of a hidden post, in pages', async () => {
    const ada = await newMember();
    const image = { key: `posts/${ada.userId}/${ulid()}/a.png`, contentType: 'image/png', alt: '' };
    bucket.put(image.key, 'picture');
    const postId = await newPost(ada.userId, 0, image);
    for (let count = 0; count < 101; count++) {
      const storedComment = {
        commentId: ulid(),
        postId,
        userId: ada.userId,
        text: '',
        createdAt: '2026-11-21T00:00:00.000Z',
      };
      await storeComment(
        { ...storedComment, commentId: `${storedComment.commentId}${count}` },
        { userId: ada.userId, depth: 0 },
        [],
      );
    }
    await hidePost({ postId, userId: ada.userId });

    expect(await purgePost(postId, () => false)).toBe(false);
    expect((await readComments(postId, 100)).rows).toHaveLength(1);
    expect(bucket.objects.has(image.key)).toBe(true);
    expect(await purgePost(postId, () => false)).toBe(true);
    expect((await readComments(postId, 100)).rows).toEqual([]);
    expect(bucket.objects.has(image.key)).toBe(false);
    expect(unseal(await getPost(postId))).not.toHaveProperty('userId');
    expect(await purgePost(postId, always)).toBe(true);
  });

  it('deletes no object for a post without a picture', async () => {
    const ada = await newMember();
    const postId = await newPost(ada.userId);
    await hidePost({ postId, userId: ada.userId });
    bucket.beforeRequest = (command) => expect(command).toBe('no request');
    expect(await purgePost(postId, always)).toBe(true);

    bucket.beforeRequest = () => {};
  });

  it('keeps a post that is not hidden, and ignores an unknown one', async () => {
    const ada = await newMember();
    const postId = await newPost(ada.userId);
    expect(await purgePost(postId, always)).toBe(true);
    expect(await purgePost(ulid(), always)).toBe(true);
    expect(unseal(await getPost(postId))).toMatchObject({ content: 'Ahoy' });
  });

  it('can be repeated if a comment could not be deleted', async () => {
    const ada = await newMember();
    const postId = await newPost(ada.userId);
    await addComment(ada, { postId, text: 'Hello' });
    await hidePost({ postId, userId: ada.userId });
    beforeNext(table, 'DeleteItemCommand', () => {
      throw new ProvisionedThroughputExceededException({ message: 'Busy', $metadata: {} });
    });

    await expect(purgePost(postId, always)).rejects.toThrow('Busy');
    expect(unseal(await getPost(postId))).toMatchObject({ userId: ada.userId });
    expect(await purgePost(postId, always)).toBe(true);
    expect((await readComments(postId, 100)).rows).toEqual([]);
  });
});
