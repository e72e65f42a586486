/** Tests of the purge: the job that deletes the items and objects of deleted accounts, except payments. */
import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { FakeSockets, fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { recordStoredFile } from '../files/record-stored-file.ts';
import { changeDepth } from '../table/change-depth.ts';
import { table, tableName } from '../table/client.ts';
import { readComments } from '../table/comment.ts';
import { getFile } from '../table/file.ts';
import { getInboxRow } from '../table/inbox.ts';
import { connectionKey, conversationId, postKey, profileKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';
import { readMessages } from '../table/message.ts';
import { storeOrder } from '../table/payment-order.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { getPost, storePost } from '../table/post.ts';
import { createProfile, getMember, getProfile, isDeleted } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { findSocketOwner } from '../table/socket.ts';
import { purgeAccount } from './purge-account.ts';
import { createMessage, isPending, readSortKeys, storeFurtherRows } from './purge-fixture.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let sockets: FakeSockets;
let pool: ReturnType<typeof fakeUserPool>;
beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  pool = fakeUserPool();
});
beforeEach(() => {
  bucket.beforeRequest = () => {};
  sockets = new FakeSockets();
});
afterAll(() => stopTable());

const timeLeft = () => true;
const noTimeLeft = () => false;

/** A time after which no signed upload of a deleted account can arrive. */
const LONG_AGO = new Date(Date.now() - (UPLOAD_URL_SECONDS + 1) * 1000);

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  pool.set(userId, { email: 'a@fathom.example' });
  return userId;
}

async function createPost(userId: string): Promise<string> {
  const postId = ulid();
  const image = { key: `posts/${userId}/${postId}/a.png`, contentType: 'image/png', alt: '' };
  bucket.put(image.key, 'picture');
  const createdAt = new Date().toISOString();
  await storePost({ postId, userId, content: 'Ahoy', image, createdAt, depth: 0, likeCount: 0, commentCount: 0 });
  return postId;
}

async function createFile(userId: string): Promise<string> {
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, 'Hello');
  await recordStoredFile(key);
  return key;
}

/** Purges a member who had items, rows, and objects of every kind. Returns both members and their items. */
async function purgeLeaver() {
  const leaver = await createMember();
  const otherMember = await createMember();
  const file = await createFile(leaver);
  const otherFile = await createFile(otherMember);
  const post = await createPost(leaver);
  const otherPost = await createPost(otherMember);

  const otherCommentId = await storeFurtherRows({ leaver, otherMember, post, otherPost, otherFile });
  bucket.put(`avatars/${leaver}/${ulid()}/a.png`, 'picture');
  bucket.put(`files/${leaver}/${ulid()}/abandoned.txt`, 'never recorded');

  await hideAccount(leaver, LONG_AGO);
  expect(await purgeAccount(leaver, timeLeft)).toBe(true);

  return { leaver, otherMember, file, otherFile, post, otherPost, otherCommentId };
}

/** Returns the keys of the objects that a member has in the bucket. */
const listObjectKeys = (userId: string) => [...bucket.objects.keys()].filter((key) => key.includes(userId));

describe('purgeAccount', () => {
  it('deletes everything except payments, and updates the counters of other members', async () => {
    const { leaver, otherMember, otherFile, otherPost, otherCommentId } = await purgeLeaver();

    expect(await readSortKeys(profileKey(leaver).pk)).toEqual([
      'LEDGER#refund#re_0',
      'LEDGER#refund#re_1',
      'LEDGER#stripe#pi_1',
      'PROFILE',
    ]);
    expect(unseal(await getFile(otherFile))).toMatchObject({ likeCount: 0 });
    expect(unseal(await getPost(otherPost))).toMatchObject({
      likeCount: 0,
      commentCount: 1,
      newestComment: { commentId: otherCommentId },
    });
    expect(unseal(await getProfile(otherMember))).toMatchObject({ followersCount: 0, followingCount: 0 });
  });

  it("deletes the member's objects, file, and sign-in, and leaves only a tombstone of the post", async () => {
    const { leaver, otherFile, file, post } = await purgeLeaver();

    expect(listObjectKeys(leaver)).toEqual([]);
    expect(bucket.objects.has(otherFile)).toBe(true);
    expect(pool.has(leaver)).toBe(false);

    expect(unseal(await getFile(file))).toBeUndefined();
    const tombstone = { postId: post, deletedAt: expect.any(String), expiresAt: expect.any(Number) };
    expect(unseal(await getPost(post))).toEqual({ ...postKey(post), ...tombstone });
    expect((await readComments(post, 10)).rows).toEqual([]);

    expect(await isPending(leaver)).toBe(false);
    expect(isDeleted(unseal(await getMember(leaver)))).toBe(true);
  });

  it("closes and unregisters the member's sockets", async () => {
    const { leaver } = await purgeLeaver();

    // Deleting the account may have stopped before it closed the sockets, so the purge closes them too.
    expect(sockets.closedConnections).toEqual([`${leaver}-1`]);
    expect(await findSocketOwner(`${leaver}-1`)).toBeUndefined();
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: connectionKey(`${leaver}-1`) }));
    expect(Item).toBeUndefined();
  });

  it('keeps a conversation for the partner who remains', async () => {
    const { leaver, otherMember } = await purgeLeaver();

    expect(await getInboxRow(otherMember, leaver)).toBeDefined();
    expect((await readMessages(conversationId(leaver, otherMember), {}, 10)).messages).toHaveLength(1);
  });

  it('deletes a conversation once both members have left', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await createMessage(ada, ben);

    await hideAccount(ada, LONG_AGO);
    await purgeAccount(ada, timeLeft);
    await hideAccount(ben, LONG_AGO);
    await purgeAccount(ben, timeLeft);

    expect(await readSortKeys(`CHAT#${conversationId(ada, ben)}`)).toEqual([]);
    expect(await readSortKeys(profileKey(ada).pk)).toEqual(['PROFILE']);
    expect(await readSortKeys(profileKey(ben).pk)).toEqual(['PROFILE']);
  });

  it('deletes a conversation whose partner has neither a profile nor a tombstone', async () => {
    const ada = await createMember();
    const gone = randomUUID();
    await createMessage(ada, gone);
    await hideAccount(ada, LONG_AGO);

    await purgeAccount(ada, timeLeft);

    expect((await readMessages(conversationId(ada, gone), {}, 10)).messages).toEqual([]);
  });

  it('stays pending until signed uploads can no longer arrive', async () => {
    const userId = await createMember();
    // A whole second, because the item's expiry is stored in seconds.
    const deletedAt = Math.floor(Date.now() / 1000) * 1000;
    const uploadsExpireAt = deletedAt + UPLOAD_URL_SECONDS * 1000;
    await hideAccount(userId, new Date(deletedAt));

    vi.useFakeTimers({ toFake: ['Date'], now: uploadsExpireAt });
    expect(await purgeAccount(userId, timeLeft)).toBe(false);
    expect(await isPending(userId)).toBe(true);
    // If the tombstone expired before the items are purged, they would appear again.
    expect(unseal(await getMember(userId))).not.toHaveProperty('expiresAt');

    bucket.put(`files/${userId}/${ulid()}/late.txt`, 'late');
    vi.setSystemTime(uploadsExpireAt + 1);
    expect(await purgeAccount(userId, timeLeft)).toBe(true);
    vi.useRealTimers();

    const in30Days = uploadsExpireAt / 1000 + 30 * DAY_SECONDS;
    expect(unseal(await getMember(userId))).toMatchObject({ expiresAt: in30Days });
    expect(await isPending(userId)).toBe(false);
    expect(listObjectKeys(userId)).toEqual([]);
  });

  it('changes nothing for members who have not left, and for unknown IDs', async () => {
    const userId = await createMember();
    const file = await createFile(userId);

    expect(await purgeAccount(userId, timeLeft)).toBe(true);
    expect(await purgeAccount(randomUUID(), timeLeft)).toBe(true);

    expect(unseal(await getFile(file))).toBeDefined();
    expect(pool.has(userId)).toBe(true);
  });

  it('continues in the next run after a run without time for another page', async () => {
    const userId = await createMember();
    for (let order = 0; order < 101; order++) {
      await storeOrder({ orderId: String(order).padStart(3, '0'), userId, steps: 1, packageName: '', merchantId: '' });
    }
    await hideAccount(userId, LONG_AGO);

    expect(await purgeAccount(userId, noTimeLeft)).toBe(false);
    expect(await isPending(userId)).toBe(true);
    expect(await readSortKeys(profileKey(userId).pk)).toEqual(['ORDER#100', 'PROFILE']);

    expect(await purgeAccount(userId, timeLeft)).toBe(true);
    expect(await readSortKeys(profileKey(userId).pk)).toEqual(['PROFILE']);
  });

  it('keeps more payments than one page has, and deletes the rows after them', async () => {
    const userId = await createMember();
    for (let payment = 0; payment < 101; payment++) {
      await changeDepth({ userId, source: 'stripe', sourceId: `pi_${payment}`, bytes: 0, purchasedCm: 1 });
    }
    await changeDepth({ userId, source: 'upload', sourceId: 'a', bytes: 1, purchasedCm: 0 });
    await hideAccount(userId, LONG_AGO);

    expect(await purgeAccount(userId, timeLeft)).toBe(true);

    const sortKeys = await readSortKeys(profileKey(userId).pk);
    expect(sortKeys.filter((sk) => sk.startsWith('LEDGER#stripe#'))).toHaveLength(101);
    expect(sortKeys).not.toContain('LEDGER#upload#a');
  });

  it('deletes bytes before items', async () => {
    const userId = await createMember();
    const file = await createFile(userId);
    const post = await createPost(userId);
    await hideAccount(userId, LONG_AGO);

    expect(await purgeAccount(userId, noTimeLeft)).toBe(false);

    expect(listObjectKeys(userId)).toEqual([]);
    expect(unseal(await getFile(file))).toBeDefined();
    expect(unseal(await getPost(post))).toMatchObject({ userId });
  });

  it('permanently deletes all versions and delete markers of the member', async () => {
    const userId = await createMember();
    const otherMember = await createMember();
    const file = await createFile(userId);
    const otherFile = await createFile(otherMember);
    for (const key of [file, otherFile]) {
      for (let count = 0; count < 101; count++) {
        bucket.oldVersions.set(`${key} v${count}`, { key, isDeleteMarker: count % 2 === 0 });
      }
    }
    await hideAccount(userId, LONG_AGO);

    expect(await purgeAccount(userId, noTimeLeft)).toBe(false);
    bucket.beforeRequest = (command) => {
      // Purging the file deletes its objects again.
      if (command === 'DeleteObjectsCommand') bucket.oldVersions.set(`${file} v`, { key: file, isDeleteMarker: true });
    };
    expect(await purgeAccount(userId, timeLeft)).toBe(true);

    expect([...bucket.oldVersions.keys()].filter((name) => name.includes(userId))).toEqual([]);
    expect([...bucket.oldVersions.keys()].filter((name) => name.startsWith(otherFile))).toHaveLength(101);
    expect(listObjectKeys(userId)).toEqual([]);
    expect(listObjectKeys(otherMember)).toEqual([otherFile]);
  });

  it.each([
    ['DeleteItemCommand', 'a row'],
    ['PutItemCommand', 'a post'],
    ['QueryCommand', 'a page'],
  ] as const)('fails and stays pending if %s is throttled for %s', async (command, _) => {
    const leaver = await createMember();
    const otherMember = await createMember();
    await createFile(leaver);
    await createPost(leaver);
    const likedPost = await createPost(otherMember);
    await setLike({ userId: leaver, depth: 1e12 }, postKey(likedPost), { liked: true });
    await hideAccount(leaver, LONG_AGO);

    beforeNext(table, command, () => {
      throw new ProvisionedThroughputExceededException({ message: 'Busy', $metadata: {} });
    });

    await expect(purgeAccount(leaver, timeLeft)).rejects.toThrow('Busy');
    expect(await isPending(leaver)).toBe(true);

    expect(await purgeAccount(leaver, timeLeft)).toBe(true);
    expect(await readSortKeys(profileKey(leaver).pk)).toEqual(['PROFILE']);
    expect(unseal(await getPost(likedPost))).toMatchObject({ likeCount: 0 });
  });

  it('stays pending until a run can delete all objects of a file', async () => {
    const userId = await createMember();
    const file = await createFile(userId);
    bucket.put(file, 'bytes');
    await hideAccount(userId, LONG_AGO);
    bucket.beforeRequest = (command, key) => {
      if (command === 'DeleteObjectCommand' && key === file) throw new Error('S3 is down.');
    };

    await expect(purgeAccount(userId, timeLeft)).rejects.toThrow('rows failed');
    expect(await isPending(userId)).toBe(true);
    expect(bucket.objects.has(file)).toBe(true);

    bucket.beforeRequest = () => {};
    expect(await purgeAccount(userId, timeLeft)).toBe(true);
    expect(bucket.objects.has(file)).toBe(false);
  });
});
