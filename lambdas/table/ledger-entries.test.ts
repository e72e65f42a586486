import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { readByOwner } from './by-owner-index.ts';
import { table } from './client.ts';
import { storeComment } from './comment.ts';
import { ledgerKey } from './keys.ts';
import {
  changeDepth,
  changeDepthIfUnchanged,
  type DepthChange,
  getEntriesByKey,
  getLedgerEntries,
  ProfileMissing,
  recordDeletedMemberReversal,
  sumLedger,
} from './ledger.ts';
import { storePost } from './post.ts';
import { createProfile, getProfile, type Profile } from './profile.ts';
import { unseal } from './sealed.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

async function newMember(): Promise<Profile> {
  return createProfile({ userId: randomUUID(), email: 'a@fathom.example', username: 'Ada' });
}

const changeOf = (userId: string, sourceId: string, purchasedCm: number): DepthChange => ({
  userId,
  source: 'test',
  sourceId,
  bytes: purchasedCm * 2,
  purchasedCm,
});

describe('changeDepthIfUnchanged', () => {
  it('writes a change once, and only if the profile is unchanged', async () => {
    const before = await newMember();
    const { userId } = before;
    expect(await changeDepthIfUnchanged(before, changeOf(userId, '1', 5))).toBe(true);
    expect(await changeDepthIfUnchanged(before, changeOf(userId, '2', 5))).toBe(false);

    const after = unseal(await getProfile(userId, { consistent: true }))!;
    expect(after).toMatchObject({ purchasedCm: 5, version: 1 });
    expect(await changeDepthIfUnchanged(after, changeOf(userId, '1', 5))).toBe(false);
    expect(await sumLedger(userId)).toEqual({ contributedBytes: 10, purchasedCm: 5, entries: 1 });
  });
});

describe('recordDeletedMemberReversal', () => {
  it('writes an entry without a version, once', async () => {
    const change = changeOf(randomUUID(), 're_1', -5);
    const now = new Date('2026-11-21T00:00:00Z');

    expect(await recordDeletedMemberReversal(change, now)).toBe(true);
    expect(await recordDeletedMemberReversal({ ...change, purchasedCm: -9 }, now)).toBe(false);
    expect(await getLedgerEntries(change.userId, [change])).toEqual([
      { ...ledgerKey(change.userId, 'test', 're_1'), ...change, at: '2026-11-21T00:00:00.000Z' },
    ]);
  });

  it('throws if the table fails', async () => {
    beforeNext(table, 'PutItemCommand', () => {
      throw new Error('The table is down.');
    });
    await expect(recordDeletedMemberReversal(changeOf('x', '1', -5))).rejects.toThrow('The table is down.');
  });
});

describe('entries', () => {
  it('are found by source and by key, and listed by member in the order of versions', async () => {
    const { userId } = await newMember();
    for (const [sourceId, cm] of [
      ['b', 5],
      ['a', -3],
    ] as const)
      await changeDepth(changeOf(userId, sourceId, cm));
    const entries = await getLedgerEntries(userId, [changeOf(userId, 'a', 0), changeOf(userId, 'none', 0)]);
    expect(entries).toMatchObject([{ sourceId: 'a', purchasedCm: -3, version: 2 }]);

    const byKey = await getEntriesByKey([ledgerKey(userId, 'test', 'b'), ledgerKey(userId, 'test', 'none')]);
    expect([...byKey]).toEqual([['LEDGER#test#b', expect.objectContaining({ purchasedCm: 5, version: 1 })]]);

    const from = {};
    const { rows } = await readByOwner({ kind: 'LEDGER', userId, depth: undefined, limit: 9, from });

    expect(rows.map(({ sk, attributes }) => [sk, String(unseal(attributes).textOrder).slice(24)])).toEqual([
      ['LEDGER#test#a', '#0000000002'],
      ['LEDGER#test#b', '#0000000001'],
    ]);
    expect(unseal(await getProfile(userId))).toMatchObject({ purchasedCm: 2, depth: expect.any(Number) });

    const { depth, peakDepth } = unseal(await getProfile(userId))!;
    expect(peakDepth).toBeGreaterThan(depth);
    expect(new ProfileMissing().name).toBe('ProfileMissing');
  });

  it('sum up over more than one page', async () => {
    const { userId } = await newMember();
    for (let number = 0; number < 501; number++) await recordDeletedMemberReversal(changeOf(userId, `${number}`, 1));
    expect(await sumLedger(userId)).toEqual({ contributedBytes: 1002, purchasedCm: 501, entries: 501 });
    expect(await sumLedger(randomUUID())).toEqual({ contributedBytes: 0, purchasedCm: 0, entries: 0 });
  });
});

describe('comments', () => {
  it('are listed by their author', async () => {
    const [userId, postId, commentId] = [randomUUID(), ulid(), ulid()];
    const createdAt = '2026-11-21T00:00:00.000Z';
    await storePost({ postId, userId, content: '', createdAt, depth: 0, likeCount: 0, commentCount: 0 });
    await storeComment({ commentId, postId, userId, text: '', createdAt }, { userId, depth: 0 }, []);
    const from = {};
    const { rows } = await readByOwner({ kind: 'COMMENT', userId, depth: undefined, limit: 9, from });

    expect(rows).toMatchObject([{ pk: `POST#${postId}`, sk: `COMMENT#${commentId}` }]);
  });
});
