/**
 * Tests of the credit for files. A file lifts its owner by its bytes, but only one of several files with the same
 * content counts, and deleting it takes the credit back.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import {
  buildChecksum,
  buildKey,
  createMember,
  readContributedBytes,
  removeFile,
  replaceBytes,
  SIZES,
  storeFile,
} from './credit-fixture.ts';
import { getFile } from './file.ts';
import { creditedBytesOf } from './file-credit.ts';
import { holdsCopy } from './held-copy.ts';
import { unseal } from './sealed.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/** Two contents, by their index in SIZES. */
const SMALL = 0;
const LARGE = 1;
const SMALL_BYTES = SIZES[SMALL]!;
const LARGE_BYTES = SIZES[LARGE]!;

const anyFile = fc.nat({ max: 4 });
const anyContent = fc.nat({ max: SIZES.length - 1 });
const anyEvent = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('store' as const), file: anyFile, content: anyContent }) },
  fc.record({ kind: fc.constant('remove' as const), file: anyFile }),
  fc.record({ kind: fc.constant('replace' as const), file: anyFile, content: anyContent }),
);

/** An upload, a deletion, or a replacement of a file's bytes. Files have numbers, and contents are indexes of SIZES. */
type FileEvent =
  | { readonly kind: 'store' | 'replace'; readonly file: number; readonly content: number }
  | { readonly kind: 'remove'; readonly file: number };

async function applyEvent(userId: string, event: FileEvent): Promise<void> {
  if (event.kind === 'store') await storeFile(userId, event.file, event.content);
  else if (event.kind === 'remove') await removeFile(userId, event.file);
  else await replaceBytes(userId, event.file, event.content);
}

/** Fails the test unless the member's contributed bytes and held copies fit the stored files. */
async function expectConsistentCredits(userId: string): Promise<void> {
  const items = await Promise.all([0, 1, 2, 3, 4].map((number) => getFile(buildKey(userId, number)).then(unseal)));
  const storedFiles = items.filter((file) => file !== undefined);
  const creditedSum = storedFiles.reduce((sum, file) => sum + creditedBytesOf(file), 0);
  expect(await readContributedBytes(userId)).toBe(creditedSum);

  for (const content of SIZES.keys()) {
    const copies = storedFiles.filter(({ checksum, originalChecksum }) =>
      [checksum, originalChecksum].includes(buildChecksum(content)),
    );
    expect(await holdsCopy(userId, buildChecksum(content))).toBe(copies.length > 0);

    const creditedCopies = copies.filter(({ creditedBytes }) => creditedBytes !== 0);
    expect(creditedCopies.length).toBeLessThanOrEqual(1);
    for (const { creditedBytes, size } of creditedCopies) expect(creditedBytes).toBe(size);
  }
}

describe('the credit of a file', () => {
  it('credits each content of a member once', async () => {
    const userId = await createMember();
    expect(await holdsCopy(userId, buildChecksum(LARGE))).toBe(false);

    await storeFile(userId, 1, LARGE);
    expect(await holdsCopy(userId, buildChecksum(LARGE))).toBe(true);

    await storeFile(userId, 2, LARGE);
    await storeFile(userId, 3, SMALL);
    expect(await readContributedBytes(userId)).toBe(LARGE_BYTES + SMALL_BYTES);
    expect(unseal(await getFile(buildKey(userId, 2)))).toMatchObject({ size: LARGE_BYTES, creditedBytes: 0 });
  });

  it('credits every member who stores a content', async () => {
    const firstMember = await createMember();
    const secondMember = await createMember();
    await storeFile(firstMember, 1, LARGE);
    await storeFile(secondMember, 1, LARGE);

    expect(await readContributedBytes(firstMember)).toBe(LARGE_BYTES);
    expect(await readContributedBytes(secondMember)).toBe(LARGE_BYTES);
  });

  it('credits one of several copies that are stored concurrently', async () => {
    const userId = await createMember();
    await Promise.all([1, 2, 3, 4].map((file) => storeFile(userId, file, LARGE)));
    expect(await readContributedBytes(userId)).toBe(LARGE_BYTES);
  });

  it('debits a deleted credited copy, and credits again only after all copies are deleted', async () => {
    const userId = await createMember();
    await storeFile(userId, 1, LARGE);
    await storeFile(userId, 2, LARGE);

    await removeFile(userId, 1);
    expect(await readContributedBytes(userId)).toBe(0);

    await storeFile(userId, 3, LARGE);
    expect(await readContributedBytes(userId)).toBe(0);

    await removeFile(userId, 2);
    await removeFile(userId, 3);
    await storeFile(userId, 4, LARGE);
    expect(await readContributedBytes(userId)).toBe(LARGE_BYTES);
  });

  it("credits nothing for a file whose bytes become the content of the member's other file", async () => {
    const userId = await createMember();
    await storeFile(userId, 1, LARGE);
    await storeFile(userId, 2, SMALL);

    await replaceBytes(userId, 2, LARGE);

    expect(await readContributedBytes(userId)).toBe(LARGE_BYTES);
  });

  it('credits the whole size of a file that an earlier version of the product stored', () => {
    expect(creditedBytesOf({ size: 12 })).toBe(12);
    expect(creditedBytesOf({ size: 12, creditedBytes: 0 })).toBe(0);
  });

  it('keeps the contributed bytes equal to those of the credited files, after any events in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyEvent, { maxLength: 3 }), { maxLength: 6 }), async (rounds) => {
        const userId = await createMember();

        for (const events of rounds) {
          // The events of a round happen concurrently.
          await Promise.all(events.map((event) => applyEvent(userId, event)));
          await expectConsistentCredits(userId);
        }
      }),
      { numRuns: 30 },
    );
  });
});
