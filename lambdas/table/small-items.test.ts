import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { reserveCalls, reserveFrames } from './call-count.ts';
import { table, tableName } from './client.ts';
import { InvalidCursor } from './cursor.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from './job-progress.ts';
import { callCountKey, frameCountKey, profileKey } from './keys.ts';
import { changeDepth } from './ledger.ts';
import { deleteMemberRow, readMemberRows } from './member-partition.ts';
import { openPage } from './paging.ts';
import { storeOrder } from './payment-order.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';
import { deleteUnclaimed, getUnclaimed, storeUnclaimed } from './unclaimed-payment.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret' });
});
afterAll(() => stop());

async function readItem(Key: object): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item;
}

describe('reserveCalls', () => {
  it('reserves calls up to the limit per member and minute', async () => {
    const userId = randomUUID();
    const reserve = (calls: number, minute = 7) => reserveCalls({ userId, minute, calls, limit: 10 });

    expect(await reserve(10, 6)).toBe(true);
    expect(await reserve(8)).toBe(true);
    expect(await reserve(3)).toBe(false);
    expect(await reserve(2)).toBe(true);
    expect(await reserve(1)).toBe(false);
    expect(await reserveCalls({ userId: randomUUID(), minute: 7, calls: 1, limit: 10 })).toBe(true);
  });

  it('keeps the count for a minute after its minute', async () => {
    const userId = randomUUID();

    await reserveCalls({ userId, minute: 7, calls: 10, limit: 10 });

    expect(await readItem(callCountKey(userId, 7))).toMatchObject({ calls: 10, expiresAt: 8 * 60 + 60 });
  });

  it('never reserves more than the limit when many instances reserve concurrently', async () => {
    const reservation = { userId: randomUUID(), minute: 7, calls: 3, limit: 20 };

    const grants = await Promise.all(Array.from({ length: 30 }, () => reserveCalls(reservation)));

    expect(grants.filter(Boolean)).toHaveLength(6);
  });
});

describe('reserveFrames', () => {
  it('counts each kind of frame separately from other frames and from calls', async () => {
    const reservation = { userId: randomUUID(), minute: 7, calls: 5, limit: 5 };

    expect(await reserveFrames('typing', reservation)).toBe(true);
    expect(await reserveFrames('typing', reservation)).toBe(false);
    expect(await reserveFrames('all', reservation)).toBe(true);
    expect(await reserveCalls(reservation)).toBe(true);

    expect(await readItem(frameCountKey(reservation.userId, 'typing', 7))).toMatchObject({ calls: 5 });
  });
});

describe('job progress', () => {
  it('keeps the progress of each job until it is cleared', async () => {
    const firstJob = randomUUID();
    const secondJob = randomUUID();
    expect(await readJobProgress(firstJob)).toBeUndefined();

    await saveJobProgress(firstJob, { step: 1 });
    await saveJobProgress(firstJob, { step: 2 });
    await saveJobProgress(secondJob, { step: 9 });
    expect(await readJobProgress(firstJob)).toEqual({ step: 2 });

    await clearJobProgress(firstJob);
    expect(await readJobProgress(firstJob)).toBeUndefined();
    expect(await readJobProgress(secondJob)).toEqual({ step: 9 });
  });
});

describe('unclaimed payments', () => {
  it('stores each unclaimed payment once, until it is deleted', async () => {
    const paymentId = randomUUID();
    const payment = {
      provider: 'paypal',
      paymentId,
      cents: 100,
      returnedCents: 0,
      currency: 'usd',
      reason: 'no member',
    } as const;
    const readItems = async () => {
      const { Items } = await table.send(
        new QueryCommand({
          TableName: tableName(),
          KeyConditionExpression: 'pk = :pk AND sk = :sk',
          ExpressionAttributeValues: { ':pk': 'UNCLAIMED', ':sk': `paypal#${paymentId}` },
        }),
      );
      return Items;
    };

    await storeUnclaimed(payment, new Date('2026-11-21T00:00:00Z'));
    await storeUnclaimed({ ...payment, reason: 'deleted' }, new Date('2026-11-22T00:00:00Z'));
    expect(await readItems()).toEqual([
      { pk: 'UNCLAIMED', sk: `paypal#${paymentId}`, ...payment, reason: 'deleted', at: '2026-11-22T00:00:00.000Z' },
    ]);
    expect(await getUnclaimed(payment)).toMatchObject({ reason: 'deleted' });
    expect(await getUnclaimed({ provider: 'stripe', paymentId })).toBeUndefined();

    expect(await deleteUnclaimed({ provider: 'stripe', paymentId })).toBe(false);
    expect(await readItems()).toHaveLength(1);

    expect(await deleteUnclaimed(payment)).toBe(true);
    expect(await readItems()).toEqual([]);
  });
});

describe('rows of a member', () => {
  /** Creates a member with a profile, an order, and three ledger entries. */
  async function createMemberWithRows(): Promise<string> {
    const userId = randomUUID();
    await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
    for (const sourceId of ['1', '2', '3']) {
      await changeDepth({ userId, source: 'test', sourceId, bytes: 0, purchasedCm: 4 });
    }
    await storeOrder({ orderId: 'O', userId, steps: 1, packageName: '', merchantId: '' });
    return userId;
  }

  it('reads the rows of a member by type over all pages', async () => {
    const userId = await createMemberWithRows();

    const firstPage = await readMemberRows(userId, 'ledgerEntry', 2);
    expect(firstPage.rows.map(({ sk, purchasedCm }) => [sk, purchasedCm])).toEqual([
      ['LEDGER#test#1', 4],
      ['LEDGER#test#2', 4],
    ]);

    const secondPage = await readMemberRows(userId, 'ledgerEntry', 2, firstPage.next!);
    expect(secondPage.rows.map(({ sk }) => sk)).toEqual(['LEDGER#test#3']);
    expect(secondPage.next).toBeNull();
  });

  it('deletes one row of a member, and keeps the others', async () => {
    const userId = await createMemberWithRows();
    const { rows } = await readMemberRows(userId, 'ledgerEntry', 9);

    await deleteMemberRow(rows[0]!);

    expect((await readMemberRows(userId, 'ledgerEntry', 9)).rows).toHaveLength(2);
    expect(await readItem(profileKey(userId))).toBeDefined();
    expect(unseal(await getProfile(userId))).toMatchObject({ purchasedCm: 12 });
  });
});

describe('openPage', () => {
  const ada = { userId: 'ada', depth: 5 };
  const position = { after: ['x', 'pk', 'sk'] as [string, string, string], source: 0, ended: '0' };
  const createCursor = async () => (await openPage(ada, ['files'], null)).seal(position);

  it('starts at the first page without a cursor', async () => {
    const { from, seal } = await openPage(ada, ['files'], undefined);

    expect(from).toEqual({ depth: 5 });
    expect(seal(null)).toBeNull();
  });

  it('continues at the sealed position and depth', async () => {
    const cursor = await createCursor();

    expect((await openPage(ada, ['files'], cursor)).from).toEqual({ depth: 5, ...position });
    expect((await openPage({ ...ada, depth: 9 }, ['files'], cursor)).from.depth).toBe(5);
  });

  it('rejects a cursor that was created before the number of shards changed', async () => {
    const cursor = await createCursor();
    vi.stubEnv('DEPTH_INDEX_SHARDS', '2');

    await expect(openPage(ada, ['files'], cursor)).rejects.toThrow(InvalidCursor);

    vi.unstubAllEnvs();
  });

  it('rejects a cursor of another member, of another query, or of a member whose depth has dropped', async () => {
    const cursor = await createCursor();

    await expect(openPage({ ...ada, userId: 'ben' }, ['files'], cursor)).rejects.toThrow(InvalidCursor);
    await expect(openPage(ada, ['posts'], cursor)).rejects.toThrow(InvalidCursor);
    await expect(openPage({ ...ada, depth: 4 }, ['files'], cursor)).rejects.toThrow(InvalidCursor);
  });
});
