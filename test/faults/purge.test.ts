import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { Member, putUpload } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { MemberSocket } from '../support/socket.ts';
import { WAIT_TIMEOUT_MS } from '../support/time-limits.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud } = await startFaultCloud({ context: { objectRecoveryDays: 30 } });
let database: DynamoDBDocumentClient;
let TableName: string;
let s3: S3Client;
let Bucket: string;

beforeAll(async () => {
  Object.assign(process.env, cloud.environment, { AWS_REGION: cloud.config.region });
  database = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  ({ tableName: TableName, bucketName: Bucket } = cloud.storage);
  s3 = new S3Client({ forcePathStyle: true });
  Object.assign(process.env, {
    TABLE_NAME: TableName,
    BUCKET_NAME: Bucket,
    USER_POOL_ID: cloud.config.userPoolId,
    DEPTH_INDEX_SHARDS: '1',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
});

async function scanItems(): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const pages = paginateScan({ client: database }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}

async function listObjectKeys(): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key!);
}

/** Returns the keys of a member's objects, of their versions, and of delete markers. */
async function listVersionKeys({ userId }: Member): Promise<string[]> {
  const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  return [...Versions, ...DeleteMarkers].map(({ Key }) => Key!).filter((key) => key.includes(userId));
}

/** Registers a member with items of every type, and a friend with items that refer to the member. */
async function registerActiveMember(): Promise<{ leaver: Member; friend: Member; friendsPostId: string }> {
  const [leaver, friend] = await Promise.all([Member.register('Leaving Larry'), Member.register()]);
  await leaver.call(contract.account.updateProfile, { username: 'Leaving Larry', bio: 'Larry was here' });
  const file = await leaver.upload('larrys-secret.png', 'image/png', createPng(3000), 'By Larry');
  await leaver.upload('larrys-other.png', 'image/png', createPng(4000));
  const profilePicture = await uploadPicture(leaver, 'avatar');
  await leaver.call(contract.account.updatePhoto, { photoUrl: profilePicture.publicUrl! });
  const { fileId: imageId } = await uploadPicture(leaver, 'post');
  const postRequest = { content: 'Larry speaks', imageId, idempotencyKey: 'larrys-first-post' };
  const ownPostId = (await leaver.call(contract.posts.create, postRequest)).body.post.id;
  const friendsPostId = (await friend.call(contract.posts.create, { content: 'A friend speaks' })).body.post.id;
  // Raises the friend above the leaver's items.
  await friend.upload('ballast.png', 'image/png', createPng(10_000));

  await leaver.call(contract.posts.like, { postId: friendsPostId });
  await leaver.call(contract.posts.like, { postId: ownPostId });
  await leaver.call(contract.posts.addComment, { postId: friendsPostId, text: 'Larry likes this' });
  await leaver.call(contract.posts.addComment, { postId: ownPostId, text: 'Larry likes himself' });
  await friend.call(contract.posts.addComment, { postId: ownPostId, text: 'Hello' });
  await friend.call(contract.posts.like, { postId: ownPostId });
  await friend.call(contract.files.like, { fileId: file.key });
  await friend.call(contract.users.follow, { userId: leaver.userId });
  await leaver.call(contract.users.follow, { userId: friend.userId });
  await leaver.call(contract.account.testContribution, { idempotencyKey: 'larrys-test' });

  return { leaver, friend, friendsPostId };
}

async function uploadPicture(member: Member, purpose: 'avatar' | 'post') {
  const upload = await member.prepareUpload(createPng(1000), { fileName: 'larry.png', purpose });
  await putUpload(upload, createPng(1000));
  return upload;
}

/** Checks that table, bucket, and user pool contain nothing of a member except the tombstone and the allowed items. */
async function expectNoTraces(member: Member, allowedItems: unknown[] = []): Promise<void> {
  const traces = (await scanItems()).filter((item) =>
    [member.userId, member.email, 'Larry', 'larry'].some((trace) => JSON.stringify(item).includes(trace)),
  );
  const tombstone = traces.find(({ sk }) => sk === 'PROFILE');
  const requiredNames = Object.keys(tombstone ?? {}).filter(
    (name) => !['owner', 'textOrder', 'expiresAt'].includes(name),
  );
  expect(requiredNames.toSorted()).toEqual(['deletedAt', 'pk', 'sk', 'userId']);

  // The counts of the member's actions expire within a day.
  const remainingItems = traces.filter((item) => item !== tombstone && !String(item.pk).startsWith('CONDUCT#'));
  expect(remainingItems).toEqual(allowedItems);
  expect((await listObjectKeys()).filter((key) => key.includes(member.userId))).toEqual([]);

  const pool = new CognitoIdentityProviderClient({ endpoint: cloud.config.userPoolEndpoint });
  const command = new AdminGetUserCommand({ UserPoolId: cloud.config.userPoolId, Username: member.userId });
  await expect(pool.send(command)).rejects.toMatchObject({ name: 'UserNotFoundException' });
}

/** Checks that the friend's counts and post show no trace of the leaver. */
async function expectNoLinksToLeaver(friend: Member, postId: string): Promise<void> {
  const { body } = await friend.call(contract.account.me, {});
  expect(body.profile).toMatchObject({ followersCount: 0, followingCount: 0 });
  const { body: page } = await friend.call(contract.posts.listOfMember, { userId: friend.userId });
  const post = page.posts.find(({ id }) => id === postId);
  expect(post).toMatchObject({ likeCount: 0, commentCount: 0, newestComment: null });
}

/** Moves the time of a deletion six minutes into the past, so that all presigned URLs have expired. */
function backdateDeletion(member: Member) {
  return database.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `USER#${member.userId}`, sk: 'PROFILE' },
      UpdateExpression: 'SET deletedAt = :then',
      ExpressionAttributeValues: { ':then': new Date(Date.now() - 6 * 60_000).toISOString() },
    }),
  );
}

const listPendingPurges = async () => (await scanItems()).filter(({ owner }) => owner === 'REMOVAL');

describe('purge of an account', () => {
  it('removes everything from table, bucket, and user pool, except payments', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMember();
    const { changeDepth } = await import('../../lambdas/table/ledger.ts');
    const payment = { provider: 'stripe', paymentId: 'pi_1', cents: 100, packageName: '' } as const;
    const { userId } = leaver;
    const credit = { userId, source: 'stripe', sourceId: 'pi_1', bytes: 0, purchasedCm: 10_000 } as const;
    await changeDepth({ ...credit, payment });
    const paymentItem = (await scanItems()).find(({ sk }) => sk === 'LEDGER#stripe#pi_1');

    await leaver.call(contract.account.deleteAccount, {});
    await vi.waitFor(() => expectNoTraces(leaver, [paymentItem]), { timeout: WAIT_TIMEOUT_MS, interval: 200 });
    await expectNoLinksToLeaver(friend, friendsPostId);
  });

  it('leaves nothing that could be recovered, although the bucket keeps deleted objects', async () => {
    const { leaver, friend } = await registerActiveMember();
    const { key: fileId } = await leaver.upload('larrys-deleted.png', 'image/png', createPng(5000));
    await leaver.call(contract.files.delete, { fileId });
    expect((await listObjectKeys()).some((key) => key.endsWith(fileId))).toBe(false);
    expect((await listVersionKeys(leaver)).some((key) => key.endsWith(fileId))).toBe(true);

    await leaver.call(contract.account.deleteAccount, {});
    await vi.waitFor(() => expectNoTraces(leaver), { timeout: WAIT_TIMEOUT_MS, interval: 200 });
    await backdateDeletion(leaver);
    await cloud.runSchedule('PurgeJob/Schedule');
    expect(await listVersionKeys(leaver)).toEqual([]);
    expect(await listVersionKeys(friend)).not.toEqual([]);
  });

  it('finishes the purge of an account by the hourly job if the request failed half-way', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMember();
    // The request has hidden the account, but not removed the sign-in or started the job.
    const { hideAccount } = await import('../../lambdas/table/pending-purge.ts');
    await hideAccount(leaver.userId);
    await cloud.runSchedule('PurgeJob/Schedule');
    await expectNoTraces(leaver);
    await expectNoLinksToLeaver(friend, friendsPostId);
  });

  it('purges an account again after all presigned URLs have expired, and then completes the purge', async () => {
    const { leaver } = await registerActiveMember();
    const lateBytes = createPng(1000);
    const picture = await leaver.prepareUpload(lateBytes, { isProfilePhoto: true });
    const file = await leaver.prepareUpload(lateBytes);

    await leaver.call(contract.account.deleteAccount, {});
    await vi.waitFor(() => expectNoTraces(leaver), { timeout: WAIT_TIMEOUT_MS, interval: 200 });
    for (const upload of [picture, file]) await putUpload(upload, lateBytes);
    await cloud.runSchedule('PurgeJob/Schedule');
    await vi.waitFor(() => expectNoTraces(leaver), { timeout: WAIT_TIMEOUT_MS, interval: 200 });
    expect((await listPendingPurges()).map(({ userId }) => userId)).toContain(leaver.userId);

    await backdateDeletion(leaver);
    await cloud.runSchedule('PurgeJob/Schedule');
    expect((await listPendingPurges()).map(({ userId }) => userId)).not.toContain(leaver.userId);
  });

  it('completes the purge of an account if the job fails at any request, any number of times', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMember();
    const [{ hideAccount }, { purgeAccount }, { table }, { s3: store }] = await Promise.all([
      import('../../lambdas/table/pending-purge.ts'),
      import('../../lambdas/account/purge-account.ts'),
      import('../../lambdas/table/client.ts'),
      import('../../lambdas/storage/s3-client.ts'),
    ]);
    await hideAccount(leaver.userId);

    let callCount = 0;
    let allowedCalls = 0;
    const cutOptions = { name: 'cut', step: 'initialize', priority: 'high' } as const;
    // biome-ignore lint/suspicious/noExplicitAny: the same for the clients of two services
    const cutOff = (next: any) => (args: any) => {
      callCount++;
      if (callCount > allowedCalls) throw new Error('cut off');
      return next(args);
    };
    const timeLeft = () => true;

    table.middlewareStack.add(cutOff, cutOptions);
    store.middlewareStack.add(cutOff, cutOptions);

    let cutCount = 0;
    for (allowedCalls = 1; ; allowedCalls++) {
      callCount = 0;
      try {
        await purgeAccount(leaver.userId, timeLeft);
        break;
      } catch (error) {
        expect((error as Error).message).toBe('cut off');
        cutCount++;
      }
    }
    table.middlewareStack.remove('cut');
    store.middlewareStack.remove('cut');

    expect(cutCount).toBeGreaterThan(10);
    await expectNoTraces(leaver);
    await expectNoLinksToLeaver(friend, friendsPostId);
  });

  it('purges an account correctly when several jobs run concurrently', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMember();
    const { hideAccount } = await import('../../lambdas/table/pending-purge.ts');
    await hideAccount(leaver.userId);
    await Promise.all(Array.from({ length: 4 }, () => cloud.runSchedule('PurgeJob/Schedule')));
    await expectNoTraces(leaver);
    await expectNoLinksToLeaver(friend, friendsPostId);
  });

  it('leaves "Deleted user" in conversations after the tombstone has expired', async () => {
    const [leaver, friend] = await Promise.all([Member.register(), Member.register()]);
    await Promise.all([leaver.ensureProfile(), friend.ensureProfile()]);
    const socket = await MemberSocket.open(leaver, cloud.config.socketUrl);
    await socket.sendMessage(friend, 'Farewell');
    await socket.close();

    const { hideAccount } = await import('../../lambdas/table/pending-purge.ts');
    await hideAccount(leaver.userId);
    await cloud.runSchedule('PurgeJob/Schedule');
    await database.send(new DeleteCommand({ TableName, Key: { pk: `USER#${leaver.userId}`, sk: 'PROFILE' } }));

    const { body } = await friend.call(contract.messages.conversations, {});
    expect(body.conversations.map(({ user }) => user.username)).toEqual(['Deleted user']);
  });
});

describe('purge of a post', () => {
  it("purges a post, its comments, and its picture by the hourly job if the post's job never started", async () => {
    const { leaver, friend } = await registerActiveMember();
    const postItem = (await scanItems()).find(({ userId, image }) => userId === leaver.userId && image);
    const { postId, image } = postItem as { postId: string; image: { size: number } };
    const { hidePost } = await import('../../lambdas/table/post.ts');
    expect(await hidePost({ postId, image, userId: friend.userId })).toBe(false);
    expect(await hidePost({ postId, image, userId: leaver.userId })).toBe(true);
    await cloud.runSchedule('PurgeJob/Schedule');

    const remainingItems = (await scanItems()).filter(({ pk }) => pk === `POST#${postId}`);
    expect(remainingItems.map((item) => Object.keys(item).sort())).toEqual([
      ['deletedAt', 'expiresAt', 'pk', 'postId', 'sk'],
    ]);
    expect((await listObjectKeys()).filter((key) => key.startsWith(`posts/${leaver.userId}`))).toEqual([]);
  });
});

describe('pictures', () => {
  it('leaves neither the upload nor the previous picture of a profile in the bucket', async () => {
    const member = await Member.register();
    const pictures: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { publicUrl } = await uploadPicture(member, 'avatar');
      const input = { photoUrl: publicUrl! };
      const responses = await Promise.all([1, 2, 3, 4].map(() => member.call(contract.account.updatePhoto, input)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { body } = await member.call(contract.account.me, {});
      pictures.push(body.profile.profilePicture);
      const storedKeys = (await listObjectKeys()).filter((key) => key.includes(member.userId));
      expect(storedKeys.map((key) => `/media/${key}`)).toEqual([body.profile.profilePicture]);
    }

    expect(new Set(pictures).size).toBe(3);
  });

  it('deletes pictures that stay unused for two hours, in the reconciling job', async () => {
    const { leaver } = await registerActiveMember();
    const { planUnusedPictures } = await import('../../lambdas/files/shown-pictures.ts');
    await Promise.all([uploadPicture(leaver, 'avatar'), uploadPicture(leaver, 'post')]);
    const keys = (await listObjectKeys()).filter((key) => key.includes(leaver.userId));
    const planDeletions = (purpose: 'photo' | 'avatar' | 'post', now?: number) => {
      const ownKeys = keys.filter((key) => key.startsWith(`${purpose}s/`));
      return planUnusedPictures(purpose, ownKeys, now);
    };
    expect(await planDeletions('photo')).toEqual({ deletions: [], unexplained: [] });

    const laterTime = Date.now() + 2 * 3_600_000;
    for (const [purpose, count] of [
      ['photo', 1],
      ['avatar', 0],
      ['post', 1],
    ] as const) {
      const { deletions, unexplained } = await planDeletions(purpose, laterTime);
      expect({ purpose, planned: deletions.length, unexplained }).toEqual({ purpose, planned: count, unexplained: [] });
      for (const { remove } of deletions) expect(await remove()).toBe(true);
    }

    const remainingKeys = (await listObjectKeys()).filter((key) => key.includes(leaver.userId));
    expect(remainingKeys).toHaveLength(keys.length - 2);
    await cloud.runSchedule('ReconcileUploadsSchedule');
    expect((await listObjectKeys()).filter((key) => key.includes(leaver.userId))).toEqual(remainingKeys);
  });
});
