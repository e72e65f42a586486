/**
 * Tests that a list of files stays below Lambda's limit for a response: a page ends early if its files are too long.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { files } from '../../shared/contract/files.ts';
import { FILES_BULK_LIMIT } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { compress } from '../http/compress.ts';
import { buildSuccessResponse } from '../http/response.ts';
import { table } from '../table/client.ts';
import { buildFilePut, type StoredFile } from '../table/file.ts';
import { fileIdOf } from '../table/keys.ts';
import { listFiles } from './list.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async () => 'cursor secret' }));

/** Lambda's limit for a response, in bytes, as its error message states it. */
const LAMBDA_BYTES = 6_291_556;

/** Number of files, which have 8 MB together. */
const FILE_COUNT = 40;

let stopTable: () => Promise<void>;
/** IDs of all files, the newest and largest first. */
const fileIds: string[] = [];

beforeAll(async () => {
  stopTable = await startTable({ shards: 2 });
  vi.stubEnv('BUCKET_NAME', 'fathom-test');
  for (let number = 0; number < FILE_COUNT; number++) {
    const file = buildFile(number);
    fileIds.unshift(fileIdOf(file.key));
    await table.send(new TransactWriteCommand({ TransactItems: [buildFilePut(file)] }));
  }
});
afterAll(() => stopTable());

/**
 * Builds a file that is newer and larger than all files with lower numbers. Its description is longer than members may
 * write, so that 40 files exceed the limit, like 900 files with the longest allowed texts (7 KB each).
 */
function buildFile(number: number): StoredFile {
  const fileName = `深海 ${number}.png`;
  return {
    key: `files/ada/${ulid()}/${fileName}`,
    userId: 'ada',
    fileName,
    contentType: 'image/png',
    size: number,
    description: '🐠'.repeat(50_000),
    uploadedAt: new Date(1_790_000_000_000 + number * 1000).toISOString(),
    etag: '',
    depth: 0,
    likeCount: 0,
    views: 0,
    revision: 0,
  };
}

/** Lists one page. Also returns the size of the function's response, in bytes. */
async function readPage(request: object) {
  const caller = { userId: 'ben', username: 'Ben', issuedAt: 1 };
  const response = await listFiles(caller, files.list.body.parse({ limit: FILES_BULK_LIMIT, ...request }));
  return { ...response, bytes: Buffer.byteLength(JSON.stringify(compress(buildSuccessResponse(response), undefined))) };
}

describe('POST /files/list with 8 MB of files', () => {
  it.each(['recent', 'size'])('lists every file once in pages below the limit of Lambda (%s)', async (sortBy) => {
    const listedIds: string[] = [];
    let pageCount = 0;
    let lastKey: string | null = null;

    do {
      const page = await readPage({ sortBy, lastKey });
      expect(page.bytes).toBeLessThan(LAMBDA_BYTES);
      listedIds.push(...page.files.map(({ key }) => key));
      pageCount++;
      lastKey = page.lastKey;
    } while (lastKey !== null);

    expect(listedIds).toEqual(fileIds);
    expect(pageCount).toBeGreaterThan(1);
  });

  it('skips files only on the first page, even if pages end early', async () => {
    const firstPage = await readPage({ skip: 7 });
    const secondPage = await readPage({ skip: 7, lastKey: firstPage.lastKey });

    expect(firstPage.files[0]?.key).toBe(fileIds[7]);
    expect(secondPage.files[0]?.key).toBe(fileIds[7 + firstPage.files.length]);
  });

  it('returns the outline of all files in one page', async () => {
    const { outline, lastKey } = await readPage({ outline: true });

    expect(outline).toHaveLength(FILE_COUNT);
    expect(lastKey).toBeNull();
  });
});
