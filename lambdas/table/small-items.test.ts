import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { reserveCalls, reserveFrames } from './call-count.ts';
import { table, tableName } from './client.ts';
import { InvalidCursor } from './cursor.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from './job-progress.ts';
import { callCountKey, frameCountKey } from './keys.ts';
import { changeDepth } from './ledger.ts';
import { deleteMemberRow, readMemberRows } from './member-partition.ts';
import { openPage } from './paging.ts';
import { storeOrder } from './payment-order.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';
import { deleteUnclaimed, getUnclaimed, storeUnclaimed, type UnclaimedPayment } from './unclaimed-payment.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret' });
});

afterAll(() => stopTable());

async function readItem(key: object): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }));
  return Item;
}

describe('reserveCalls', () => {
  it('reserves calls up to the limit of each member and minute', async () => {
    const userId = randomUUID();
    const reserve = (calls: number, minute = 7) => reserveCalls({ userId, minute, calls, limit: 10 });

    expect(await reserve(8)).toBe(true);
    // 11 calls would exceed the limit, and 10 don't.
    expect(await reserve(3)).toBe(false);
    expect(await reserve(2)).toBe(true);
    expect(await reserve(1)).toBe(false);

    expect(await reserve(10, 6)).toBe(true);
    expect(await reserveCalls({ userId: randomUUID(), minute: 7, calls: 1, limit: 10 })).toBe(true);
  });

  it('expires a count one minute after its minute has ended', async () => {
    const userId = randomUUID();
    const endOfMinute7 = 8 * 60;

    await reserveCalls({ userId, minute: 7, calls: 10, limit: 10 });

    expect(await readItem(callCountKey(userId, 7))).toMatchObject({ calls: 10, expiresAt: endOfMinute7 + 60 });
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
  const buildPayment = (): UnclaimedPayment => ({
    provider: 'paypal',
    paymentId: randomUUID(),
    cents: 100,
    returnedCents: 0,
    currency: 'usd',
    reason: 'no member',
  });

  const readItems = async (paymentId: string) => {
    const { Items } = await table.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: { ':pk': 'UNCLAIMED', ':sk': `paypal#${paymentId}` },
      }),
    );
    return Items;
  };

  it('replaces an unclaimed payment that is stored again', async () => {
    const payment = buildPayment();
    const sk = `paypal#${payment.paymentId}`;

    await storeUnclaimed(payment, new Date('2026-11-21T00:00:00Z'));
    await storeUnclaimed({ ...payment, reason: 'deleted' }, new Date('2026-11-22T00:00:00Z'));

    expect(await readItems(payment.paymentId)).toEqual([
      { pk: 'UNCLAIMED', sk, ...payment, reason: 'deleted', at: '2026-11-22T00:00:00.000Z' },
    ]);
  });

  it('returns an unclaimed payment of the same provider only', async () => {
    const payment = buildPayment();
    await storeUnclaimed(payment);

    expect(await getUnclaimed(payment)).toMatchObject(payment);
    expect(await getUnclaimed({ ...payment, provider: 'stripe' })).toBeUndefined();
  });

  it('deletes an unclaimed payment of the same provider only', async () => {
    const payment = buildPayment();
    await storeUnclaimed(payment);

    expect(await deleteUnclaimed({ ...payment, provider: 'stripe' })).toBe(false);
    expect(await readItems(payment.paymentId)).toHaveLength(1);

    expect(await deleteUnclaimed(payment)).toBe(true);
    expect(await readItems(payment.paymentId)).toEqual([]);
  });
});

describe('rows of a member', () => {
  /** The purchased centimetres of each ledger entry. */
  const PURCHASED_CM = 4;

  /** Creates a member with a profile, an order, and three ledger entries. */
  async function createMemberWithRows(): Promise<string> {
    const userId = randomUUID();
    await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
    for (const sourceId of ['1', '2', '3']) {
      await changeDepth({ userId, source: 'test', sourceId, bytes: 0, purchasedCm: PURCHASED_CM });
    }
    await storeOrder({ orderId: 'O', userId, steps: 1, packageName: '', merchantId: '' });
    return userId;
  }

  it('reads the rows of a member by type over all pages', async () => {
    const userId = await createMemberWithRows();

    const firstPage = await readMemberRows(userId, 'ledgerEntry', 2);
    expect(firstPage.rows.map(({ sk, purchasedCm }) => [sk, purchasedCm])).toEqual([
      ['LEDGER#test#1', PURCHASED_CM],
      ['LEDGER#test#2', PURCHASED_CM],
    ]);

    const secondPage = await readMemberRows(userId, 'ledgerEntry', 2, firstPage.next!);
    expect(secondPage.rows.map(({ sk }) => sk)).toEqual(['LEDGER#test#3']);
    expect(secondPage.next).toBeNull();
  });

  it('deletes one row of a member, and keeps the other rows and the profile', async () => {
    const userId = await createMemberWithRows();
    const { rows } = await readMemberRows(userId, 'ledgerEntry', 9);

    await deleteMemberRow(rows[0]!);

    expect((await readMemberRows(userId, 'ledgerEntry', 9)).rows).toHaveLength(2);
    expect(unseal(await getProfile(userId))).toMatchObject({ purchasedCm: 3 * PURCHASED_CM });
  });
});

describe('openPage', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const ada = { userId: 'ada', depth: 5 };
  /** Any position: `openPage` doesn't interpret it. */
  const position = { after: ['x', 'pk', 'sk'] as [string, string, string], source: 0, ended: '0' };
  const createCursor = async () => (await openPage(ada, ['files'], undefined)).seal(position);

  it('starts at the first page without a cursor', async () => {
    const { from: firstPosition, seal } = await openPage(ada, ['files'], undefined);

    expect(firstPosition).toEqual({ depth: 5 });
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
  });

  it.each([
    ['another member', { ...ada, userId: 'ben' }, 'files'],
    ['another query', ada, 'posts'],
    ['a member whose depth has dropped', { ...ada, depth: 4 }, 'files'],
  ])('rejects the cursor of %s', async (_, viewer, query) => {
    const cursor = await createCursor();

    await expect(openPage(viewer, [query], cursor)).rejects.toThrow(InvalidCursor);
  });
});
