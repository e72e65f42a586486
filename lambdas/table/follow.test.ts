/** Tests of follows: an edge on both sides and a counter on both profiles, which must agree. */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import { findFollowed, follow, purgeFollow, readFollows, unfollow } from './follow.ts';
import { profileKey } from './keys.ts';
import { hideAccount } from './pending-purge.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';
import type { Viewer } from './visible.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Creates a member at a depth. */
async function createMember(depth = 0): Promise<Viewer> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await setDepth(userId, depth);
  return { userId, depth };
}

/** Changes only the depth in a member's profile. */
async function setDepth(userId: string, depth: number): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: profileKey(userId),
      UpdateExpression: 'SET #depth = :depth',
      ExpressionAttributeNames: { '#depth': 'depth' },
      ExpressionAttributeValues: { ':depth': depth },
    }),
  );
}

/** The connections of a member who has no followers and follows no one. */
const NO_CONNECTIONS = { followers: [], followersCount: 0, following: [], followingCount: 0 };

/** Returns the lists of a member's followers and followed members, and the counters of both. */
async function readConnections(userId: string) {
  const profile = unseal(await getProfile(userId, { consistent: true }));
  const followers = await readFollows(userId, 'followers', 10);
  const following = await readFollows(userId, 'following', 10);

  return {
    followers: followers.userIds,
    followersCount: profile?.followersCount,
    following: following.userIds,
    followingCount: profile?.followingCount,
  };
}

describe('follow', () => {
  it('writes both edges and both counters, once', async () => {
    const ada = await createMember();
    const ben = await createMember();

    expect(await follow(ada, ben.userId)).toBe('changed');
    expect(await follow(ada, ben.userId)).toBe('unchanged');

    expect(await readConnections(ada.userId)).toEqual({
      ...NO_CONNECTIONS,
      following: [ben.userId],
      followingCount: 1,
    });
    expect(await readConnections(ben.userId)).toEqual({
      ...NO_CONNECTIONS,
      followers: [ada.userId],
      followersCount: 1,
    });
  });

  it('allows members at or below the follower, and refuses those above', async () => {
    const ada = await createMember(100);
    expect(await follow(ada, (await createMember(99)).userId)).toBe('changed');
    expect(await follow(ada, (await createMember(100)).userId)).toBe('changed');

    const higherMember = await createMember(101);
    expect(await follow(ada, higherMember.userId)).toBe('refused');
    expect(await readConnections(higherMember.userId)).toEqual(NO_CONNECTIONS);
  });

  it('refuses a follower whose depth has dropped since their profile was read', async () => {
    const ada = await createMember(100);
    const ben = await createMember(50);

    await setDepth(ada.userId, 99);

    expect(await follow(ada, ben.userId)).toBe('refused');
  });

  it('refuses missing and deleted members on both sides', async () => {
    const ada = await createMember();
    const deletedMember = await createMember();
    await hideAccount(deletedMember.userId);

    for (const { userId } of [deletedMember, { userId: randomUUID() }]) {
      expect(await follow(ada, userId)).toBe('refused');
      expect(await follow({ userId, depth: 0 }, ada.userId)).toBe('refused');
    }

    expect(await readConnections(ada.userId)).toEqual(NO_CONNECTIONS);
  });

  it('keeps a follow after the followed member rises', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await follow(ada, ben.userId);

    await setDepth(ben.userId, 1);

    expect(await follow(ada, ben.userId)).toBe('unchanged');
  });
});

describe('unfollow', () => {
  it('deletes both edges and decrements both counters once', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await follow(ada, ben.userId);

    expect(await unfollow(ada.userId, ben.userId)).toBe('changed');
    expect(await unfollow(ada.userId, ben.userId)).toBe('unchanged');

    for (const { userId } of [ada, ben]) {
      expect(await readConnections(userId)).toEqual(NO_CONNECTIONS);
    }
  });

  it('unfollows a member who has risen above the follower', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await follow(ada, ben.userId);

    await setDepth(ben.userId, 1);

    expect(await unfollow(ada.userId, ben.userId)).toBe('changed');
  });
});

describe('purgeFollow', () => {
  it.each(['follower', 'followed'] as const)(
    'decrements the counter of the remaining member if the %s leaves',
    async (leaver) => {
      const follower = await createMember();
      const followed = await createMember();
      await follow(follower, followed.userId);
      const leavingId = (leaver === 'follower' ? follower : followed).userId;
      const remainingId = (leaver === 'follower' ? followed : follower).userId;

      await hideAccount(leavingId);
      await purgeFollow(follower.userId, followed.userId, leavingId);

      expect(await readConnections(remainingId)).toEqual(NO_CONNECTIONS);
      expect(await readConnections(leavingId)).toMatchObject({ followers: [], following: [] });
    },
  );

  it('decrements the counter once, even if the purge is repeated', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await follow(ada, ben.userId);
    await follow(await createMember(), ben.userId);
    await hideAccount(ada.userId);

    await purgeFollow(ada.userId, ben.userId, ada.userId);
    await purgeFollow(ada.userId, ben.userId, ada.userId);

    expect(await readConnections(ben.userId)).toMatchObject({ followersCount: 1, followingCount: 0 });
  });

  it('deletes both edges if both members have left', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await follow(ada, ben.userId);
    await hideAccount(ada.userId);
    await hideAccount(ben.userId);

    await purgeFollow(ada.userId, ben.userId, ada.userId);

    for (const { userId } of [ada, ben]) {
      expect(await readConnections(userId)).toMatchObject({ followers: [], following: [] });
    }

    const calls = await countCalls(table, () => purgeFollow(ada.userId, ben.userId, ada.userId));
    expect(calls).toEqual({ TransactWriteItemsCommand: 1 });
  });
});

describe('readFollows', () => {
  it('returns every member over all pages', async () => {
    const ada = await createMember();
    const others = await Promise.all([createMember(), createMember(), createMember()]);
    for (const { userId } of others) await follow(ada, userId);

    const firstPage = await readFollows(ada.userId, 'following', 2);
    const secondPage = await readFollows(ada.userId, 'following', 2, firstPage.next!);

    expect(secondPage.next).toBeNull();
    expect([...firstPage.userIds, ...secondPage.userIds].sort()).toEqual(others.map(({ userId }) => userId).sort());
  });
});

describe('findFollowed', () => {
  // `findFollowed` uses the count from the profile. So a count of 250 needs no 250 follows.
  it.each<[title: string, otherCount: number, followingCount: number, calls: Record<string, number>]>([
    ['one query for all edges of a member who follows up to 250 members', 2, 250, { QueryCommand: 1 }],
    ['a read of each edge for a member who follows more than 250', 2, 251, { BatchGetItemCommand: 1 }],
    ['a read of the edge for one other member', 1, 2, { BatchGetItemCommand: 1 }],
    ['no request for a member who follows no one', 2, 0, {}],
    ['no request for an empty list of other members', 0, 2, {}],
  ])('uses %s', async (_, otherCount, followingCount, expectedCalls) => {
    const ada = await createMember();
    const ben = await createMember();
    const eve = await createMember();
    const stranger = await createMember();
    await follow(ada, ben.userId);
    // Eve is not one of the other members, so the result must not contain her.
    await follow(ada, eve.userId);
    const others = [ben.userId, stranger.userId].slice(0, otherCount);

    let followedIds: Set<string> | undefined;
    const calls = await countCalls(table, async () => {
      followedIds = await findFollowed({ userId: ada.userId, followingCount }, others);
    });

    expect(calls).toEqual(expectedCalls);
    expect([...followedIds!]).toEqual(otherCount > 0 && followingCount > 0 ? [ben.userId] : []);
  });
});
