/**
 * Tests of the histogram of depths, which counts members per range of depth (bucket). It is a view that follows the
 * profiles, and their changes can arrive late, twice, and in any order.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET_UPPER_BOUNDS_METRES, bucketOf } from '../../shared/rules/depth-histogram.ts';
import { startTable } from '../../test/support/table.ts';
import { changeDepth } from './change-depth.ts';
import { countMember, getDepthMarkers, readHistogram, uncountMember } from './depth-histogram.ts';
import { hideAccount } from './pending-purge.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable({ shards: 3 });
});
afterAll(() => stopTable());

/** The number of members in each bucket when the test starts. */
let initialCounts: number[];
beforeEach(async () => {
  initialCounts = await readHistogram();
});

/** Returns how the count of each bucket has changed since the test started. Omits buckets whose count is the same. */
async function readChanges(): Promise<Record<number, number>> {
  const currentCounts = await readHistogram();
  const changes = currentCounts.map((members, bucket): [number, number] => [bucket, members - initialCounts[bucket]!]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

async function createMember() {
  const userId = randomUUID();
  return createProfile({ userId, email: 'ada@fathom.example', username: 'Ada' });
}

/** Creates a member, and counts them in the first bucket of the histogram. */
async function createCountedMember() {
  const profile = await createMember();
  await countMember(profile);
  return profile;
}

/** Buys depth. Returns the profile after the purchase. */
async function rise(userId: string, metres: number) {
  const change = { userId, source: 'test', sourceId: randomUUID(), bytes: 0, purchasedCm: metres * 100 } as const;
  await changeDepth(change);
  return unseal(await getProfile(userId, { consistent: true }))!;
}

/** Creates a member who buys depth twice. Returns the profile after each purchase. */
async function createTwoVersions(firstMetres: number, secondMetres: number) {
  const { userId } = await createMember();
  const firstVersion = await rise(userId, firstMetres);
  const secondVersion = await rise(userId, secondMetres);
  return { userId, firstVersion, secondVersion };
}

describe('countMember', () => {
  it('counts a new member in the first bucket, once', async () => {
    const profile = await createMember();

    expect(await countMember(profile)).toBe(true);
    expect(await countMember(profile)).toBe(false);

    expect(await readChanges()).toEqual({ 0: 1 });
  });

  it('moves a member to the bucket of their new depth', async () => {
    const profile = await createCountedMember();

    const risenProfile = await rise(profile.userId, 150);
    expect(await countMember(risenProfile)).toBe(true);

    expect(await readChanges()).toEqual({ [bucketOf(risenProfile.depth)]: 1 });
  });

  it('ignores a version that arrives after a later one', async () => {
    const { firstVersion, secondVersion } = await createTwoVersions(5, 200);

    await countMember(secondVersion);
    expect(await countMember(firstVersion)).toBe(false);

    expect(await readChanges()).toEqual({ [bucketOf(secondVersion.depth)]: 1 });
  });

  it('records the version of a change within a bucket, so that an older change cannot move the member', async () => {
    const { userId, firstVersion, secondVersion } = await createTwoVersions(150, 1);

    await countMember(firstVersion);
    await countMember(secondVersion);

    expect((await getDepthMarkers([userId])).get(userId)).toMatchObject({ version: secondVersion.version });
  });

  it('does not count a member who has deleted their account since', async () => {
    const profile = await createMember();
    await hideAccount(profile.userId);

    expect(await countMember(profile)).toBe(false);
    expect(await readChanges()).toEqual({});
  });

  it('counts a member once if all versions arrive concurrently, repeatedly, and in any order', async () => {
    const profile = await createMember();
    const versions = [profile];
    for (const metres of [1, 10, 100, 1000]) versions.push(await rise(profile.userId, metres));
    const deliveries = [...versions, ...versions].sort(() => Math.random() - 0.5);

    await Promise.all(deliveries.map((version) => countMember(version)));

    expect(await readChanges()).toEqual({ [bucketOf(versions.at(-1)!.depth)]: 1 });
  });
});

describe('uncountMember', () => {
  it('stops counting a member who has deleted their account, once', async () => {
    const profile = await createCountedMember();
    await hideAccount(profile.userId);

    expect(await uncountMember(profile.userId)).toBe(true);
    expect(await uncountMember(profile.userId)).toBe(false);

    expect(await readChanges()).toEqual({});
    expect(await countMember(profile)).toBe(false);
  });

  it('changes nothing while the profile exists', async () => {
    const profile = await createCountedMember();

    expect(await uncountMember(profile.userId)).toBe(false);
    expect(await readChanges()).toEqual({ 0: 1 });
  });
});

describe('readHistogram', () => {
  it('returns a count for every bucket', async () => {
    expect(await readHistogram()).toHaveLength(BUCKET_UPPER_BOUNDS_METRES.length);
  });
});
