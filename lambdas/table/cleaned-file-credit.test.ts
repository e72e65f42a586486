/**
 * Tests of the credit for cleaned files. A file lifts its owner by its bytes, but each content counts once. Cleaning
 * removes hidden metadata and thereby changes the content, so the same upload must not count again.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
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
import { buildCopyDelete, holdsCopy } from './held-copy.ts';
import { fileKey } from './keys.ts';
import { unseal } from './sealed.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

describe('the credit of files whose hidden metadata is removed', () => {
  /** The content of the picture without metadata. Contents are indexes of SIZES. */
  const CLEAN = 0;
  /** The content of an upload of the picture, with metadata. */
  const DIRTY = 1;
  /** The content of another upload of the picture, with different metadata. */
  const OTHER_DIRTY = 2;

  const CLEAN_BYTES = SIZES[CLEAN]!;
  const DIRTY_BYTES = SIZES[DIRTY]!;

  const cleanFile = (userId: string, file: number) => replaceBytes(userId, file, CLEAN);
  const readCredits = async (userId: string, files: readonly number[]) =>
    Promise.all(files.map(async (file) => unseal(await getFile(buildKey(userId, file)))?.creditedBytes));

  it('credits nothing for a second upload of the same bytes', async () => {
    const userId = await createMember();
    await storeFile(userId, 1, DIRTY);
    await cleanFile(userId, 1);
    expect(await holdsCopy(userId, buildChecksum(DIRTY))).toBe(true);

    await storeFile(userId, 2, DIRTY);
    expect(await readContributedBytes(userId)).toBe(CLEAN_BYTES);

    await cleanFile(userId, 2);
    expect(await readCredits(userId, [1, 2])).toEqual([CLEAN_BYTES, 0]);
    expect(await readContributedBytes(userId)).toBe(CLEAN_BYTES);
  });

  it.each([
    ['first', [1, 2, 3]],
    ['last', [3, 2, 1]],
  ])('keeps the credit with the first file if this file is cleaned %s', async (_, order) => {
    const userId = await createMember();
    for (const file of [1, 2, 3]) await storeFile(userId, file, DIRTY);

    for (const file of order) {
      await cleanFile(userId, file);
      expect(await readContributedBytes(userId)).toBe(unseal(await getFile(buildKey(userId, 1)))?.size);
    }

    expect(await readCredits(userId, [1, 2, 3])).toEqual([CLEAN_BYTES, 0, 0]);
  });

  it('keeps the credit with the first file if the clean bytes are uploaded after a copy was cleaned', async () => {
    const userId = await createMember();
    await storeFile(userId, 1, DIRTY);
    await storeFile(userId, 2, DIRTY);
    await cleanFile(userId, 2);

    await storeFile(userId, 3, CLEAN);
    await cleanFile(userId, 1);

    expect(await readCredits(userId, [1, 2, 3])).toEqual([CLEAN_BYTES, 0, 0]);
  });

  it.each([
    ['before any file is cleaned', []],
    ['after this file is cleaned', [1]],
    ['after its copy is cleaned', [2]],
    ['after both files are cleaned', [1, 2]],
  ])('credits no file until all copies are deleted if the first file is deleted %s', async (_, cleanedFiles) => {
    const userId = await createMember();
    await storeFile(userId, 1, DIRTY);
    await storeFile(userId, 2, DIRTY);
    for (const file of cleanedFiles) await cleanFile(userId, file);

    await removeFile(userId, 1);
    expect(await readContributedBytes(userId)).toBe(0);

    await cleanFile(userId, 2);
    await storeFile(userId, 3, DIRTY);
    await storeFile(userId, 4, CLEAN);
    expect(await readContributedBytes(userId)).toBe(0);

    for (const file of [2, 3, 4]) await removeFile(userId, file);
    expect(await holdsCopy(userId, buildChecksum(DIRTY))).toBe(false);
    expect(await holdsCopy(userId, buildChecksum(CLEAN))).toBe(false);

    await storeFile(userId, 5, DIRTY);
    expect(await readContributedBytes(userId)).toBe(DIRTY_BYTES);
  });

  it('credits nothing for other uploads of the same picture once they are cleaned', async () => {
    const userId = await createMember();
    await storeFile(userId, 1, DIRTY);
    await storeFile(userId, 2, OTHER_DIRTY);

    await cleanFile(userId, 2);
    await cleanFile(userId, 1);
    expect(await readCredits(userId, [1, 2])).toEqual([0, CLEAN_BYTES]);

    await removeFile(userId, 2);
    await storeFile(userId, 3, OTHER_DIRTY);
    await cleanFile(userId, 3);

    expect(await readCredits(userId, [1, 3])).toEqual([0, 0]);
  });

  it('finds the credited file on every page of the copies', async () => {
    const userId = await createMember();
    // More than a page, which has ten copies.
    const files = Array.from({ length: 15 }, (_, file) => file).sort((a, b) =>
      fileKey(buildKey(userId, a)).pk < fileKey(buildKey(userId, b)).pk ? -1 : 1,
    );
    // The credited file is read last. It isn't a copy of the same upload, as all other files are.
    const creditedFile = files.pop()!;

    await storeFile(userId, creditedFile, CLEAN);
    for (const file of files) await storeFile(userId, file, DIRTY);
    for (const file of files.toReversed()) await cleanFile(userId, file);

    expect(await readCredits(userId, [...files, creditedFile])).toEqual([...files.map(() => 0), CLEAN_BYTES]);
  });

  it('credits the uploaded bytes again if a file that was cleaned twice gets these bytes back', async () => {
    const userId = await createMember();
    await storeFile(userId, 1, DIRTY);
    for (const content of [OTHER_DIRTY, CLEAN]) await replaceBytes(userId, 1, content);

    expect(unseal(await getFile(buildKey(userId, 1)))).toMatchObject({
      checksum: buildChecksum(CLEAN),
      originalChecksum: buildChecksum(DIRTY),
    });
    expect(await holdsCopy(userId, buildChecksum(OTHER_DIRTY))).toBe(false);

    await replaceBytes(userId, 1, DIRTY);
    expect(await readContributedBytes(userId)).toBe(DIRTY_BYTES);

    await removeFile(userId, 1);
    expect(await holdsCopy(userId, buildChecksum(DIRTY))).toBe(false);
  });

  it('credits a file once if an earlier version of the product cleaned it', async () => {
    const userId = await createMember();
    await storeFile(userId, 1, DIRTY);
    await cleanFile(userId, 1);
    await removeOriginalChecksum(userId, 1);

    await storeFile(userId, 2, DIRTY);
    await cleanFile(userId, 2);
    expect(await readCredits(userId, [1, 2])).toEqual([CLEAN_BYTES, 0]);

    await removeFile(userId, 1);
    await removeFile(userId, 2);
    expect(await holdsCopy(userId, buildChecksum(CLEAN))).toBe(false);
  });

  /** Changes a cleaned file to the format of earlier versions of the product. */
  async function removeOriginalChecksum(userId: string, file: number): Promise<void> {
    const key = buildKey(userId, file);
    await table.send(
      new UpdateCommand({ TableName: tableName(), Key: fileKey(key), UpdateExpression: 'REMOVE originalChecksum' }),
    );
    await transact(() => [buildCopyDelete({ userId, key, checksum: buildChecksum(DIRTY) })]);
  }

  /** A file of the property test. Only the first upload earns a credit. */
  interface TestFile {
    readonly number: number;
    readonly earns: boolean;
    size: number;
  }

  /** Uploads a file with this number, or cleans or removes `file` if it exists. Returns the files after the event. */
  async function applyEvent(
    userId: string,
    files: readonly TestFile[],
    { kind, number, file }: { kind: string; number: number; file: TestFile | undefined },
  ): Promise<readonly TestFile[]> {
    if (kind === 'store') {
      await storeFile(userId, number, DIRTY);
      return [...files, { number, size: DIRTY_BYTES, earns: files.length === 0 }];
    }
    if (!file) return files;

    if (kind === 'remove') {
      await removeFile(userId, file.number);
      return files.filter((candidate) => candidate !== file);
    }

    await cleanFile(userId, file.number);
    file.size = CLEAN_BYTES;
    return files;
  }

  it('credits only the first upload after any uploads, cleanings, and deletions in any order', async () => {
    const event = fc.record({ kind: fc.constantFrom('store', 'clean', 'remove'), position: fc.nat({ max: 3 }) });

    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const userId = await createMember();
        let files: readonly TestFile[] = [];

        for (const [number, { kind, position }] of events.entries()) {
          files = await applyEvent(userId, files, { kind, number, file: files[position] });

          const earned = files.reduce((sum, { size, earns }) => sum + (earns ? size : 0), 0);
          expect(await readContributedBytes(userId)).toBe(earned);
        }
      }),
      { numRuns: 30 },
    );
  });
});
