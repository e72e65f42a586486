/**
 * Tests of the member's profile item. A deleted account leaves a tombstone, which no write may turn into a profile
 * again.
 */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { changeDepth } from './change-depth.ts';
import { table, tableName } from './client.ts';
import { profileKey } from './keys.ts';
import { finishAccountPurge, hideAccount, readPendingPurges } from './pending-purge.ts';
import { hidePost, storePost } from './post.ts';
import {
  createProfile,
  editProfile,
  getMember,
  getMembers,
  getProfile,
  isDeleted,
  profileDepthAttributes,
} from './profile.ts';
import { unseal, unsealAll } from './sealed.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Depths are stored in micrometres. */
const MICROMETRES_PER_CM = 10_000;

const NOW = new Date('2026-11-21T12:00:00.900Z');

const createMember = (userId: string = randomUUID()) =>
  createProfile({ userId, email: 'ada@fathom.example', username: 'Ada' }, NOW);

/** Returns the stored item of a profile or tombstone. */
async function readItem(userId: string): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: profileKey(userId), ConsistentRead: true }),
  );
  return Item;
}

/** Makes the next request with this command fail. */
function failNext(command: 'PutItemCommand' | 'UpdateItemCommand'): void {
  beforeNext(table, command, () => {
    throw new Error('The table is down.');
  });
}

describe('createProfile', () => {
  it('stores a profile at depth 0 with the attributes of its lists', async () => {
    const userId = randomUUID();
    const profile = await createMember(userId);

    expect(profile).toEqual({
      userId,
      email: 'ada@fathom.example',
      username: 'Ada',
      bio: '',
      profilePicture: '',
      contributedBytes: 0,
      purchasedCm: 0,
      depth: 0,
      peakDepth: 0,
      followersCount: 0,
      storedBytes: 0,
      followingCount: 0,
      version: 0,
      createdAt: '2026-11-21T12:00:00.900Z',
    });
    expect(await readItem(userId)).toEqual({
      ...profileKey(userId),
      ...profile,
      // The list of band 0, shard 0.
      list: 'USER#0#0',
      depthList: 'USER#0',
      depthOrder: '0000000000000000',
      numberOrder: 0,
      textOrder: 'ada',
      searchText: ' ad/a',
    });
  });

  it('keeps the existing profile when a profile is created again', async () => {
    const { userId } = await createMember();
    await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: 1 });

    const profile = await createProfile({ userId, email: 'other@fathom.example', username: 'Other' });

    expect(profile).toMatchObject({ username: 'Ada', purchasedCm: 1, depth: MICROMETRES_PER_CM });
  });

  it('throws AccountDeleted for a deleted account, and keeps the tombstone', async () => {
    const { userId } = await createMember();
    await hideAccount(userId);

    await expect(createMember(userId)).rejects.toThrow(AccountDeleted);

    expect(isDeleted(unseal(await getMember(userId)))).toBe(true);
  });

  it('throws if the table fails', async () => {
    failNext('PutItemCommand');

    await expect(createMember()).rejects.toThrow('The table is down.');
  });
});

describe('editProfile', () => {
  it('changes only the given fields, and the search text with them', async () => {
    const profile = await createMember();

    const { before, after } = await editProfile(profile, { bio: 'Likes REEFS' });
    expect(before).toMatchObject({ bio: '', username: 'Ada' });
    expect(after).toMatchObject({ bio: 'Likes REEFS', username: 'Ada' });
    expect(await readItem(profile.userId)).toMatchObject({ searchText: ' ad/a li/ke/s re/ef/s', textOrder: 'ada' });

    await editProfile(after, { username: 'BEN' });
    expect(await readItem(profile.userId)).toMatchObject({ searchText: ' be/n li/ke/s re/ef/s', textOrder: 'ben' });
  });

  it('keeps the search text if only the picture of an outdated profile changes', async () => {
    const outdatedProfile = await createMember();
    await editProfile(outdatedProfile, { bio: 'Likes REEFS', username: 'BEN' });

    await editProfile(outdatedProfile, { profilePicture: '/media/a.png' });

    expect(await readItem(outdatedProfile.userId)).toMatchObject({
      searchText: ' be/n li/ke/s re/ef/s',
      profilePicture: '/media/a.png',
      username: 'BEN',
    });
  });

  it('keeps the search text correct if the name and the bio of an outdated profile change', async () => {
    const profile = await createMember();
    const { userId } = profile;
    await editProfile(profile, { username: 'Ben', bio: 'Wrecks' });

    const { before, after } = await editProfile(profile, { username: 'Cleo' });
    expect(before).toMatchObject({ username: 'Ben', bio: 'Wrecks' });
    expect(after).toMatchObject({ username: 'Cleo', bio: 'Wrecks' });
    expect(await readItem(userId)).toMatchObject({ bio: 'Wrecks', textOrder: 'cleo', searchText: ' cl/eo wr/ec/ks' });

    await editProfile(profile, { bio: 'Kelp' });
    expect(await readItem(userId)).toMatchObject({ username: 'Cleo', textOrder: 'cleo', searchText: ' cl/eo ke/lp' });
  });

  it('throws AccountDeleted for a deleted or missing account, and writes nothing', async () => {
    const profile = await createMember();
    await hideAccount(profile.userId);

    await expect(editProfile(profile, { bio: 'Back' })).rejects.toThrow(AccountDeleted);
    expect(await readItem(profile.userId)).not.toHaveProperty('bio');

    const missingProfile = { ...profile, userId: randomUUID() };
    await expect(editProfile(missingProfile, { bio: 'New' })).rejects.toThrow(AccountDeleted);
    expect(await readItem(missingProfile.userId)).toBeUndefined();
  });

  it('throws if the table fails', async () => {
    const profile = await createMember();
    failNext('UpdateItemCommand');

    await expect(editProfile(profile, { bio: 'Hello' })).rejects.toThrow('The table is down.');
  });
});

describe('getMembers', () => {
  it('returns members and tombstones by ID, and omits unknown IDs', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await hideAccount(ben.userId);

    const members = unsealAll(await getMembers([ada.userId, ben.userId, randomUUID()]));

    expect([...members.keys()].sort()).toEqual([ada.userId, ben.userId].sort());
    expect(isDeleted(members.get(ada.userId))).toBe(false);
    expect(isDeleted(members.get(ben.userId))).toBe(true);
    expect(isDeleted(undefined)).toBe(false);
  });
});

describe('getProfile', () => {
  it('returns the profile, and undefined for unknown and deleted members', async () => {
    const { userId } = await createMember();
    expect(unseal(await getProfile(userId))).toMatchObject({ userId });

    await hideAccount(userId);
    expect(unseal(await getProfile(userId, { consistent: true }))).toBeUndefined();
    expect(unseal(await getProfile(randomUUID()))).toBeUndefined();
  });
});

describe('profileDepthAttributes', () => {
  it('limits numberOrder to the maximum bytes at the depth if a reversal arrives before its payment', () => {
    // 100 MB lift by 100 cm, and the reversal lowers by 50 cm.
    const contributedBytes = 100 * BYTES_PER_MB;
    const profile = { userId: 'ada', contributedBytes };

    const attributes = profileDepthAttributes({ ...profile, purchasedCm: 0 });
    expect(attributes).toMatchObject({ depth: 100 * MICROMETRES_PER_CM, numberOrder: contributedBytes });

    const attributesAfterReversal = profileDepthAttributes({ ...profile, purchasedCm: -50 });
    expect(attributesAfterReversal.depth).toBe(50 * MICROMETRES_PER_CM);
    expect(attributesAfterReversal.numberOrder).toBeLessThan(contributedBytes);
  });
});

describe('hideAccount', () => {
  it('replaces the profile with a tombstone, and queues the account for the purge', async () => {
    const { userId } = await createMember();
    await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 5, purchasedCm: 5 });

    await hideAccount(userId, NOW);

    expect(await readItem(userId)).toEqual({
      ...profileKey(userId),
      userId,
      deletedAt: '2026-11-21T12:00:00.900Z',
      owner: 'REMOVAL',
      textOrder: '2026-11-21T12:00:00.900Z',
    });
  });

  it('keeps the time of the first deletion, and does not queue a finished purge again', async () => {
    const { userId } = await createMember();
    await hideAccount(userId, NOW);
    await finishAccountPurge(userId, NOW.getTime());

    await hideAccount(userId, new Date(NOW.getTime() + 1000));

    const item = await readItem(userId);
    const expiresAt = Math.floor(NOW.getTime() / 1000) + 30 * DAY_SECONDS;

    expect(item).toMatchObject({ deletedAt: '2026-11-21T12:00:00.900Z', expiresAt });
    expect(item).not.toHaveProperty('owner');
    expect(item).not.toHaveProperty('textOrder');
  });

  it('throws if the table fails', async () => {
    failNext('PutItemCommand');

    await expect(hideAccount(randomUUID())).rejects.toThrow('The table is down.');
  });
});

describe('finishAccountPurge', () => {
  it('rejects an account that is not deleted', async () => {
    const { userId } = await createMember();

    await expect(finishAccountPurge(userId)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });

    expect(await readItem(userId)).toHaveProperty('textOrder');
  });
});

/** Reads all pages of one pending purge each. */
async function readPurgesOneByOne(): Promise<unknown[]> {
  const pagedPurges: unknown[] = [];
  let next: Awaited<ReturnType<typeof readPendingPurges>>['next'];
  do {
    const page = await readPendingPurges(1, next);
    pagedPurges.push(...page.purges);
    next = page.next;
  } while (next);

  return pagedPurges;
}

describe('readPendingPurges', () => {
  it('returns accounts and posts over all pages, oldest first', async () => {
    const { userId } = await createMember();
    const postId = randomUUID();
    const createdAt = NOW.toISOString();
    await storePost({ postId, userId, content: '', createdAt, depth: 0, likeCount: 0, commentCount: 0 });
    await hideAccount(userId, new Date('2020-01-01T00:00:00Z'));
    await hidePost({ postId, userId });

    // The account was hidden in 2020, and the post just now. Other tests have queued more accounts in between.
    const { purges } = await readPendingPurges(100);
    expect(purges[0]).toEqual({ kind: 'account', userId });
    expect(purges.at(-1)).toEqual({ kind: 'post', postId });

    const pagedPurges = await readPurgesOneByOne();
    expect(pagedPurges.slice(0, purges.length)).toEqual(purges);
  });
});
