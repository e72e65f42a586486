import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { Member, putBytes } from '../support/member.ts';
import { pngOf } from '../support/sample-files.ts';
import { MemberSocket } from '../support/socket.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud } = await startFaultCloud();
let database: DynamoDBDocumentClient;
let TableName: string;
let s3: S3Client;
let Bucket: string;

beforeAll(async () => {
  Object.assign(process.env, cloud.environment, { AWS_REGION: cloud.config.region });
  database = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  TableName = (await database.send(new ListTablesCommand({}))).TableNames![0]!;
  s3 = new S3Client({ forcePathStyle: true });
  const anybody = await Member.register();
  const { body } = await anybody.call(contract.files.upload, { fileName: 'a.png', fileType: 'image/png' });
  Bucket = new URL(body.presignedUrl).pathname.split('/')[1]!;
  Object.assign(process.env, {
    TABLE_NAME: TableName,
    BUCKET_NAME: Bucket,
    USER_POOL_ID: cloud.config.userPoolId,
    DEPTH_INDEX_SHARDS: '1',
  });
});

async function everyItem(): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await database.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: from }));
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

async function everyObject(): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key!);
}

/** Somebody who has done everything that can be done, and a friend with whom they did it. */
async function richLife(): Promise<{ leaver: Member; friend: Member; friendsPost: string }> {
  const [leaver, friend] = await Promise.all([Member.register('Leaving Larry'), Member.register()]);
  await leaver.call(contract.account.updateProfile, { username: 'Leaving Larry', bio: 'Larry was here' });
  const file = await leaver.upload('larrys-secret.png', 'image/png', pngOf(3000), 'By Larry');
  await leaver.upload('larrys-other.png', 'image/png', pngOf(4000));
  const photo = await upload(leaver, 'avatar');
  await leaver.call(contract.account.updatePhoto, { photoUrl: photo.publicUrl! });
  const { fileId: imageId } = await upload(leaver, 'post');
  const { body: made } = await leaver.call(contract.posts.create, {
    content: 'Larry speaks',
    imageId,
    idempotencyKey: 'larrys-first-post',
  });
  const { body: theirs } = await friend.call(contract.posts.create, { content: 'A friend speaks' });
  await friend.upload('ballast.png', 'image/png', pngOf(10_000));
  const [own, friendsPost] = [made.post.id, theirs.post.id];
  await leaver.call(contract.posts.like, { postId: friendsPost });
  await leaver.call(contract.posts.like, { postId: own });
  await leaver.call(contract.posts.addComment, { postId: friendsPost, text: 'Larry likes this' });
  await leaver.call(contract.posts.addComment, { postId: own, text: 'Larry likes himself' });
  await friend.call(contract.posts.addComment, { postId: own, text: 'Hello' });
  await friend.call(contract.posts.like, { postId: own });
  await friend.call(contract.files.like, { fileId: file.key });
  await friend.call(contract.users.follow, { userId: leaver.userId });
  await leaver.call(contract.users.follow, { userId: friend.userId });
  await leaver.call(contract.account.testContribution, { idempotencyKey: 'larrys-test' });
  return { leaver, friend, friendsPost };
}

async function upload(member: Member, purpose: 'avatar' | 'post') {
  const request = { fileName: 'larry.png', fileType: 'image/png', purpose };
  const { body } = await member.call(contract.files.upload, request);
  await putBytes(body.presignedUrl, 'image/png', pngOf(1000));
  return body;
}

/** Checks that table, bucket and user pool hold nothing of a member but the mark that they have left. */
async function expectNothingOf(member: Member, kept: unknown[] = []): Promise<void> {
  const left = (await everyItem()).filter((item) =>
    [member.userId, member.email, 'Larry', 'larry'].some((trace) => JSON.stringify(item).includes(trace)),
  );
  const mark = left.find(({ sk }) => sk === 'PROFILE');
  expect(
    Object.keys(mark ?? {})
      .filter((name) => !['owner', 'textOrder'].includes(name))
      .sort(),
  ).toEqual(['pk', 'sk', 'userId', 'deletedAt', 'expiresAt'].sort());
  expect(left.filter((item) => item !== mark)).toEqual(kept);
  expect((await everyObject()).filter((key) => key.includes(member.userId))).toEqual([]);
  const pool = new CognitoIdentityProviderClient({ endpoint: cloud.config.userPoolEndpoint });
  const question = new AdminGetUserCommand({ UserPoolId: cloud.config.userPoolId, Username: member.userId });
  await expect(pool.send(question)).rejects.toMatchObject({ name: 'UserNotFoundException' });
}

async function expectFriendAlone(friend: Member, postId: string): Promise<void> {
  const { body } = await friend.call(contract.account.me, {});
  expect(body.profile).toMatchObject({ followersCount: 0, followingCount: 0 });
  const { body: page } = await friend.call(contract.posts.listOfMember, { userId: friend.userId });
  expect(page.posts.find(({ id }) => id === postId)).toMatchObject({
    likeCount: 0,
    commentCount: 0,
    newestComment: null,
  });
}

/** Makes a deletion look as if it had happened a while ago. */
function age(member: Member, minutes: number) {
  return database.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `USER#${member.userId}`, sk: 'PROFILE' },
      UpdateExpression: 'SET deletedAt = :then',
      ExpressionAttributeValues: { ':then': new Date(Date.now() - minutes * 60_000).toISOString() },
    }),
  );
}

const pending = async () => (await everyItem()).filter(({ owner }) => owner === 'REMOVAL');

describe('a deleted account', () => {
  it('leaves nothing of its person in table, bucket and user pool, but what they paid', async () => {
    const { leaver, friend, friendsPost } = await richLife();
    const payment = {
      pk: `USER#${leaver.userId}`,
      sk: 'LEDGER#stripe#pi_1',
      owner: `LEDGER#${leaver.userId}`,
      textOrder: '2026-11-21T00:00:00.000Z',
      userId: leaver.userId,
      bytes: 0,
      purchasedCm: 10_000,
    };
    await database.send(new PutCommand({ TableName, Item: payment }));
    await leaver.call(contract.account.deleteAccount, {});
    await vi.waitFor(() => expectNothingOf(leaver, [payment]), { timeout: 15_000, interval: 200 });
    await expectFriendAlone(friend, friendsPost);
  });

  it('goes for good by the hourly job, when the request that began it died half-way', async () => {
    const { leaver, friend, friendsPost } = await richLife();
    // As far as the request came: hidden, not yet signed out, no job started.
    const { hideAccount } = await import('../../lambdas/table/removal.ts');
    await hideAccount(leaver.userId);
    await cloud.runSchedule('PurgeJob/Schedule');
    await expectNothingOf(leaver);
    await expectFriendAlone(friend, friendsPost);
  });

  it('is looked through once more when no upload can arrive any longer, and is then done with', async () => {
    const { leaver } = await richLife();
    const avatar = await leaver.call(contract.files.upload, {
      fileName: 'late.png',
      fileType: 'image/png',
      isProfilePhoto: true,
    });
    const file = await leaver.call(contract.files.upload, { fileName: 'late.png', fileType: 'image/png' });
    await leaver.call(contract.account.deleteAccount, {});
    await vi.waitFor(() => expectNothingOf(leaver), { timeout: 15_000, interval: 200 });
    for (const { body } of [avatar, file]) await putBytes(body.presignedUrl, 'image/png', pngOf(1000));
    await cloud.runSchedule('PurgeJob/Schedule');
    await vi.waitFor(() => expectNothingOf(leaver), { timeout: 15_000, interval: 200 });
    expect((await pending()).map(({ userId }) => userId)).toContain(leaver.userId);
    await age(leaver, 6);
    await cloud.runSchedule('PurgeJob/Schedule');
    expect((await pending()).map(({ userId }) => userId)).not.toContain(leaver.userId);
  });

  it('is removed to the end, wherever the job is cut off, and however often', async () => {
    const { leaver, friend, friendsPost } = await richLife();
    const [{ hideAccount }, { purgeAccount }, { table }, { s3: store }] = await Promise.all([
      import('../../lambdas/table/removal.ts'),
      import('../../lambdas/account/purge-account.ts'),
      import('../../lambdas/table/client.ts'),
      import('../../lambdas/storage/object-store.ts'),
    ]);
    await hideAccount(leaver.userId);
    let [calls, limit] = [0, 0];
    const cut = {
      name: 'cut',
      step: 'initialize',
      priority: 'high',
    } as const;
    // biome-ignore lint/suspicious/noExplicitAny: the same for the clients of two services
    const cutOff = (next: any) => (args: any) => {
      calls++;
      if (calls > limit) throw new Error('cut off');
      return next(args);
    };
    table.middlewareStack.add(cutOff, cut);
    store.middlewareStack.add(cutOff, cut);
    let cuts = 0;
    for (limit = 1; ; limit++) {
      calls = 0;
      try {
        await purgeAccount(leaver.userId, () => true);
        break;
      } catch (error) {
        expect((error as Error).message).toBe('cut off');
        cuts++;
      }
    }
    table.middlewareStack.remove('cut');
    store.middlewareStack.remove('cut');
    expect(cuts).toBeGreaterThan(10);
    await expectNothingOf(leaver);
    await expectFriendAlone(friend, friendsPost);
  });

  it('is removed right by several jobs at once', async () => {
    const { leaver, friend, friendsPost } = await richLife();
    const { hideAccount } = await import('../../lambdas/table/removal.ts');
    await hideAccount(leaver.userId);
    await Promise.all(Array.from({ length: 4 }, () => cloud.runSchedule('PurgeJob/Schedule')));
    await expectNothingOf(leaver);
    await expectFriendAlone(friend, friendsPost);
  });

  it('is still named to those it wrote to when its mark has expired', async () => {
    const [leaver, friend] = await Promise.all([Member.register(), Member.register()]);
    await Promise.all([leaver.depth(), friend.depth()]);
    const socket = await MemberSocket.open(leaver, cloud.config.socketUrl);
    await socket.say(friend, 'Farewell');
    await socket.close();
    await database.send(new DeleteCommand({ TableName, Key: { pk: `USER#${leaver.userId}`, sk: 'PROFILE' } }));
    const { body } = await friend.call(contract.messages.conversations, {});
    expect(body.conversations.map(({ user }) => user.username)).toEqual(['Deleted user']);
  });
});

describe('a deleted post', () => {
  it('goes with its comments and its picture by the hourly job, when its own job never began', async () => {
    const { leaver, friend } = await richLife();
    const { body } = await leaver.call(contract.posts.listOfMember, { userId: leaver.userId });
    const [post] = body.posts;
    const { hidePost } = await import('../../lambdas/table/post.ts');
    expect(await hidePost(post!.id, friend.userId)).toBe(false);
    expect(await hidePost(post!.id, leaver.userId)).toBe(true);
    await cloud.runSchedule('PurgeJob/Schedule');
    const left = (await everyItem()).filter(({ pk }) => pk === `POST#${post!.id}`);
    expect(left.map((item) => Object.keys(item).sort())).toEqual([['deletedAt', 'expiresAt', 'pk', 'postId', 'sk']]);
    expect((await everyObject()).filter((key) => key.startsWith(`posts/${leaver.userId}`))).toEqual([]);
  });
});

describe('pictures', () => {
  it('that are replaced by something else while they are shown are deleted', async () => {
    const { leaver } = await richLife();
    const request = { fileName: 'me.png', fileType: 'image/png', isProfilePhoto: true };
    const { body } = await leaver.call(contract.files.upload, request);
    await putBytes(body.presignedUrl, 'image/png', pngOf(1000));
    await leaver.call(contract.account.updatePhoto, { photoUrl: body.publicUrl! });
    await putBytes(body.presignedUrl, 'image/png', pngOf(1500));
    await putBytes(body.presignedUrl, 'image/png', Buffer.from('<script>alert(1)</script>'));
    await vi.waitFor(async () => expect(await everyObject()).not.toContain(body.fileId), { timeout: 15_000 });
  });

  it('that nothing shows are deleted by the reconciling job, when they have had their time', async () => {
    const { leaver } = await richLife();
    const { removeUnusedPictures } = await import('../../lambdas/files/shown-pictures.ts');
    const [avatar, post] = await Promise.all([upload(leaver, 'avatar'), upload(leaver, 'post')]);
    const keys = (await everyObject()).filter((key) => key.includes(leaver.userId));
    const of = (prefix: string) => keys.filter((key) => key.startsWith(prefix));
    expect(await removeUnusedPictures('avatar', of('avatars/'))).toBe(0);
    const later = Date.now() + 2 * 3_600_000;
    expect(await removeUnusedPictures('avatar', of('avatars/'), later)).toBe(1);
    expect(await removeUnusedPictures('post', of('posts/'), later)).toBe(1);
    const left = (await everyObject()).filter((key) => key.includes(leaver.userId));
    expect(left).not.toContain(avatar.fileId);
    expect(left).not.toContain(post.fileId);
    expect(left.filter((key) => /^(avatars|posts)\//.test(key))).toHaveLength(2);
    await cloud.runSchedule('ReconcileUploadsSchedule');
    expect((await everyObject()).filter((key) => key.includes(leaver.userId))).toEqual(left);
  });
});
