/**
 * Tests of the daily audit, which compares each profile's depth with the sum of the member's ledger. Every change of
 * depth has an entry in the ledger, so a difference is a defect.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { injectTableFaults, type TableCall, type TableFaults } from '../../test/support/table-faults.ts';
import { logger } from '../platform/logger.ts';

let stopTable: () => Promise<void>;
let client: typeof import('../table/client.ts');
let profiles: typeof import('../table/profile.ts');
let depths: typeof import('../table/change-depth.ts');
let ledger: typeof import('../table/ledger.ts');
let keys: typeof import('../table/keys.ts');
let faults: TableFaults;
let auditLedgers: typeof import('./audit-ledgers.ts').auditLedgers;

beforeAll(async () => {
  stopTable = await startTable();
  client = await import('../table/client.ts');
  profiles = await import('../table/profile.ts');
  depths = await import('../table/change-depth.ts');
  ledger = await import('../table/ledger.ts');
  keys = await import('../table/keys.ts');
  ({ auditLedgers } = await import('./audit-ledgers.ts'));
  faults = injectTableFaults(client.table);
});
afterAll(() => stopTable());

/** Bytes of each ledger entry: one more than a megabyte, so that sums have a remainder. */
const ENTRY_BYTES = 1_048_577;

/** Creates a member whose ledger has this number of entries. */
async function createMember(entryCount = 3): Promise<string> {
  const userId = randomUUID();
  await profiles.createProfile({ userId, email: 'a@fathom.example', username: `Ada ${userId}` });
  for (let entry = 0; entry < entryCount; entry++) {
    await depths.changeDepth({ userId, source: 'test', sourceId: `${entry}`, bytes: ENTRY_BYTES, purchasedCm: entry });
  }

  return userId;
}

/** Changes a profile with a ledger entry. */
async function addEntry(userId: string, sourceId: string): Promise<void> {
  await depths.changeDepth({ userId, source: 'test', sourceId, bytes: 1, purchasedCm: 0 });
}

/** Changes a profile without a ledger entry. */
async function changeWithoutEntry(userId: string, attribute: string, by: number): Promise<void> {
  await client.table.send(
    new UpdateCommand({
      TableName: client.tableName(),
      Key: keys.profileKey(userId),
      UpdateExpression: 'ADD #attribute :by',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':by': by },
    }),
  );
}

const timeLeft = () => true;

/** Audits all members in a new round. */
const auditAll = () => auditLedgers({ newRound: true, timeLeft });

/** Returns a predicate for the calls that read a member's ledger. */
const readsLedgerOf = (userId: string) => (call: TableCall) =>
  call.command === 'QueryCommand' && JSON.stringify(call.input).includes(userId);

/**
 * Audits all members while one of them changes. The audit reads a profile before its ledger, so a change before a read
 * of the ledger happens between the two reads.
 *
 * @param change - makes the change with this number
 * @param maxChanges - the number of reads that a change precedes
 * @returns the result of the audit, and the number of changes
 */
async function auditDuringChanges(userId: string, change: (number: number) => Promise<unknown>, maxChanges: number) {
  const readsLedger = readsLedgerOf(userId);
  let changeCount = 0;
  client.table.middlewareStack.add(
    (next, context) => async (args) => {
      const call = { command: context.commandName ?? '', input: args.input as Record<string, unknown> };
      if (changeCount < maxChanges && readsLedger(call)) await change(++changeCount);
      return next(args);
    },
    { name: 'change', step: 'initialize' },
  );

  const result = await auditAll();

  client.table.middlewareStack.remove('change');
  return { result, changeCount };
}

describe('auditLedgers', () => {
  it('reports no mismatch for profiles that match their ledgers', async () => {
    for (let entryCount = 0; entryCount < 3; entryCount++) await createMember(entryCount);
    expect(await auditAll()).toMatchObject({ audited: 3, mismatched: 0, failed: 0, finished: true });
  });

  it.each(['contributedBytes', 'purchasedCm', 'depth', 'version'])(
    'reports a profile whose %s differs from its ledger',
    async (attribute) => {
      const userId = await createMember();
      const { mismatched } = await auditAll();

      await changeWithoutEntry(userId, attribute, 1);
      expect((await auditAll()).mismatched).toBe(mismatched + 1);

      await changeWithoutEntry(userId, attribute, -1);
      expect((await auditAll()).mismatched).toBe(mismatched);
    },
  );

  it('reports every wrong profile of a round in all segments', async () => {
    const members = await Promise.all(Array.from({ length: 16 }, () => createMember(1)));
    expect(new Set(members.map((userId) => keys.shardOf(userId, 4))).size).toBeGreaterThan(1);

    for (const userId of members) await changeWithoutEntry(userId, 'purchasedCm', 1);
    expect(await auditAll()).toMatchObject({ mismatched: 16, finished: true });

    for (const userId of members) await changeWithoutEntry(userId, 'purchasedCm', -1);
    expect(await auditAll()).toMatchObject({ mismatched: 0, finished: true });
  });

  it('reports no mismatch if the profile changes between the reads of profile and ledger', async () => {
    const userId = await createMember();
    const { audited } = await auditAll();

    const { result, changeCount } = await auditDuringChanges(
      userId,
      (number) => addEntry(userId, `later ${number}`),
      1,
    );

    expect(result).toMatchObject({ audited, mismatched: 0, failed: 0, finished: true });
    expect(changeCount).toBe(1);
  });

  it('reports no mismatch if the profile changes at every attempt to read it with its ledger', async () => {
    const userId = await createMember();
    const { audited } = await auditAll();

    const { result, changeCount } = await auditDuringChanges(
      userId,
      (number) => addEntry(userId, `later ${number}`),
      10,
    );

    expect(result).toMatchObject({ audited, mismatched: 0, failed: 0, finished: true });
    // The audit gives up earlier.
    expect(changeCount).toBeGreaterThan(0);
    expect(changeCount).toBeLessThan(10);
  });

  it('reports no mismatch if a wrong profile is deleted between the reads of profile and ledger', async () => {
    const userId = await createMember();
    await changeWithoutEntry(userId, 'depth', 1);
    const { audited } = await auditAll();
    const { hideAccount } = await import('../table/pending-purge.ts');

    const { result, changeCount } = await auditDuringChanges(userId, () => hideAccount(userId), 1);

    expect(result).toMatchObject({ audited, mismatched: 0, failed: 0, finished: true });
    expect(changeCount).toBe(1);
  });

  it('audits the same member in a later run after a call was throttled', async () => {
    const userId = await createMember();
    await changeWithoutEntry(userId, 'depth', 1);
    const { audited, mismatched } = await auditAll();
    faults.fail('throttled', readsLedgerOf(userId));

    await expect(auditAll()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(faults.clear()).toBe(1);

    // The lease of the failed run ends after three minutes.
    const now = () => Date.now() + 5 * MINUTE_MS;
    const result = await auditLedgers({ timeLeft, now });
    expect(result).toMatchObject({ audited, mismatched, failed: 0, finished: true });

    await changeWithoutEntry(userId, 'depth', -1);
  });

  it('logs a member whose ledger fails with a final error, and audits the other members', async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    const userId = await createMember();
    const { audited } = await auditAll();
    faults.fail('rejected', readsLedgerOf(userId));

    expect(await auditAll()).toMatchObject({ audited: audited - 1, failed: 1, finished: true });
    expect(log).toHaveBeenCalledExactlyOnceWith('Row not processed', expect.objectContaining({ userId }));

    faults.clear();
    log.mockRestore();
  });

  it('sums ledgers that span several pages', async () => {
    const userId = await createMember(0);
    // A page has at most 500 entries.
    for (let entry = 0; entry < 520; entry++) await addEntry(userId, `${entry}`);

    const pageUnits: number[] = [];
    const onPage = async (units: number) => void pageUnits.push(units);
    expect(await ledger.sumLedger(userId)).toEqual({ contributedBytes: 520, purchasedCm: 0, entryCount: 520 });
    await ledger.sumLedger(userId, { consistent: false, onPage });

    expect(pageUnits).toHaveLength(2);
    expect(pageUnits[0]).toBeGreaterThan(10);
  });
});
