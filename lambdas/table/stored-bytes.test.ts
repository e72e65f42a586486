/**
 * Tests of the count of the bytes that a member stores. Files and pictures of posts share the count, so neither may
 * overwrite the other's bytes, and both together stay within the member's limit.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { changeDepth } from './change-depth.ts';
import { table, tableName } from './client.ts';
import { claim } from './conduct.ts';
import { getFile } from './file.ts';
import { creditFile, debitFile, recreditFile } from './file-credit.ts';
import { PENDING_PURGE } from './item-types.ts';
import { profileKey } from './keys.ts';
import { hideAccount } from './pending-purge.ts';
import { getPost, hidePost, type StoredPost, storePost } from './post.ts';
import { createProfile, getProfile, type Profile } from './profile.ts';
import { unseal } from './sealed.ts';
import { buildStoredBytesDecrease, buildStoredBytesIncrease } from './stored-bytes.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Maximum stored bytes of a new member. */
const LIMIT = allowedAmount('storedBytes', 'new');

/** Creates a member with stored bytes. Returns the profile from before the bytes were stored. */
async function createMember(storedBytes = 0): Promise<Profile> {
  const userId = randomUUID();
  const profile = await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const change = { userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: 0 } as const;
  if (storedBytes > 0) await changeDepth({ ...change, storedBytes });

  return profile;
}

/** Creates a member whose profile an earlier version of the product stored, without stored bytes. */
async function createLegacyMember(contributedBytes: number): Promise<Profile> {
  const profile = await createMember();
  await changeDepth({
    userId: profile.userId,
    source: 'test',
    sourceId: '2',
    bytes: contributedBytes,
    purchasedCm: 0,
  });

  const Key = profileKey(profile.userId);
  await table.send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression: 'REMOVE storedBytes' }));

  return profile;
}

async function readStoredBytes({ userId }: Pick<Profile, 'userId'>): Promise<number | undefined> {
  return unseal(await getProfile(userId, { consistent: true }))?.storedBytes;
}

/** Publishes a post with a picture of this size, and counts the picture. */
async function publish(author: Profile, size: number): Promise<{ postId: string; outcome: string }> {
  const postId = ulid();
  const image = { key: `posts/${author.userId}/${postId}/reef.png`, contentType: 'image/png', alt: '', size };
  const post: StoredPost = {
    postId,
    userId: author.userId,
    content: 'Ahoy',
    image,
    createdAt: new Date().toISOString(),
    depth: 0,
    likeCount: 0,
    commentCount: 0,
  };

  return { postId, outcome: await storePost(post, { limitWrites: claim(author, { storedBytes: size }).limitWrites }) };
}

/** Records a file of this size. Returns its storage key. */
async function storeFile({ userId }: Profile, size: number): Promise<string> {
  const id = ulid();
  const key = `files/${userId}/${id}/reef.png`;
  await creditFile({
    key,
    userId,
    fileName: 'reef.png',
    contentType: 'image/png',
    size,
    etag: id,
    checksum: id,
    uploadedAt: new Date().toISOString(),
    description: '',
    likeCount: 0,
    views: 0,
  });

  return key;
}

describe('buildStoredBytesIncrease', () => {
  it('adds bytes up to the limit, and keeps the version of the profile', async () => {
    const { userId } = await createMember();
    const { version } = unseal(await getProfile(userId, { consistent: true }))!;

    expect(await transact(() => [buildStoredBytesIncrease(userId, 7, 10)])).toBeUndefined();
    expect(await transact(() => [buildStoredBytesIncrease(userId, 4, 10)])).toEqual({ failed: [true] });
    expect(await transact(() => [buildStoredBytesIncrease(userId, 3, 10)])).toBeUndefined();

    expect(unseal(await getProfile(userId, { consistent: true }))).toMatchObject({ storedBytes: 10, version });
  });

  it('starts from the contributed bytes in a profile of an earlier version', async () => {
    const { userId } = await createLegacyMember(100);

    expect(await transact(() => [buildStoredBytesIncrease(userId, 6, 105)])).toEqual({ failed: [true] });
    expect(await transact(() => [buildStoredBytesIncrease(userId, 5, 105)])).toBeUndefined();

    expect(await readStoredBytes({ userId })).toBe(105);
  });

  it('fails for members without a profile', async () => {
    const deletedMember = await createMember();
    await hideAccount(deletedMember.userId);

    for (const userId of [deletedMember.userId, randomUUID()]) {
      expect(await transact(() => [buildStoredBytesIncrease(userId, 1, 10)])).toEqual({ failed: [true] });
    }
  });
});

describe('buildStoredBytesDecrease', () => {
  it('never subtracts more than the stored bytes', async () => {
    const { userId } = await createMember(7);

    expect(await transact(() => [buildStoredBytesDecrease(userId, 8)])).toEqual({ failed: [true] });
    expect(await transact(() => [buildStoredBytesDecrease(userId, 7)])).toBeUndefined();

    expect(await readStoredBytes({ userId })).toBe(0);
  });
});

describe('stored bytes of a file and a picture', () => {
  it('stores exactly one of a file and a picture that arrive concurrently if only one fits', async () => {
    for (let round = 0; round < 5; round++) {
      const author = await createMember(LIMIT - 100);

      const [picture, file] = await Promise.allSettled([publish(author, 100), storeFile(author, 100)]);

      const isPublished = picture.status === 'fulfilled' && picture.value.outcome === 'created';
      expect([isPublished, file.status === 'fulfilled'].toSorted()).toEqual([false, true]);
      if (file.status === 'rejected') expect(file.reason).toMatchObject({ limit: 'storedBytes' });
      expect(await readStoredBytes(author)).toBe(LIMIT);
    }
  });

  it("rejects a file if a picture takes the room between the file's check and its write", async () => {
    const author = await createMember(LIMIT - 100);
    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', () => publish(author, 1));

    await expect(storeFile(author, 100)).rejects.toMatchObject({ code: 'LimitReached', limit: 'storedBytes' });

    expect(wasInterrupted()).toBe(true);
    expect(await readStoredBytes(author)).toBe(LIMIT - 100 + 1);
  });

  it('counts a picture that arrives between the read and the write of a file', async () => {
    const author = await createMember();
    beforeNext(table, 'TransactWriteItemsCommand', () => publish(author, 7));

    await storeFile(author, 5);

    expect(await readStoredBytes(author)).toBe(7 + 5);
  });

  it('stores a file if a post is deleted before the file is checked again', async () => {
    const author = await createMember(LIMIT - 100);
    const { postId } = await publish(author, 60);
    // The check passes, with room for 40 bytes. The write fails, because the second post takes this room. Before the
    // repeated check, the second post is deleted, so the check passes again.
    beforeNext(table, 'TransactWriteItemsCommand', async () => {
      const secondPost = await publish(author, 40);
      beforeNext(table, 'GetItemCommand', async () => {
        await hidePost({ postId: secondPost.postId, userId: author.userId, image: { size: 40 } });
      });
    });

    const key = await storeFile(author, 30);

    expect(unseal(await getFile(key))).toMatchObject({ size: 30 });
    expect(await readStoredBytes(author)).toBe(LIMIT - 100 + 60 + 30);

    await hidePost({ postId, userId: author.userId, image: { size: 60 } });
    expect(await readStoredBytes(author)).toBe(LIMIT - 100 + 30);
  });

  it('starts from the contributed bytes in a profile of an earlier version', async () => {
    const author = await createLegacyMember(100);

    await Promise.all([publish(author, 7), storeFile(author, 5)]);

    expect(await readStoredBytes(author)).toBe(100 + 7 + 5);
  });

  it('counts replaced bytes of a file even if they exceed the limit', async () => {
    const author = await createMember(LIMIT - 5);
    const file = unseal(await getFile(await storeFile(author, 5)))!;

    const bytes = { size: 7, contentType: 'image/png', etag: 'cleaned', checksum: 'cleaned' };
    expect(await recreditFile(file, bytes)).toMatchObject({ outcome: 'applied' });

    expect(unseal(await getFile(file.key))).toMatchObject({ size: 7 });
    expect(await readStoredBytes(author)).toBe(LIMIT + 2);
  });

  it('subtracts both sizes when a file and a picture are deleted concurrently', async () => {
    const author = await createMember(3);
    const { postId } = await publish(author, 7);
    const file = unseal(await getFile(await storeFile(author, 5)))!;

    await Promise.all([hidePost({ postId, userId: author.userId, image: { size: 7 } }), debitFile(file)]);

    expect(await readStoredBytes(author)).toBe(3);
  });
});

describe('hidePost with a picture', () => {
  it('subtracts the bytes of the picture once, even for concurrent calls', async () => {
    const author = await createMember(100);
    const { postId } = await publish(author, 7);
    const hide = () => hidePost({ postId, userId: author.userId, image: { size: 7 } });

    expect(await Promise.all([hide(), hide(), hide()])).toEqual([true, true, true]);
    expect(await hide()).toBe(true);

    expect(await readStoredBytes(author)).toBe(100);
    expect(unseal(await getPost(postId))).toMatchObject({ owner: PENDING_PURGE, deletedAt: expect.any(String) });
  });

  it('subtracts nothing for the post of another member', async () => {
    const author = await createMember();
    const stranger = await createMember(9);
    const { postId } = await publish(author, 7);

    expect(await hidePost({ postId, userId: stranger.userId, image: { size: 7 } })).toBe(false);

    expect(await readStoredBytes(author)).toBe(7);
    expect(await readStoredBytes(stranger)).toBe(9);
  });

  it('hides the post of a member whose account is being deleted', async () => {
    const author = await createMember();
    const { postId } = await publish(author, 7);
    await hideAccount(author.userId);

    expect(await hidePost({ postId, userId: author.userId, image: { size: 7 } })).toBe(true);

    expect(unseal(await getPost(postId))).toHaveProperty('deletedAt');
  });

  it('hides the post without a subtraction if fewer bytes are counted than the picture has', async () => {
    const author = await createMember();
    const { postId } = await publish(author, 7);
    await transact(() => [buildStoredBytesDecrease(author.userId, 5)]);

    expect(await hidePost({ postId, userId: author.userId, image: { size: 7 } })).toBe(true);

    // Of the seven bytes of the picture, five are no longer counted.
    expect(await readStoredBytes(author)).toBe(7 - 5);
  });
});
