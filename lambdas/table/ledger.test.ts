import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDepth } from '../../shared/rules/depth.ts';
import { startTable } from '../../test/support/table.ts';
import { fileKey } from './keys.ts';
import { unseal } from './sealed.ts';

let stop: () => Promise<void>;
let ledger: typeof import('./ledger.ts');
let profiles: typeof import('./profile.ts');
let client: typeof import('./client.ts');

beforeAll(async () => {
  stop = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  [ledger, profiles, client] = await Promise.all([
    import('./ledger.ts'),
    import('./profile.ts'),
    import('./client.ts'),
  ]);
});
afterAll(() => stop());

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await profiles.createProfile({ userId, email: `${userId}@fathom.example`, username: 'Ada' });
  return userId;
}

async function readEntries(userId: string): Promise<import('./ledger.ts').LedgerEntry[]> {
  const { Items } = await client.table.send(
    new QueryCommand({
      TableName: client.tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :ledger)',
      ExpressionAttributeValues: { ':pk': `USER#${userId}`, ':ledger': 'LEDGER#' },
    }),
  );
  return Items as import('./ledger.ts').LedgerEntry[];
}

/** Checks the invariants of a member's depth, which hold at any time. */
async function expectConsistent(userId: string): Promise<void> {
  const [profile, entries] = await Promise.all([
    profiles.getProfile(userId, { consistent: true }).then(unseal),
    readEntries(userId),
  ]);

  const totals = ledger.sumEntries(entries);
  expect(profile).toMatchObject({ ...totals, depth: computeDepth(totals), version: entries.length });

  const sortedEntries = entries.toSorted((a, b) => a.version - b.version);
  expect(sortedEntries.map(({ version }) => version)).toEqual(sortedEntries.map((_, index) => index + 1));
  sortedEntries.forEach((entry, index) => {
    expect(entry.depthAfter).toBe(computeDepth(ledger.sumEntries(sortedEntries.slice(0, index + 1))));
  });
}

/** Checks that the table has this profile. The item also has the stored bytes and the attributes of its indexes. */
async function expectStored(profile: import('./ledger.ts').ProfileAfterChange): Promise<void> {
  expect(unseal(await profiles.getProfile(profile.userId, { consistent: true }))).toMatchObject(profile);
}

const upload = (userId: string, sourceId: string, bytes: number) =>
  ledger.changeDepth({ userId, source: 'upload', sourceId, bytes, purchasedCm: 0 });

describe('ledger', () => {
  it('credits the same source once', async () => {
    const userId = await createMember();

    expect(await upload(userId, 'a', 1_048_576)).toMatchObject({ outcome: 'applied' });
    expect(await upload(userId, 'a', 1_048_576)).toEqual({ outcome: 'duplicate' });

    expect(unseal(await profiles.getProfile(userId))?.depth).toBe(10_000);
    await expectConsistent(userId);
  });

  it('credits a source once under fifty concurrent requests', async () => {
    const userId = await createMember();

    const results = await Promise.all(Array.from({ length: 50 }, () => upload(userId, 'a', 500)));

    expect(results.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1);
    await expectConsistent(userId);
  });

  it('applies every one of several concurrent changes', async () => {
    const userId = await createMember();

    await Promise.all(Array.from({ length: 12 }, (_, index) => upload(userId, `file-${index}`, index * 1000 + 1)));

    expect(await readEntries(userId)).toHaveLength(12);
    await expectConsistent(userId);
  });

  it('keeps the profile equal to the sum of the ledger, after any sequence of changes', async () => {
    const changes = fc.array(
      fc.record({ sourceId: fc.constantFrom('a', 'b', 'c', 'd'), bytes: fc.integer({ min: -1e9, max: 1e9 }) }),
      { maxLength: 8 },
    );

    await fc.assert(
      fc.asyncProperty(changes, async (sequence) => {
        const userId = await createMember();

        for (const { sourceId, bytes } of sequence) {
          const result = await upload(userId, sourceId, bytes);
          if (result.outcome === 'applied') await expectStored(result.profile);
        }

        await expectConsistent(userId);
        const sources = new Set(sequence.map(({ sourceId }) => sourceId));
        expect(await readEntries(userId)).toHaveLength(sources.size);
      }),
      { numRuns: 25 },
    );
  });

  it('changes nothing if a condition of the additional writes fails', async () => {
    const userId = await createMember();

    const result = await ledger.changeDepth(
      { userId, source: 'removal', sourceId: 'gone', bytes: -5, purchasedCm: 0 },
      () => [
        {
          Delete: {
            TableName: client.tableName(),
            Key: fileKey('gone'),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ],
    );

    expect(result).toEqual({ outcome: 'condition-failed' });
    expect(await readEntries(userId)).toEqual([]);
    await expectConsistent(userId);
  });

  it('throws ProfileMissing for a member without a profile', async () => {
    await expect(upload(randomUUID(), 'a', 1)).rejects.toThrow(ledger.ProfileMissing);
  });

  it('keeps the existing profile when a profile is created again', async () => {
    const userId = await createMember();
    await upload(userId, 'a', 1_048_576);

    const profile = await profiles.createProfile({ userId, email: 'other@fathom.example', username: 'Other' });

    expect(profile).toMatchObject({ username: 'Ada', depth: 10_000 });
  });
});
