/**
 * Tests of the access rule for profiles: a viewer sees the profiles of members at or below their own depth. A depth
 * is a height above the bottom, so a greater depth is higher.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { changeDepth } from '../table/change-depth.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile } from '../table/profile.ts';
import {
  findIdentities,
  findIdentity,
  loadProfileForViewer,
  loadVisibleProfile,
  loadVisibleProfiles,
  metresAbove,
} from './profiles.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/** A metre, in micrometres. */
const METRE = 1_000_000;

/** Creates a member at a depth in metres. */
async function createMember(metres: number): Promise<{ readonly userId: string }> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: metres * 100 });
  return { userId };
}

/** Creates a member who then deletes their account. */
async function createDeletedMember(): Promise<{ readonly userId: string }> {
  const member = await createMember(1);
  await hideAccount(member.userId);
  return member;
}

describe('profiles', () => {
  const viewer = { userId: randomUUID(), depth: 5 * METRE };

  it('shows a profile at or below the viewer', async () => {
    const { userId } = await createMember(5);

    expect(await loadVisibleProfile(viewer, userId)).toMatchObject({ userId });
  });

  it('loads only the identity of a member above the viewer, and the missing metres', async () => {
    const { userId } = await createMember(6);

    expect(await loadProfileForViewer(Promise.resolve(viewer), userId)).toMatchObject({
      identity: { userId },
      visible: undefined,
      missingMetres: 1,
    });
  });

  it('rejects a profile above the viewer and states the missing metres', async () => {
    const { userId } = await createMember(6);

    await expect(loadVisibleProfile(viewer, userId)).rejects.toMatchObject({
      code: 'DepthTooLow',
      message: expect.stringContaining('1.00m'),
    });
  });

  it('shows members their own profile at any depth', async () => {
    const { userId } = await createMember(6);

    expect(await loadVisibleProfile({ userId, depth: 0 }, userId)).toMatchObject({ userId });
  });

  it('rejects an unknown member ID as not found', async () => {
    await expect(loadVisibleProfile(viewer, randomUUID())).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('returns the missing metres to a member above the viewer, and 0 for all other members and the viewer', () => {
    expect(metresAbove(viewer, { userId: 'x', depth: 0 })).toBe(0);
    expect(metresAbove(viewer, { userId: 'x', depth: 7 * METRE })).toBe(2);
    expect(metresAbove(viewer, { userId: viewer.userId, depth: 7 * METRE })).toBe(0);
  });

  it('lists profiles in the requested order, without members above the viewer or deleted members', async () => {
    const firstMember = await createMember(1);
    const secondMember = await createMember(2);
    const higherMember = await createMember(6);
    const deletedMember = await createDeletedMember();
    const members = [secondMember, higherMember, deletedMember, { userId: randomUUID() }, firstMember];

    const profiles = await loadVisibleProfiles(
      viewer,
      members.map(({ userId }) => userId),
    );

    expect(profiles.map(({ userId }) => userId)).toEqual([secondMember.userId, firstMember.userId]);
  });

  it('finds the identities of members above the viewer and of deleted members, but none for unknown IDs', async () => {
    const member = await createMember(1);
    const higherMember = await createMember(6);
    const deletedMember = await createDeletedMember();
    const knownIds = [member.userId, higherMember.userId, deletedMember.userId];

    const identities = await findIdentities([randomUUID(), ...knownIds]);

    expect([...identities.keys()].sort()).toEqual(knownIds.sort());
  });

  it("finds a deleted member's tombstone", async () => {
    const { userId } = await createDeletedMember();

    expect(await findIdentity(userId)).toHaveProperty('deletedAt');
  });

  it('finds no identity for an unknown member ID', async () => {
    expect(await findIdentity(randomUUID())).toBeUndefined();
  });
});
