/** Tests of reading and deleting the rows in a member's partition. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { changeDepth } from './change-depth.ts';
import { deleteMemberRow, readMemberRows } from './member-partition.ts';
import { storeOrder } from './payment-order.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';

/** The purchased centimetres of each ledger entry. */
const PURCHASED_CM = 4;

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

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

describe('rows of a member', () => {
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
