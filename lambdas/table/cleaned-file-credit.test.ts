import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { checksumOf, contributed, keyOf, newMember, remove, replace, store } from './credit-fixture.ts';
import { getFile } from './file.ts';
import { buildCopyDelete, holdsCopy } from './held-copy.ts';
import { fileKey } from './keys.ts';
import { unseal } from './sealed.ts';
import { transact } from './transaction.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

describe('the credit of files whose hidden metadata is removed', () => {
  /** Contents: two uploads of one picture with different metadata, and the picture without. */
  const [CLEAN, DIRTY, OTHER_DIRTY] = [0, 1, 2];
  const clean = (userId: string, file: number) => replace(userId, file, CLEAN);
  const creditsOf = async (userId: string, files: readonly number[]) =>
    Promise.all(files.map(async (file) => unseal(await getFile(keyOf(userId, file)))?.creditedBytes));

  it('is not earned again by the bytes that were uploaded', async () => {
    const userId = await newMember();
    await store(userId, 1, DIRTY);
    await clean(userId, 1);
    expect(await holdsCopy(userId, checksumOf(DIRTY))).toBe(true);

    await store(userId, 2, DIRTY);
    expect(await contributed(userId)).toBe(5);

    await clean(userId, 2);

    expect(await creditsOf(userId, [1, 2])).toEqual([5, 0]);
    expect(await contributed(userId)).toBe(5);
  });

  it.each([
    ['first', [1, 2, 3]],
    ['last', [3, 2, 1]],
  ])('stays with the first file if it is cleaned %s', async (_, order) => {
    const userId = await newMember();
    for (const file of [1, 2, 3]) await store(userId, file, DIRTY);

    for (const file of order) {
      await clean(userId, file);
      expect(await contributed(userId)).toBe(unseal(await getFile(keyOf(userId, 1)))?.size);
    }

    expect(await creditsOf(userId, [1, 2, 3])).toEqual([5, 0, 0]);
  });

  it('stays with the first file if the clean bytes are uploaded after a copy was cleaned', async () => {
    const userId = await newMember();
    await store(userId, 1, DIRTY);
    await store(userId, 2, DIRTY);
    await clean(userId, 2);
    await store(userId, 3, CLEAN);
    await clean(userId, 1);

    expect(await creditsOf(userId, [1, 2, 3])).toEqual([5, 0, 0]);
  });

  it.each([
    ['before either is cleaned', []],
    ['after it is cleaned', [1]],
    ['after its copy is cleaned', [2]],
    ['after both are cleaned', [1, 2]],
  ])('is debited if the first file is deleted %s, and not earned until its copy is deleted', async (_, cleaned) => {
    const userId = await newMember();
    await store(userId, 1, DIRTY);
    await store(userId, 2, DIRTY);
    for (const file of cleaned) await clean(userId, file);

    await remove(userId, 1);
    expect(await contributed(userId)).toBe(0);

    await clean(userId, 2);
    await store(userId, 3, DIRTY);
    await store(userId, 4, CLEAN);
    expect(await contributed(userId)).toBe(0);

    for (const file of [2, 3, 4]) await remove(userId, file);
    expect([await holdsCopy(userId, checksumOf(DIRTY)), await holdsCopy(userId, checksumOf(CLEAN))]).toEqual([
      false,
      false,
    ]);

    await store(userId, 5, DIRTY);
    expect(await contributed(userId)).toBe(700);
  });

  it('is zero for other uploads of the same picture once they are cleaned', async () => {
    const userId = await newMember();
    await store(userId, 1, DIRTY);
    await store(userId, 2, OTHER_DIRTY);
    await clean(userId, 2);
    await clean(userId, 1);
    expect(await creditsOf(userId, [1, 2])).toEqual([0, 5]);

    await remove(userId, 2);
    await store(userId, 3, OTHER_DIRTY);
    await clean(userId, 3);

    expect(await creditsOf(userId, [1, 3])).toEqual([0, 0]);
  });

  it('is found in every page of many copies', async () => {
    const userId = await newMember();
    const files = Array.from({ length: 15 }, (_, file) => file).sort((a, b) =>
      fileKey(keyOf(userId, a)).pk < fileKey(keyOf(userId, b)).pk ? -1 : 1,
    );
    // Read last, and the only one that isn't a copy of the others.
    const creditedFile = files.pop()!;

    await store(userId, creditedFile, CLEAN);
    for (const file of files) await store(userId, file, DIRTY);

    for (const file of files.toReversed()) await clean(userId, file);

    expect(await creditsOf(userId, [...files, creditedFile])).toEqual([...files.map(() => 0), 5]);
  });

  it('survives a second cleaning and the return of the uploaded bytes', async () => {
    const userId = await newMember();
    await store(userId, 1, DIRTY);
    for (const content of [OTHER_DIRTY, CLEAN]) await replace(userId, 1, content);

    expect(unseal(await getFile(keyOf(userId, 1)))).toMatchObject({
      checksum: checksumOf(CLEAN),
      originalChecksum: checksumOf(DIRTY),
    });
    expect(await holdsCopy(userId, checksumOf(OTHER_DIRTY))).toBe(false);

    await replace(userId, 1, DIRTY);
    expect(await contributed(userId)).toBe(700);

    await remove(userId, 1);
    expect(await holdsCopy(userId, checksumOf(DIRTY))).toBe(false);
  });

  it('follows the rules for a file that an earlier version cleaned', async () => {
    const userId = await newMember();
    await store(userId, 1, DIRTY);
    await clean(userId, 1);
    await forgetOriginal(userId, 1);

    await store(userId, 2, DIRTY);
    await clean(userId, 2);
    expect(await creditsOf(userId, [1, 2])).toEqual([5, 0]);

    await remove(userId, 1);
    await remove(userId, 2);
    expect(await holdsCopy(userId, checksumOf(CLEAN))).toBe(false);
  });

  /** Makes a cleaned file look as earlier versions stored it. */
  async function forgetOriginal(userId: string, file: number): Promise<void> {
    const key = keyOf(userId, file);
    await table.send(
      new UpdateCommand({ TableName: tableName(), Key: fileKey(key), UpdateExpression: 'REMOVE originalChecksum' }),
    );
    await transact(() => [buildCopyDelete({ userId, key, checksum: checksumOf(DIRTY) })]);
  }

  it('is that of the first upload, whatever is uploaded, cleaned, and deleted in any order', async () => {
    const event = fc.record({ kind: fc.constantFrom('store', 'clean', 'remove'), position: fc.nat({ max: 3 }) });

    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const userId = await newMember();
        let files: { number: number; size: number; earns: boolean }[] = [];

        for (const [number, { kind, position }] of events.entries()) {
          const file = files[position];
          if (kind === 'store') {
            await store(userId, number, DIRTY);
            files.push({ number, size: 700, earns: files.length === 0 });
          } else if (file && kind === 'clean') {
            await clean(userId, file.number);
            file.size = 5;
          } else if (file) {
            await remove(userId, file.number);
            files = files.filter((other) => other !== file);
          }

          const earned = files.reduce((sum, { size, earns }) => sum + (earns ? size : 0), 0);
          expect(await contributed(userId)).toBe(earned);
        }
      }),
      { numRuns: 30 },
    );
  });
});
