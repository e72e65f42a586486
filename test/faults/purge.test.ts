/**
 * Deletes accounts and posts, and looks for traces in the table, the bucket, and the user pool.
 *
 * A deletion hides an account or post immediately. A purge then removes what is left of it, except payments and a
 * tombstone: an item without personal data that expires later.
 */
import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { Member, storeBytes } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { MemberSocket } from '../support/socket.ts';
import { WAIT_TIMEOUT_MS } from '../support/time-limits.ts';
import { registerActiveMemberAndFriend, startPurgeCloud } from './purge-cloud.ts';

const { cloud, database, tableName, scanItems, listObjectKeys, listVersionKeys } = await startPurgeCloud();

/** Attributes of a tombstone that a purge may keep until the tombstone expires. */
const OPTIONAL_TOMBSTONE_ATTRIBUTES = ['owner', 'textOrder', 'expiresAt'];

/** Checks that table, bucket, and user pool contain nothing of a member except the tombstone and the allowed items. */
async function expectNoTraces(member: Member, allowedItems: unknown[] = []): Promise<void> {
  const traces = (await scanItems()).filter((item) =>
    [member.userId, member.email, 'Larry', 'larry'].some((trace) => JSON.stringify(item).includes(trace)),
  );

  // The profile has become a tombstone, which keeps only its key and the time of the deletion.
  const tombstone = traces.find(({ sk }) => sk === 'PROFILE');
  const requiredNames = Object.keys(tombstone ?? {}).filter((name) => !OPTIONAL_TOMBSTONE_ATTRIBUTES.includes(name));
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

/** Moves the time of a deletion six minutes into the past. All presigned URLs of the member have expired by then. */
function backdateDeletion(member: Member) {
  return database.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: `USER#${member.userId}`, sk: 'PROFILE' },
      UpdateExpression: 'SET deletedAt = :then',
      ExpressionAttributeValues: { ':then': new Date(Date.now() - 6 * MINUTE_MS).toISOString() },
    }),
  );
}

/** Returns the IDs of members whose purge is not complete. */
const listPendingMembers = async () =>
  (await scanItems()).filter(({ owner }) => owner === 'REMOVAL').map(({ userId }) => userId);

/** Waits until the purge that a request has started leaves no traces. */
const waitUntilPurged = (member: Member, allowedItems: unknown[] = []) =>
  vi.waitFor(() => expectNoTraces(member, allowedItems), { timeout: WAIT_TIMEOUT_MS, interval: 200 });

/**
 * Hides an account like the first step of a deletion. The sign-in stays, and no purge starts, as if the request had
 * failed after this step.
 */
async function hideAccount({ userId }: Member): Promise<void> {
  const pendingPurge = await import('../../lambdas/table/pending-purge.ts');
  await pendingPurge.hideAccount(userId);
}

/**
 * Makes requests to the table and the bucket fail after a number of successful ones.
 *
 * @returns `allow` sets the number for the next requests. `stop` lets all requests pass again.
 */
async function failRequests() {
  const { table } = await import('../../lambdas/table/client.ts');
  const { s3 } = await import('../../lambdas/storage/s3-client.ts');

  let remainingRequests = 0;
  // biome-ignore lint/suspicious/noExplicitAny: the same for the clients of two services
  const failOrPass = (next: any) => (args: any) => {
    if (remainingRequests === 0) throw new Error('Injected by a test.');
    remainingRequests--;
    return next(args);
  };

  const options = { name: 'failOrPass', step: 'initialize', priority: 'high' } as const;
  table.middlewareStack.add(failOrPass, options);
  s3.middlewareStack.add(failOrPass, options);

  return {
    allow(count: number) {
      remainingRequests = count;
    },
    stop() {
      table.middlewareStack.remove('failOrPass');
      s3.middlewareStack.remove('failOrPass');
    },
  };
}

describe('purge of an account', () => {
  it('removes everything from table, bucket, and user pool, except payments', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMemberAndFriend();

    // A payment of $1, which buys 100 m.
    const { changeDepth } = await import('../../lambdas/table/change-depth.ts');
    const payment = { provider: 'stripe', paymentId: 'pi_1', cents: 100, packageName: '' } as const;
    const { userId } = leaver;
    const credit = { userId, source: 'stripe', sourceId: 'pi_1', bytes: 0, purchasedCm: 10_000 } as const;
    await changeDepth({ ...credit, payment });
    const paymentItem = (await scanItems()).find(({ sk }) => sk === 'LEDGER#stripe#pi_1');

    await leaver.call(contract.account.deleteAccount, {});

    await waitUntilPurged(leaver, [paymentItem]);
    await expectNoLinksToLeaver(friend, friendsPostId);
  });

  it('leaves nothing that could be recovered, although the bucket keeps deleted objects', async () => {
    const { leaver, friend } = await registerActiveMemberAndFriend();

    const { key: fileId } = await leaver.upload('larrys-deleted.png', 'image/png', createPng(5000));
    await leaver.call(contract.files.delete, { fileId });
    expect((await listObjectKeys()).some((key) => key.endsWith(fileId))).toBe(false);
    expect((await listVersionKeys(leaver)).some((key) => key.endsWith(fileId))).toBe(true);

    await leaver.call(contract.account.deleteAccount, {});
    await waitUntilPurged(leaver);
    await backdateDeletion(leaver);
    await cloud.runSchedule('PurgeJob/Schedule');

    expect(await listVersionKeys(leaver)).toEqual([]);
    expect(await listVersionKeys(friend)).not.toEqual([]);
  });

  it('finishes the purge of an account by the hourly job if the request failed half-way', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMemberAndFriend();
    await hideAccount(leaver);

    await cloud.runSchedule('PurgeJob/Schedule');

    await expectNoTraces(leaver);
    await expectNoLinksToLeaver(friend, friendsPostId);
  });

  it('purges an account again after all presigned URLs have expired, and then completes the purge', async () => {
    const { leaver } = await registerActiveMemberAndFriend();
    const lateBytes = createPng(1000);
    const picture = await leaver.prepareUpload(lateBytes, { isProfilePhoto: true });
    const file = await leaver.prepareUpload(lateBytes);

    await leaver.call(contract.account.deleteAccount, {});
    await waitUntilPurged(leaver);

    // The URLs from before the deletion are still valid, so more purges must follow.
    for (const upload of [picture, file]) await storeBytes(upload, lateBytes);
    await cloud.runSchedule('PurgeJob/Schedule');
    await waitUntilPurged(leaver);
    expect(await listPendingMembers()).toContain(leaver.userId);

    await backdateDeletion(leaver);
    await cloud.runSchedule('PurgeJob/Schedule');
    expect(await listPendingMembers()).not.toContain(leaver.userId);
  });

  it('completes the purge of an account if the job fails at any request, any number of times', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMemberAndFriend();
    const { purgeAccount } = await import('../../lambdas/account/purge-account.ts');
    await hideAccount(leaver);

    // Each attempt gets one request further than the previous one.
    const requestFailures = await failRequests();
    let failureCount = 0;
    for (let allowedRequests = 1; ; allowedRequests++) {
      requestFailures.allow(allowedRequests);
      try {
        await purgeAccount(leaver.userId, () => true);
        break;
      } catch (error) {
        expect((error as Error).message).toBe('Injected by a test.');
        failureCount++;
      }
    }
    requestFailures.stop();

    expect(failureCount).toBeGreaterThan(10);
    await expectNoTraces(leaver);
    await expectNoLinksToLeaver(friend, friendsPostId);
  });

  it('purges an account correctly when several jobs run concurrently', async () => {
    const { leaver, friend, friendsPostId } = await registerActiveMemberAndFriend();
    await hideAccount(leaver);

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

    await hideAccount(leaver);
    await cloud.runSchedule('PurgeJob/Schedule');
    // DynamoDB deletes an expired tombstone.
    await database.send(
      new DeleteCommand({ TableName: tableName, Key: { pk: `USER#${leaver.userId}`, sk: 'PROFILE' } }),
    );

    const { body } = await friend.call(contract.messages.conversations, {});
    expect(body.conversations.map(({ user }) => user.username)).toEqual(['Deleted user']);
  });
});

describe('purge of a post', () => {
  it("purges a post, its comments, and its picture by the hourly job if the post's job never started", async () => {
    const { leaver, friend } = await registerActiveMemberAndFriend();
    const postItem = (await scanItems()).find(({ userId, image }) => userId === leaver.userId && image);
    const { postId, image } = postItem as { postId: string; image: { size: number } };

    // The first step of a deletion. Only the author may delete a post.
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
