import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { getFile } from './file.ts';
import { creditedBytesOf, creditFile, debitFile, recreditFile } from './file-credit.ts';
import { holdsCopy } from './held-copy.ts';
import { sumLedger } from './ledger.ts';
import { createProfile, getProfile } from './profile.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

async function newMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

/** Three contents of different sizes. */
const SIZES = [5, 700, 1_048_576];
const checksumOf = (content: number) => `checksum-${content}`;
const bytesOf = (content: number) => ({
  size: SIZES[content]!,
  contentType: 'text/plain',
  etag: `"${content}"`,
  checksum: checksumOf(content),
});
const keyOf = (userId: string, file: number) => `files/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${file}.txt`;

const store = (userId: string, file: number, content: number) =>
  creditFile({
    ...bytesOf(content),
    key: keyOf(userId, file),
    userId,
    fileName: `${file}.txt`,
    uploadedAt: new Date().toISOString(),
    description: '',
    likeCount: 0,
    views: 0,
  });
const remove = async (userId: string, file: number) => {
  const stored = await getFile(keyOf(userId, file));
  return stored && debitFile(stored);
};
const replace = async (userId: string, file: number, content: number) => {
  const stored = await getFile(keyOf(userId, file));
  return stored && recreditFile(stored, bytesOf(content));
};

/** Returns the contributed bytes of profile and ledger, which must be equal. */
async function contributed(userId: string): Promise<number | undefined> {
  const profile = await getProfile(userId, { consistent: true });
  expect((await sumLedger(userId)).contributedBytes).toBe(profile?.contributedBytes);
  return profile?.contributedBytes;
}

describe('the credit of a file', () => {
  it('counts once for each content that the member holds', async () => {
    const userId = await newMember();
    expect(await holdsCopy(userId, checksumOf(1))).toBe(false);
    await store(userId, 1, 1);
    expect(await holdsCopy(userId, checksumOf(1))).toBe(true);
    await store(userId, 2, 1);
    await store(userId, 3, 0);
    expect(await contributed(userId)).toBe(705);
    expect(await getFile(keyOf(userId, 2))).toMatchObject({ size: 700, creditedBytes: 0 });
  });

  it('counts for every member who stores the content', async () => {
    const [one, other] = [await newMember(), await newMember()];
    await store(one, 1, 1);
    await store(other, 1, 1);
    expect([await contributed(one), await contributed(other)]).toEqual([700, 700]);
  });

  it('goes to one of two copies that are stored at once', async () => {
    const userId = await newMember();
    await Promise.all([1, 2, 3, 4].map((file) => store(userId, file, 1)));
    expect(await contributed(userId)).toBe(700);
  });

  it('is debited with the credited copy, and earned again only when no copy is held', async () => {
    const userId = await newMember();
    await store(userId, 1, 1);
    await store(userId, 2, 1);
    await remove(userId, 1);
    expect(await contributed(userId)).toBe(0);
    await store(userId, 3, 1);
    expect(await contributed(userId)).toBe(0);
    await remove(userId, 2);
    await remove(userId, 3);
    await store(userId, 4, 1);
    expect(await contributed(userId)).toBe(700);
  });

  it('is zero for a file whose bytes were replaced with a content that is held', async () => {
    const userId = await newMember();
    await store(userId, 1, 1);
    await store(userId, 2, 0);
    await replace(userId, 2, 1);
    expect(await contributed(userId)).toBe(700);
    expect(await holdsCopy(userId, checksumOf(0))).toBe(false);
  });

  it('debits the whole size of a file of an earlier version', async () => {
    expect(creditedBytesOf({ size: 12 })).toBe(12);
    expect(creditedBytesOf({ size: 12, creditedBytes: 0 })).toBe(0);
  });

  it('equals the sum of the credited files held, after any events in any order', async () => {
    const file = fc.nat({ max: 4 });
    const content = fc.nat({ max: SIZES.length - 1 });
    const event = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('store' as const), file, content }) },
      fc.record({ kind: fc.constant('remove' as const), file }),
      fc.record({ kind: fc.constant('replace' as const), file, content }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(event, { maxLength: 3 }), { maxLength: 6 }), async (rounds) => {
        const userId = await newMember();
        for (const events of rounds) {
          // The events of a round happen at once.
          await Promise.all(
            events.map((it) => {
              if (it.kind === 'store') return store(userId, it.file, it.content);
              return it.kind === 'remove' ? remove(userId, it.file) : replace(userId, it.file, it.content);
            }),
          );
          const held = (await Promise.all([0, 1, 2, 3, 4].map((number) => getFile(keyOf(userId, number))))).filter(
            (stored) => stored !== undefined,
          );
          expect(await contributed(userId)).toBe(held.reduce((sum, stored) => sum + creditedBytesOf(stored), 0));
          for (const [index, size] of SIZES.entries()) {
            const copies = held.filter(({ checksum }) => checksum === checksumOf(index));
            expect(await holdsCopy(userId, checksumOf(index))).toBe(copies.length > 0);
            const credits = copies.filter(({ creditedBytes }) => creditedBytes !== 0);
            expect(credits.length).toBeLessThanOrEqual(1);
            for (const { creditedBytes } of credits) expect(creditedBytes).toBe(size);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
