import { DeleteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { files } from '../../shared/contract/files.ts';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from '../table/client.ts';
import { buildFilePut, type StoredFile } from '../table/file.ts';
import { fileKey } from '../table/keys.ts';
import { SHARED_MS } from '../table/shared-queries.ts';
import { listFiles } from './list.ts';

vi.mock('../platform/secret.ts', () => ({ secret: async () => 'cursor secret' }));

const HOUR_MS = 3_600_000;

let now = Date.parse('2026-11-21T00:00:00.000Z');
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable({ shards: 2 });
  process.env.BUCKET_NAME = 'fathom-test';
});
afterAll(() => stop());

beforeEach(() => {
  // Rows of earlier tests are no longer shared, and files of earlier tests are old.
  advance(HOUR_MS);
});
afterEach(() => vi.useRealTimers());

function advance(milliseconds: number): void {
  now += milliseconds;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

async function publish(userId: string): Promise<StoredFile> {
  const key = `files/${userId}/${ulid()}/reef.png`;
  const file: StoredFile = {
    ...{ key, userId, fileName: 'reef.png', contentType: 'image/png', size: 5, etag: '', description: '' },
    ...{ uploadedAt: new Date(now).toISOString(), depth: 0, likeCount: 0, views: 0, revision: 0 },
  };
  await table.send(new TransactWriteCommand({ TransactItems: [buildFilePut(file)] }));
  return file;
}

async function list(userId: string, change: Record<string, unknown> = {}): Promise<string[]> {
  const input = files.list.body.parse({ limit: 5, ...change });
  return (await listFiles({ userId, username: userId, issuedAt: 1 }, input)).files.map(({ key }) => key);
}

async function heat(): Promise<void> {
  for (let use = 0; use < 6; use++) await list('reader');
}

describe('POST /files/list with shared rows', () => {
  it("lists a member's new file for them at once, and for others within two seconds", async () => {
    const old = await publish('ada');
    advance(HOUR_MS);
    await heat();
    const file = await publish('ada');

    expect((await list('ada')).slice(0, 2)).toEqual([file.key, old.key]);
    // The rows are still shared with others.
    expect((await list('ben'))[0]).toBe(old.key);

    advance(SHARED_MS);
    expect((await list('ben'))[0]).toBe(file.key);
  });

  it('shares rows again with a member a few seconds after their last upload', async () => {
    await publish('ada');
    advance(10_000);
    await heat();
    const foreign = await publish('ben');
    expect(await list('ada')).not.toContain(foreign.key);
  });

  it('omits a deleted file at once', async () => {
    const file = await publish('ada');
    advance(HOUR_MS);
    await heat();
    expect(await list('ben')).toContain(file.key);

    await table.send(new DeleteCommand({ TableName: tableName(), Key: fileKey(file.key) }));
    expect(await list('ben')).not.toContain(file.key);
  });

  it('does not share rows between filters', async () => {
    const file = await publish('ada');
    for (let use = 0; use < 6; use++) await list('reader', { fileType: 'video/' });
    expect(await list('reader', { fileType: 'video/' })).not.toContain(file.key);
    expect(await list('reader', { fileType: 'image/' })).toContain(file.key);
  });
});
