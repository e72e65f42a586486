import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { checksumOf, contributed, keyOf, newMember, remove, replace, SIZES, store } from './credit-fixture.ts';
import { getFile } from './file.ts';
import { creditedBytesOf } from './file-credit.ts';
import { holdsCopy } from './held-copy.ts';
import { unseal } from './sealed.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

describe('the credit of a file', () => {
  it('counts once for each content that the member holds', async () => {
    const userId = await newMember();
    expect(await holdsCopy(userId, checksumOf(1))).toBe(false);

    await store(userId, 1, 1);
    expect(await holdsCopy(userId, checksumOf(1))).toBe(true);

    await store(userId, 2, 1);
    await store(userId, 3, 0);
    expect(await contributed(userId)).toBe(705);
    expect(unseal(await getFile(keyOf(userId, 2)))).toMatchObject({ size: 700, creditedBytes: 0 });
  });

  it('counts for every member who stores the content', async () => {
    const [first, second] = [await newMember(), await newMember()];
    await store(first, 1, 1);
    await store(second, 1, 1);
    expect([await contributed(first), await contributed(second)]).toEqual([700, 700]);
  });

  it('goes to one of two copies that are stored concurrently', async () => {
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
          const items = await Promise.all([0, 1, 2, 3, 4].map((number) => getFile(keyOf(userId, number)).then(unseal)));
          const storedFiles = items.filter((file) => file !== undefined);
          expect(await contributed(userId)).toBe(storedFiles.reduce((sum, file) => sum + creditedBytesOf(file), 0));
          for (const index of SIZES.keys()) {
            const copies = storedFiles.filter(({ checksum, originalChecksum }) =>
              [checksum, originalChecksum].includes(checksumOf(index)),
            );
            expect(await holdsCopy(userId, checksumOf(index))).toBe(copies.length > 0);
            const credits = copies.filter(({ creditedBytes }) => creditedBytes !== 0);
            expect(credits.length).toBeLessThanOrEqual(1);
            for (const { creditedBytes, ...file } of credits) expect(creditedBytes).toBe(file.size);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
