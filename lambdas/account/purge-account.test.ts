import { randomUUID } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { FakeBucket, fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { recordStoredFile } from '../files/record-stored-file.ts';
import { table, tableName } from '../table/client.ts';
import { readComments, storeComment } from '../table/comment.ts';
import { getFile } from '../table/file.ts';
import { follow } from '../table/follow.ts';
import { buildResultPut } from '../table/idempotency.ts';
import { buildInboxUpdate, getInboxRow } from '../table/inbox.ts';
import { connectionKey, conversationId, fileKey, postKey, profileKey } from '../table/keys.ts';
import { changeDepth } from '../table/ledger.ts';
import { setLike } from '../table/like.ts';
import { buildMessagePuts, readMessages } from '../table/message.ts';
import { storeOrder } from '../table/payment-order.ts';
import { hideAccount, readPendingPurges } from '../table/pending-purge.ts';
import { getPost, storePost } from '../table/post.ts';
import { createProfile, getMember, getProfile, isDeleted } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { findSocketOwner, registerSocket } from '../table/socket.ts';
import { transact } from '../table/transaction.ts';
import { purgeAccount } from './purge-account.ts';

let stop: () => Promise<void>;
let bucket: FakeBucket;
let pool: ReturnType<typeof fakeUserPool>;
beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
  pool = fakeUserPool();
});
beforeEach(() => {
  bucket.beforeRequest = () => {};
});
afterAll(() => stop());

const always = () => true;

/** A time after which no signed upload of a deleted account can arrive. */
const LONG_AGO = new Date(Date.now() - (UPLOAD_URL_SECONDS + 1) * 1000);

async function newMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  pool.set(userId, { email: 'a@fathom.example' });
  return userId;
}

async function newPost(userId: string): Promise<string> {
  const postId = ulid();
  const image = { key: `posts/${userId}/${postId}/a.png`, contentType: 'image/png', alt: '' };
  bucket.put(image.key, 'picture');
  const createdAt = new Date().toISOString();
  await storePost({ postId, userId, content: 'Ahoy', image, createdAt, depth: 0, likeCount: 0, commentCount: 0 });
  return postId;
}

async function newFile(userId: string): Promise<string> {
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, 'Hello');
  await recordStoredFile(key);
  return key;
}

async function comment(postId: string, userId: string): Promise<string> {
  const storedComment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  expect(await storeComment(storedComment, { userId, depth: 1e12 }, [])).toBe('created');
  return storedComment.commentId;
}

let lastMessage = ulid();

/** Stores the first message between two members. */
async function message(sender: string, recipient: string): Promise<void> {
  lastMessage = incrementBase32(lastMessage);
  const storedMessage = {
    messageId: lastMessage,
    clientMessageId: lastMessage,
    conversation: conversationId(sender, recipient),
    sender,
    recipient,
    content: 'Ahoy',
    timestamp: new Date().toISOString(),
  };

  await transact(() => [
    ...buildMessagePuts(storedMessage),
    buildInboxUpdate({ userId: sender, otherId: recipient }, storedMessage, undefined),
    buildInboxUpdate({ userId: recipient, otherId: sender }, storedMessage, undefined),
  ]);
}

const isPending = async (request: object) => (await readPendingPurges(1000)).purges.some((it) => equal(it, request));
const equal = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** Sort keys of a member's partition. */
async function rowsOf(userId: string): Promise<string[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': profileKey(userId).pk },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ sk }) => sk);
}

describe('purgeAccount', () => {
  it('deletes everything except payments, and updates the counters of other members', async () => {
    const [leaver, other] = [await newMember(), await newMember()];
    const [file, otherFile] = [await newFile(leaver), await newFile(other)];
    const [post, otherPost] = [await newPost(leaver), await newPost(other)];
    // Both are at the same depth, so each may follow the other.
    const { depth } = unseal(await getProfile(other))!;
    expect(await follow({ userId: leaver, depth }, other)).toBe('changed');
    expect(await follow({ userId: other, depth }, leaver)).toBe('changed');
    await changeDepth({ userId: leaver, source: 'stripe', sourceId: 'pi_1', bytes: 0, purchasedCm: 10_000 });
    await changeDepth({ userId: leaver, source: 'refund', sourceId: 're_1', bytes: 0, purchasedCm: -1 });
    const payment = { provider: 'stripe', paymentId: 'pi_1', cents: 1, packageName: '' } as const;
    await changeDepth({ userId: leaver, source: 'refund', sourceId: 're_0', bytes: 0, purchasedCm: 0, payment });
    const ofOther = await comment(otherPost, other);
    await comment(otherPost, leaver);
    await comment(post, other);
    const viewer = { userId: leaver, depth: 1e12 };
    await setLike(viewer, fileKey(otherFile), true);
    await setLike(viewer, postKey(otherPost), true);
    await transact(() => [buildResultPut({ userId: leaver, kind: 'POST', key: 'once' }, post)]);
    await storeOrder({ orderId: 'O', userId: leaver, steps: 1, packageName: '', merchantId: '' });
    await registerSocket({ userId: leaver, issuedAt: 1 }, `${leaver}-1`);
    await message(leaver, other);
    bucket.put(`avatars/${leaver}/${ulid()}/a.png`, 'picture');
    bucket.put(`files/${leaver}/${ulid()}/abandoned.txt`, 'never recorded');

    await hideAccount(leaver, LONG_AGO);
    expect(await purgeAccount(leaver, always)).toBe(true);

    expect(await rowsOf(leaver)).toEqual(['LEDGER#refund#re_0', 'LEDGER#refund#re_1', 'LEDGER#stripe#pi_1', 'PROFILE']);
    expect([...bucket.objects.keys()].filter((key) => key.includes(leaver))).toEqual([]);
    expect(bucket.objects.has(otherFile)).toBe(true);
    expect(pool.has(leaver)).toBe(false);
    expect(unseal(await getFile(file))).toBeUndefined();
    const tombstone = { postId: post, deletedAt: expect.any(String), expiresAt: expect.any(Number) };
    expect(unseal(await getPost(post))).toEqual({ ...postKey(post), ...tombstone });
    expect((await readComments(post, 10)).rows).toEqual([]);
    expect(unseal(await getFile(otherFile))).toMatchObject({ likeCount: 0 });
    const rest = unseal(await getPost(otherPost));
    expect(rest).toMatchObject({ likeCount: 0, commentCount: 1, newestComment: { commentId: ofOther } });
    expect(unseal(await getProfile(other))).toMatchObject({ followersCount: 0, followingCount: 0 });
    expect(await findSocketOwner(`${leaver}-1`)).toBeUndefined();
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: connectionKey(`${leaver}-1`) }));
    expect(Item).toBeUndefined();
    // The partner keeps the conversation.
    expect(await getInboxRow(other, leaver)).toBeDefined();
    expect((await readMessages(conversationId(leaver, other), {}, 10)).messages).toHaveLength(1);
    expect(await isPending({ kind: 'account', userId: leaver })).toBe(false);
    expect(isDeleted(unseal(await getMember(leaver)))).toBe(true);
  });

  it('deletes a conversation once both members have left', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await message(ada, ben);
    await hideAccount(ada, LONG_AGO);
    await purgeAccount(ada, always);
    await hideAccount(ben, LONG_AGO);
    await purgeAccount(ben, always);
    const { Items } = await table.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `CHAT#${conversationId(ada, ben)}` },
      }),
    );
    expect(Items).toEqual([]);
    expect([await rowsOf(ada), await rowsOf(ben)]).toEqual([['PROFILE'], ['PROFILE']]);
  });

  it('deletes a conversation whose partner has no item at all, not even a tombstone', async () => {
    const [ada, gone] = [await newMember(), randomUUID()];
    await message(ada, gone);
    await hideAccount(ada, LONG_AGO);
    await purgeAccount(ada, always);
    expect((await readMessages(conversationId(ada, gone), {}, 10)).messages).toEqual([]);
  });

  it('stays pending until signed uploads can no longer arrive', async () => {
    const userId = await newMember();
    const second = Math.floor(Date.now() / 1000) * 1000;
    await hideAccount(userId, new Date(second));
    vi.useFakeTimers({ toFake: ['Date'], now: second + UPLOAD_URL_SECONDS * 1000 });
    expect(await purgeAccount(userId, always)).toBe(false);
    expect(await isPending({ kind: 'account', userId })).toBe(true);
    // Its items would appear again if it expired before they are purged.
    expect(unseal(await getMember(userId))).not.toHaveProperty('expiresAt');
    bucket.put(`files/${userId}/${ulid()}/late.txt`, 'late');
    vi.setSystemTime(second + UPLOAD_URL_SECONDS * 1000 + 1);
    expect(await purgeAccount(userId, always)).toBe(true);
    vi.useRealTimers();
    const day = Math.floor((second + UPLOAD_URL_SECONDS * 1000) / 1000) + 30 * 86_400;

    expect(unseal(await getMember(userId))).toMatchObject({ expiresAt: day });
    expect(await isPending({ kind: 'account', userId })).toBe(false);
    expect([...bucket.objects.keys()].filter((key) => key.includes(userId))).toEqual([]);
  });

  it('changes nothing for members who have not left, and for unknown ones', async () => {
    const userId = await newMember();
    const file = await newFile(userId);
    expect(await purgeAccount(userId, always)).toBe(true);
    expect(await purgeAccount(randomUUID(), always)).toBe(true);
    expect(unseal(await getFile(file))).toBeDefined();
    expect(pool.has(userId)).toBe(true);
  });

  it('continues in the next run after it runs out of time in any step', async () => {
    const userId = await newMember();
    for (let order = 0; order < 101; order++) {
      await storeOrder({ orderId: String(order).padStart(3, '0'), userId, steps: 1, packageName: '', merchantId: '' });
    }
    await hideAccount(userId, LONG_AGO);
    expect(await purgeAccount(userId, () => false)).toBe(false);
    expect(await isPending({ kind: 'account', userId })).toBe(true);
    expect(await rowsOf(userId)).toEqual(['ORDER#100', 'PROFILE']);
    expect(await purgeAccount(userId, always)).toBe(true);
    expect(await rowsOf(userId)).toEqual(['PROFILE']);
  });

  it('keeps more payments than one page has, and deletes the rows after them', async () => {
    const userId = await newMember();
    for (let payment = 0; payment < 101; payment++) {
      await changeDepth({ userId, source: 'stripe', sourceId: `pi_${payment}`, bytes: 0, purchasedCm: 1 });
    }
    await changeDepth({ userId, source: 'upload', sourceId: 'a', bytes: 1, purchasedCm: 0 });
    await hideAccount(userId, LONG_AGO);
    expect(await purgeAccount(userId, always)).toBe(true);
    const rows = await rowsOf(userId);
    expect(rows.filter((sk) => sk.startsWith('LEDGER#stripe#'))).toHaveLength(101);
    expect(rows).not.toContain('LEDGER#upload#a');
  });

  it('deletes bytes before it deletes items', async () => {
    const userId = await newMember();
    const file = await newFile(userId);
    const post = await newPost(userId);
    await hideAccount(userId, LONG_AGO);
    expect(await purgeAccount(userId, () => false)).toBe(false);
    expect([...bucket.objects.keys()].filter((key) => key.includes(userId))).toEqual([]);
    expect(unseal(await getFile(file))).toBeDefined();
    expect(unseal(await getPost(post))).toMatchObject({ userId });
  });

  it('deletes pages of versions and delete markers for good, and none of other members', async () => {
    const [userId, other] = [await newMember(), await newMember()];
    const [file, otherFile] = [await newFile(userId), await newFile(other)];
    for (const key of [file, otherFile]) {
      for (let count = 0; count < 101; count++) {
        bucket.noncurrent.set(`${key} v${count}`, { key, isDeleteMarker: count % 2 === 0 });
      }
    }
    await hideAccount(userId, LONG_AGO);
    expect(await purgeAccount(userId, () => false)).toBe(false);
    bucket.beforeRequest = (command) => {
      // Purging the file deletes its objects again.
      if (command === 'DeleteObjectsCommand') bucket.noncurrent.set(`${file} v`, { key: file, isDeleteMarker: true });
    };

    expect(await purgeAccount(userId, always)).toBe(true);
    expect([...bucket.noncurrent.keys()].filter((name) => name.includes(userId))).toEqual([]);
    expect([...bucket.noncurrent.keys()].filter((name) => name.startsWith(otherFile))).toHaveLength(101);
    expect([...bucket.objects.keys()].filter((key) => [userId, other].some((id) => key.includes(id)))).toEqual([
      otherFile,
    ]);
  });

  it.each([
    ['DeleteItemCommand', 'a row'],
    ['PutItemCommand', 'a post'],
    ['QueryCommand', 'a page'],
  ] as const)('fails and stays pending if %s is throttled for %s', async (command, _) => {
    const [leaver, other] = [await newMember(), await newMember()];
    await newFile(leaver);
    await newPost(leaver);
    const likedPost = await newPost(other);
    await setLike({ userId: leaver, depth: 1e12 }, postKey(likedPost), true);
    await hideAccount(leaver, LONG_AGO);
    beforeNext(table, command, () => {
      throw new ProvisionedThroughputExceededException({ message: 'Busy', $metadata: {} });
    });
    await expect(purgeAccount(leaver, always)).rejects.toThrow('Busy');
    expect(await isPending({ kind: 'account', userId: leaver })).toBe(true);
    expect(await purgeAccount(leaver, always)).toBe(true);
    expect(await rowsOf(leaver)).toEqual(['PROFILE']);
    expect(unseal(await getPost(likedPost))).toMatchObject({ likeCount: 0 });
  });

  it('stays pending while an object of a file could not be deleted, and deletes it in the next run', async () => {
    const userId = await newMember();
    const file = await newFile(userId);
    bucket.put(file, 'bytes');
    await hideAccount(userId, LONG_AGO);
    bucket.beforeRequest = (command, key) => {
      if (command === 'DeleteObjectCommand' && key === file) throw new Error('S3 is down.');
    };
    await expect(purgeAccount(userId, always)).rejects.toThrow('rows failed');
    expect(await isPending({ kind: 'account', userId })).toBe(true);
    expect(bucket.objects.has(file)).toBe(true);
    bucket.beforeRequest = () => {};
    expect(await purgeAccount(userId, always)).toBe(true);
    expect(bucket.objects.has(file)).toBe(false);
  });
});
