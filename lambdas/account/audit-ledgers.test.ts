import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { injectTableFaults, type TableCall, type TableFaults } from '../../test/support/table-faults.ts';
import { logger } from '../platform/logger.ts';

let stop: () => Promise<void>;
let client: typeof import('../table/client.ts');
let profiles: typeof import('../table/profile.ts');
let ledger: typeof import('../table/ledger.ts');
let keys: typeof import('../table/keys.ts');
let faults: TableFaults;
let auditLedgers: typeof import('./audit-ledgers.ts').auditLedgers;

beforeAll(async () => {
  stop = await startTable();
  client = await import('../table/client.ts');
  profiles = await import('../table/profile.ts');
  ledger = await import('../table/ledger.ts');
  keys = await import('../table/keys.ts');
  ({ auditLedgers } = await import('./audit-ledgers.ts'));
  faults = injectTableFaults(client.table);
});
afterAll(() => stop());

async function newMember(changes = 3): Promise<string> {
  const userId = randomUUID();
  await profiles.createProfile({ userId, email: 'a@fathom.example', username: `Ada ${userId}` });
  for (let change = 0; change < changes; change++) {
    await ledger.changeDepth({ userId, source: 'test', sourceId: `${change}`, bytes: 1_048_577, purchasedCm: change });
  }
  return userId;
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

/** Audits all members in a new round. */
const auditAll = () => auditLedgers({ newRound: true, timeLeft: () => true });

const readsLedgerOf = (userId: string) => (call: TableCall) =>
  call.command === 'QueryCommand' && JSON.stringify(call.input).includes(userId);

describe('auditLedgers', () => {
  it('reports no mismatch for profiles that match their ledgers', async () => {
    for (let member = 0; member < 3; member++) await newMember(member);
    expect(await auditAll()).toEqual({ audited: 3, mismatched: 0, failed: 0, finished: true });
  });

  it.each(['contributedBytes', 'purchasedCm', 'depth', 'version'])(
    'reports a profile whose %s differs from its ledger',
    async (attribute) => {
      const userId = await newMember();
      const before = await auditAll();
      await changeWithoutEntry(userId, attribute, 1);
      expect((await auditAll()).mismatched).toBe(before.mismatched + 1);

      await changeWithoutEntry(userId, attribute, -1);
      expect((await auditAll()).mismatched).toBe(before.mismatched);
    },
  );

  it('reports every wrong profile of a round, whatever its segment', async () => {
    const members = await Promise.all(Array.from({ length: 16 }, () => newMember(1)));
    expect(new Set(members.map((userId) => keys.shardOf(userId, 4))).size).toBeGreaterThan(1);

    for (const userId of members) await changeWithoutEntry(userId, 'purchasedCm', 1);
    expect(await auditAll()).toMatchObject({ mismatched: 16, finished: true });

    for (const userId of members) await changeWithoutEntry(userId, 'purchasedCm', -1);
    expect(await auditAll()).toMatchObject({ mismatched: 0, finished: true });
  });

  it.each([
    ['changes', 1],
    ['changes at every attempt', 10],
    ['is deleted', 1],
  ])('reports no mismatch if the profile %s between the reads of a member', async (what, times) => {
    const userId = await newMember();
    // A wrong profile is read again, and then it is gone.
    if (what === 'is deleted') await changeWithoutEntry(userId, 'depth', 1);
    const { audited } = await auditAll();
    const { hideAccount } = await import('../table/pending-purge.ts');
    const readsLedger = readsLedgerOf(userId);
    let changes = 0;

    client.table.middlewareStack.add(
      (next, context) => async (args) => {
        const call = { command: context.commandName ?? '', input: args.input as Record<string, unknown> };
        // The profile is read before the ledger.
        if (changes < times && readsLedger(call)) {
          changes++;
          const change = { userId, source: 'test', sourceId: `later ${changes}`, bytes: 1, purchasedCm: 0 } as const;
          await (what === 'is deleted' ? hideAccount(userId) : ledger.changeDepth(change));
        }
        return next(args);
      },
      { name: 'change', step: 'initialize' },
    );

    expect(await auditAll()).toEqual({ audited, mismatched: 0, failed: 0, finished: true });

    client.table.middlewareStack.remove('change');
    expect(changes).toBeGreaterThan(0);

    if (times > 1) expect(changes).toBeLessThan(times);
  });

  it('throws if a call is throttled, and a later run audits the same member', async () => {
    const userId = await newMember();
    await changeWithoutEntry(userId, 'depth', 1);
    const { audited, mismatched } = await auditAll();
    faults.fail('throttled', readsLedgerOf(userId));

    await expect(auditAll()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(faults.clear()).toBe(1);

    // The lease of the failed run has ended.
    const now = () => Date.now() + 300_000;
    expect(await auditLedgers({ timeLeft: () => true, now })).toEqual({
      audited,
      mismatched,
      failed: 0,
      finished: true,
    });

    await changeWithoutEntry(userId, 'depth', -1);
  });

  it('logs a member whose ledger fails with a final error, and audits the others', async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    const userId = await newMember();
    const { audited } = await auditAll();
    faults.fail('rejected', readsLedgerOf(userId));

    expect(await auditAll()).toMatchObject({ audited: audited - 1, failed: 1, finished: true });
    expect(log).toHaveBeenCalledExactlyOnceWith('Row not processed', expect.objectContaining({ userId }));

    faults.clear();
    log.mockRestore();
  });

  it('sums ledgers that span several pages', async () => {
    const userId = await newMember(0);
    const changes = Array.from({ length: 520 }, (_, sourceId) => sourceId);
    for (const sourceId of changes) {
      await ledger.changeDepth({ userId, source: 'test', sourceId: `${sourceId}`, bytes: 1, purchasedCm: 0 });
    }
    expect(await ledger.sumLedger(userId)).toEqual({ contributedBytes: 520, purchasedCm: 0, entries: 520 });

    const pages: number[] = [];
    await ledger.sumLedger(userId, { consistent: false, onPage: async (units) => void pages.push(units) });
    expect(pages).toHaveLength(2);
    expect(pages[0]).toBeGreaterThan(10);
  });
});
