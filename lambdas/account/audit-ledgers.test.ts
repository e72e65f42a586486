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

const always = () => true;

const readsMember = (userId: string) => (call: TableCall) =>
  call.command === 'GetItemCommand' && JSON.stringify(call.input).includes(userId);

describe('auditLedgers', () => {
  it('reports no mismatch for profiles that match their ledgers', async () => {
    for (let member = 0; member < 3; member++) await newMember(member);
    expect(await auditLedgers(1000, always)).toEqual({ audited: 3, mismatched: 0, failed: 0, finished: true });
  });

  it.each(['contributedBytes', 'purchasedCm', 'depth', 'version'])(
    'reports a profile whose %s differs from its ledger',
    async (attribute) => {
      const userId = await newMember();
      const before = await auditLedgers(1000, always);
      await changeWithoutEntry(userId, attribute, 1);
      expect((await auditLedgers(1000, always)).mismatched).toBe(before.mismatched + 1);
      await changeWithoutEntry(userId, attribute, -1);
      expect((await auditLedgers(1000, always)).mismatched).toBe(before.mismatched);
    },
  );

  it('audits a sample per run, and every member over several runs', async () => {
    for (let member = 0; member < 60; member++) await newMember(0);
    const first = await auditLedgers(1, always);
    expect(first).toMatchObject({ audited: 50, finished: false });
    const second = await auditLedgers(1000, always);
    expect(second.finished).toBe(true);
    expect(first.audited + second.audited).toBe((await auditLedgers(1000, always)).audited);
  });

  it('throws if a call is throttled, and the next run audits the same members', async () => {
    const userId = await newMember();
    await changeWithoutEntry(userId, 'depth', 1);
    const { audited, mismatched } = await auditLedgers(1000, always);
    faults.fail('throttled', readsMember(userId));
    await expect(auditLedgers(1000, always)).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(faults.clear()).toBe(1);
    expect(await auditLedgers(1000, always)).toEqual({ audited, mismatched, failed: 0, finished: true });
    await changeWithoutEntry(userId, 'depth', -1);
  });

  it('logs a member whose ledger fails with a final error, and audits the others', async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    const userId = await newMember();
    const { audited } = await auditLedgers(1000, always);
    faults.fail('rejected', readsMember(userId));
    expect(await auditLedgers(1000, always)).toMatchObject({ audited: audited - 1, failed: 1, finished: true });
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
  });
});
