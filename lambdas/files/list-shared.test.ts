/**
 * Tests of rows that members share. If a query is sent often within a second, its rows are read once for all members.
 * Shared rows can be two seconds old, but must hide no file from its own uploader.
 */
import { DeleteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { files } from '../../shared/contract/files.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from '../table/client.ts';
import { buildFilePut, type StoredFile } from '../table/file.ts';
import { fileIdOf, fileKey } from '../table/keys.ts';
import { listFiles } from './list.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async () => 'cursor secret' }));

let now = Date.parse('2026-11-21T00:00:00.000Z');
let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable({ shards: 2 });
  vi.stubEnv('BUCKET_NAME', 'fathom-test');
});

afterAll(() => stopTable());

beforeEach(() => {
  // After an hour, the rows of earlier tests are no longer shared, and their files are old.
  advance(HOUR_MS);
});

afterEach(() => vi.useRealTimers());

/** Sets the clock forward, and keeps it there. */
function advance(milliseconds: number): void {
  now += milliseconds;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

/** Stores a file of a member with the current time. Everyone sees it, because it is at depth 0. */
async function storeFile(userId: string): Promise<StoredFile> {
  const file: StoredFile = {
    key: `files/${userId}/${ulid()}/reef.png`,
    userId,
    fileName: 'reef.png',
    contentType: 'image/png',
    size: 5,
    etag: '',
    description: '',
    uploadedAt: new Date(now).toISOString(),
    depth: 0,
    likeCount: 0,
    views: 0,
    revision: 0,
  };
  await table.send(new TransactWriteCommand({ TransactItems: [buildFilePut(file)] }));
  return file;
}

/** Returns the IDs of the files that a member lists. */
async function listFileIds(userId: string, query: Record<string, unknown> = {}): Promise<string[]> {
  const caller = { userId, username: userId, issuedAt: 1 };
  const { files: listedFiles } = await listFiles(caller, files.list.body.parse({ limit: 5, ...query }));
  return listedFiles.map(({ key }) => key);
}

/** Repeats a query until its rows are shared between members, which happens after five uses within a second. */
async function shareRows(query: Record<string, unknown> = {}): Promise<void> {
  for (let call = 1; call <= 6; call++) await listFileIds('reader', query);
}

describe('POST /files/list with shared rows', () => {
  it("lists a member's new file for that member immediately", async () => {
    const oldFile = await storeFile('ada');
    advance(HOUR_MS);
    await shareRows();

    const newFile = await storeFile('ada');

    expect((await listFileIds('ada')).slice(0, 2)).toEqual([fileIdOf(newFile.key), fileIdOf(oldFile.key)]);
  });

  it("lists a member's new file for other members within two seconds", async () => {
    const oldFile = await storeFile('ada');
    advance(HOUR_MS);
    await shareRows();

    const newFile = await storeFile('ada');
    expect((await listFileIds('ben'))[0]).toBe(fileIdOf(oldFile.key));

    advance(2000);
    expect((await listFileIds('ben'))[0]).toBe(fileIdOf(newFile.key));
  });

  it('shares rows again with a member a few seconds after their last upload', async () => {
    await storeFile('ada');
    advance(10_000);
    await shareRows();

    const fileOfBen = await storeFile('ben');

    expect(await listFileIds('ada')).not.toContain(fileIdOf(fileOfBen.key));
  });

  it('omits a deleted file immediately', async () => {
    const file = await storeFile('ada');
    advance(HOUR_MS);
    await shareRows();
    expect(await listFileIds('ben')).toContain(fileIdOf(file.key));

    await table.send(new DeleteCommand({ TableName: tableName(), Key: fileKey(file.key) }));

    expect(await listFileIds('ben')).not.toContain(fileIdOf(file.key));
  });

  it('does not share rows between filters', async () => {
    const pictureFile = await storeFile('ada');

    await shareRows({ fileType: 'video/' });

    expect(await listFileIds('reader', { fileType: 'video/' })).not.toContain(fileIdOf(pictureFile.key));
    expect(await listFileIds('reader', { fileType: 'image/' })).toContain(fileIdOf(pictureFile.key));
  });
});
