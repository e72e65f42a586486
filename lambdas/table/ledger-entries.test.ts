/** Tests of entries of the ledger: conditional changes, entries of deleted members, lists, and sums. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { readByOwner } from './by-owner-index.ts';
import { changeDepth, changeDepthIfUnchanged, ProfileMissing, recordDeletedMemberReversal } from './change-depth.ts';
import { table } from './client.ts';
import { storeComment } from './comment.ts';
import { ledgerKey } from './keys.ts';
import { type DepthChange, getEntriesByKey, getLedgerEntries, sumLedger } from './ledger.ts';
import { storePost } from './post.ts';
import { createProfile, getProfile, type Profile } from './profile.ts';
import { unseal } from './sealed.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

async function createMember(): Promise<Profile> {
  return createProfile({ userId: randomUUID(), email: 'a@fathom.example', username: 'Ada' });
}

/** Bytes that each change of {@link buildChange} adds per purchased centimetre. */
const BYTES_PER_PURCHASED_CM = 2;

/** Builds a change of depth by purchased centimetres, and by twice as many bytes. */
const buildChange = (userId: string, sourceId: string, purchasedCm: number): DepthChange => ({
  userId,
  source: 'test',
  sourceId,
  bytes: purchasedCm * BYTES_PER_PURCHASED_CM,
  purchasedCm,
});

describe('changeDepthIfUnchanged', () => {
  it('writes a change once, and only if the profile is unchanged', async () => {
    const before = await createMember();
    const { userId } = before;

    expect(await changeDepthIfUnchanged(before, buildChange(userId, '1', 5))).toBe(true);
    expect(await changeDepthIfUnchanged(before, buildChange(userId, '2', 5))).toBe(false);

    const after = unseal(await getProfile(userId, { consistent: true }))!;
    expect(after).toMatchObject({ purchasedCm: 5, version: 1 });

    expect(await changeDepthIfUnchanged(after, buildChange(userId, '1', 5))).toBe(false);
    expect(await sumLedger(userId)).toEqual({
      contributedBytes: 5 * BYTES_PER_PURCHASED_CM,
      purchasedCm: 5,
      entryCount: 1,
    });
  });
});

describe('recordDeletedMemberReversal', () => {
  it('writes an entry without a version once', async () => {
    const change = buildChange(randomUUID(), 're_1', -5);
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

    await expect(recordDeletedMemberReversal(buildChange('x', '1', -5))).rejects.toThrow('The table is down.');
  });
});

describe('ledger entries', () => {
  /** Creates a member with two entries: b, which adds 5 cm, and a, which subtracts 3 cm. */
  async function createMemberWithEntries(): Promise<string> {
    const { userId } = await createMember();
    await changeDepth(buildChange(userId, 'b', 5));
    await changeDepth(buildChange(userId, 'a', -3));
    return userId;
  }

  it('finds ledger entries by source and by key', async () => {
    const userId = await createMemberWithEntries();

    // Only source and source ID of a change select its entry.
    const entries = await getLedgerEntries(userId, [buildChange(userId, 'a', 0), buildChange(userId, 'none', 0)]);
    const entriesByKey = await getEntriesByKey([ledgerKey(userId, 'test', 'b'), ledgerKey(userId, 'test', 'none')]);

    expect(entries).toMatchObject([{ sourceId: 'a', purchasedCm: -3, version: 2 }]);
    expect([...entriesByKey]).toEqual([['LEDGER#test#b', expect.objectContaining({ purchasedCm: 5, version: 1 })]]);
  });

  it('lists the ledger entries of a member, newest version first', async () => {
    const userId = await createMemberWithEntries();
    const from = {};

    const { rows } = await readByOwner({ kind: 'LEDGER', userId, depth: undefined, limit: 9, from });

    // The sort key starts with a time of 24 characters.
    expect(rows.map(({ sk, attributes }) => [sk, String(unseal(attributes).textOrder).slice(24)])).toEqual([
      ['LEDGER#test#a', '#0000000002'],
      ['LEDGER#test#b', '#0000000001'],
    ]);
  });

  it('keeps the greatest depth in the profile as the peak', async () => {
    const userId = await createMemberWithEntries();

    const profile = unseal(await getProfile(userId))!;

    expect(profile).toMatchObject({ purchasedCm: 5 - 3, depth: expect.any(Number) });
    expect(profile.peakDepth).toBeGreaterThan(profile.depth);
  });

  it('sums up a ledger of more than one page', async () => {
    const { userId } = await createMember();
    // A page has 500 entries.
    const count = 501;
    for (let number = 0; number < count; number++) {
      await recordDeletedMemberReversal(buildChange(userId, `${number}`, 1));
    }

    expect(await sumLedger(userId)).toEqual({
      contributedBytes: count * BYTES_PER_PURCHASED_CM,
      purchasedCm: count,
      entryCount: count,
    });
  });

  it('sums up a ledger without entries to zero', async () => {
    expect(await sumLedger(randomUUID())).toEqual({ contributedBytes: 0, purchasedCm: 0, entryCount: 0 });
  });
});

describe('ProfileMissing', () => {
  it('appears in logs under another name than its base class', () => {
    expect(new ProfileMissing().name).toBe('ProfileMissing');
  });
});

describe('readByOwner', () => {
  it('lists comments by their author', async () => {
    const userId = randomUUID();
    const postId = ulid();
    const commentId = ulid();
    const createdAt = '2026-11-21T00:00:00.000Z';
    await storePost({ postId, userId, content: '', createdAt, depth: 0, likeCount: 0, commentCount: 0 });
    await storeComment({ commentId, postId, userId, text: '', createdAt }, { userId, depth: 0 });

    const from = {};
    const { rows } = await readByOwner({ kind: 'COMMENT', userId, depth: undefined, limit: 9, from });

    expect(rows).toMatchObject([{ pk: `POST#${postId}`, sk: `COMMENT#${commentId}` }]);
  });
});
