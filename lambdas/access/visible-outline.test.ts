import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bandOf } from '../../shared/rules/bands.ts';
import { startTable } from '../../test/support/table.ts';
import type { ListedRow } from '../table/depth-query.ts';

let stop: () => Promise<void>;
let visibleOutline: typeof import('./visible-outline.ts').visibleOutline;
let table: {
  file: typeof import('../table/file.ts');
  profile: typeof import('../table/profile.ts');
  pendingPurge: typeof import('../table/pending-purge.ts');
  index: typeof import('../table/depth-index.ts');
  transact: typeof import('../table/transaction.ts').transact;
};

beforeAll(async () => {
  stop = await startTable();
  // Loaded after startTable() has set the address of the table.
  ({ visibleOutline } = await import('./visible-outline.ts'));

  const [file, profile, pendingPurge, index, { transact }] = await Promise.all([
    import('../table/file.ts'),
    import('../table/profile.ts'),
    import('../table/pending-purge.ts'),
    import('../table/depth-index.ts'),
    import('../table/transaction.ts'),
  ]);
  table = { file, profile, pendingPurge, index, transact };
});
afterAll(() => stop());

const DEPTH = 1000;

async function createUploader(fileName: string, depth = DEPTH): Promise<string> {
  const userId = randomUUID();
  await table.profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await table.transact(() => [
    table.file.buildFilePut({
      key: `files/${userId}/${ulid()}/${fileName}`,
      userId,
      fileName,
      depth,
      contentType: 'text/plain',
      size: 1,
      etag: '"1"',
      uploadedAt: new Date().toISOString(),
      description: '',
      likeCount: 0,
      views: 0,
      revision: 0,
    }),
  ]);
  return userId;
}

/** Reads all rows of the index, also those above the viewer. */
async function readRows(): Promise<readonly ListedRow[]> {
  const query = { kind: 'FILE', index: 'ByText', filters: [], from: {} } as const;
  return (await table.index.readDepthIndex({ ...query, depth: 10 * DEPTH, limit: 1000 })).rows;
}

async function namesFor(userId: string, depth = DEPTH): Promise<unknown[]> {
  const rows = await visibleOutline({ userId, depth }, readRows());
  return rows.map(({ searchText }) => searchText).toSorted();
}

describe('visibleOutline', () => {
  it('omits rows above the viewer, except their own', async () => {
    const ada = await createUploader('at.txt');
    const ben = await createUploader('above.txt', DEPTH + 1);

    expect(bandOf(DEPTH)).toBe(bandOf(DEPTH + 1));
    expect(await namesFor(ada)).toEqual(['at.txt']);
    expect(await namesFor(ben)).toEqual(['above.txt', 'at.txt']);
    expect(await namesFor(ada, DEPTH + 1)).toEqual(['above.txt', 'at.txt']);
    expect(await namesFor(ada, DEPTH - 1)).toEqual(['at.txt']);
  });

  it('omits files of a deleted account at once, before the purge job runs', async () => {
    const leaver = await createUploader('left.txt');
    expect(await namesFor('reader')).toContain('left.txt');
    await table.pendingPurge.hideAccount(leaver);
    expect(await namesFor('reader')).not.toContain('left.txt');
  });

  it('omits them, too, while more accounts are deleted than one page of the queue has', async () => {
    const time = new Date(Date.now() - 1000);
    await Promise.all(Array.from({ length: 101 }, () => table.pendingPurge.hideAccount(randomUUID(), time)));
    const leaver = await createUploader('last to leave.txt');
    expect(await namesFor('reader')).toContain('last to leave.txt');

    await table.pendingPurge.hideAccount(leaver);
    expect(await namesFor('reader')).not.toContain('last to leave.txt');
    expect(await namesFor('reader')).toContain('at.txt');
  });
});
