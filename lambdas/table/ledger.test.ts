/** Tests of the ledger of a member's depth. At any time, the profile equals the sum of the ledger's entries. */
import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDepth } from '../../shared/rules/depth.ts';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { changeDepth, type ProfileAfterChange, ProfileMissing } from './change-depth.ts';
import { table, tableName } from './client.ts';
import { fileKey } from './keys.ts';
import { type LedgerEntry, sumEntries } from './ledger.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';

/** The depth of 1 MB: one centimetre, in micrometres. */
const DEPTH_PER_MB = 10_000;

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: `${userId}@fathom.example`, username: 'Ada' });
  return userId;
}

async function readEntries(userId: string): Promise<LedgerEntry[]> {
  const { Items } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :ledger)',
      ExpressionAttributeValues: { ':pk': `USER#${userId}`, ':ledger': 'LEDGER#' },
    }),
  );
  return Items as LedgerEntry[];
}

/** Checks the invariants of a member's depth, which hold at any time. */
async function expectConsistentLedger(userId: string): Promise<void> {
  const [profile, entries] = await Promise.all([
    getProfile(userId, { consistent: true }).then(unseal),
    readEntries(userId),
  ]);

  const totals = sumEntries(entries);
  expect(profile).toMatchObject({ ...totals, depth: computeDepth(totals), version: entries.length });

  const sortedEntries = entries.toSorted((a, b) => a.version - b.version);
  sortedEntries.forEach(({ version, depthAfter }, index) => {
    const entriesUpToThis = sortedEntries.slice(0, index + 1);
    expect(version).toBe(index + 1);
    expect(depthAfter).toBe(computeDepth(sumEntries(entriesUpToThis)));
  });
}

/** Checks that the table has this profile. The item also has the stored bytes and the attributes of its indexes. */
async function expectStoredProfile(profile: ProfileAfterChange): Promise<void> {
  expect(unseal(await getProfile(profile.userId, { consistent: true }))).toMatchObject(profile);
}

function changeBytes(userId: string, sourceId: string, bytes: number) {
  return changeDepth({ userId, source: 'upload', sourceId, bytes, purchasedCm: 0 });
}

describe('ledger', () => {
  it('credits a repeated source only once', async () => {
    const userId = await createMember();

    expect(await changeBytes(userId, 'a', BYTES_PER_MB)).toMatchObject({ outcome: 'applied' });
    expect(await changeBytes(userId, 'a', BYTES_PER_MB)).toEqual({ outcome: 'duplicate' });

    expect(unseal(await getProfile(userId))?.depth).toBe(DEPTH_PER_MB);
    await expectConsistentLedger(userId);
  });

  it('credits a source once under fifty concurrent requests', async () => {
    const userId = await createMember();

    const results = await Promise.all(Array.from({ length: 50 }, () => changeBytes(userId, 'a', 500)));

    expect(results.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1);
    await expectConsistentLedger(userId);
  });

  it('applies all concurrent changes', async () => {
    const userId = await createMember();

    const pendingChanges = Array.from({ length: 12 }, (_, index) =>
      changeBytes(userId, `file-${index}`, index * 1000 + 1),
    );
    await Promise.all(pendingChanges);

    expect(await readEntries(userId)).toHaveLength(pendingChanges.length);
    await expectConsistentLedger(userId);
  });

  it('keeps the profile equal to the sum of the ledger, after any sequence of changes', async () => {
    const anyChanges = fc.array(
      fc.record({ sourceId: fc.constantFrom('a', 'b', 'c', 'd'), bytes: fc.integer({ min: -1e9, max: 1e9 }) }),
      { maxLength: 8 },
    );

    await fc.assert(
      fc.asyncProperty(anyChanges, async (changes) => {
        const userId = await createMember();

        for (const { sourceId, bytes } of changes) {
          const result = await changeBytes(userId, sourceId, bytes);
          if (result.outcome === 'applied') await expectStoredProfile(result.profile);
        }

        await expectConsistentLedger(userId);

        const sources = new Set(changes.map(({ sourceId }) => sourceId));
        expect(await readEntries(userId)).toHaveLength(sources.size);
      }),
      { numRuns: 25 },
    );
  });

  it('changes nothing if a condition of the additional writes fails', async () => {
    const userId = await createMember();

    const change = { userId, source: 'removal', sourceId: 'gone', bytes: -5, purchasedCm: 0 } as const;
    const deleteFile = {
      Delete: { TableName: tableName(), Key: fileKey('gone'), ConditionExpression: 'attribute_exists(pk)' },
    };

    const result = await changeDepth(change, () => [deleteFile]);

    expect(result).toEqual({ outcome: 'condition-failed' });
    expect(await readEntries(userId)).toEqual([]);
    await expectConsistentLedger(userId);
  });

  it('throws ProfileMissing for a member without a profile', async () => {
    await expect(changeBytes(randomUUID(), 'a', 1)).rejects.toThrow(ProfileMissing);
  });
});
