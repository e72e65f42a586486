/**
 * Tests of the access rule for the outline: a list of all files with few attributes, which the file explorer filters
 * in the browser. It is read from an index, without the files' items.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bandOf } from '../../shared/rules/bands.ts';
import { startTable } from '../../test/support/table.ts';
import type { ListedRow } from '../table/depth-query.ts';

let stopTable: () => Promise<void>;
let loadVisibleOutline: typeof import('./visible-outline.ts').loadVisibleOutline;
let tableModules: {
  file: typeof import('../table/file.ts');
  profile: typeof import('../table/profile.ts');
  pendingPurge: typeof import('../table/pending-purge.ts');
  index: typeof import('../table/depth-index.ts');
  transact: typeof import('../table/transaction.ts').transact;
};

beforeAll(async () => {
  stopTable = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  ({ loadVisibleOutline } = await import('./visible-outline.ts'));
  const [file, profile, pendingPurge, index, { transact }] = await Promise.all([
    import('../table/file.ts'),
    import('../table/profile.ts'),
    import('../table/pending-purge.ts'),
    import('../table/depth-index.ts'),
    import('../table/transaction.ts'),
  ]);
  tableModules = { file, profile, pendingPurge, index, transact };
});
afterAll(() => stopTable());

/** The depth of most files, in micrometres. A greater depth is higher. */
const DEPTH = 1000;

/** Creates a member with a file. Returns the member's ID. */
async function createUploader(fileName: string, depth = DEPTH): Promise<string> {
  const userId = randomUUID();
  await tableModules.profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await tableModules.transact(() => [
    tableModules.file.buildFilePut({
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

/** Reads all rows of the index, including rows above the viewer. */
async function readRows(): Promise<readonly ListedRow[]> {
  const query = { kind: 'FILE', index: 'ByText', filters: [], from: {} } as const;
  return (await tableModules.index.readDepthIndex({ ...query, depth: 10 * DEPTH, limit: 1000 })).rows;
}

/** Returns the names of the files that a viewer sees in the outline. */
async function listNames(userId: string, depth = DEPTH): Promise<unknown[]> {
  const rows = await loadVisibleOutline({ userId, depth }, readRows());
  return rows.map(({ searchText }) => searchText).toSorted();
}

describe('loadVisibleOutline', () => {
  it("omits rows above the viewer, except the viewer's own", async () => {
    const ada = await createUploader('at.txt');
    const ben = await createUploader('above.txt', DEPTH + 1);
    // Both files are in one band: the part of the index that has their range of depths. So a query of the index returns
    // both, and only the access rule can hide the higher one.
    expect(bandOf(DEPTH)).toBe(bandOf(DEPTH + 1));

    expect(await listNames(ada)).toEqual(['at.txt']);
    expect(await listNames(ben)).toEqual(['above.txt', 'at.txt']);
    expect(await listNames(ada, DEPTH + 1)).toEqual(['above.txt', 'at.txt']);
    expect(await listNames(ada, DEPTH - 1)).toEqual(['at.txt']);
  });

  it('omits files of a deleted account immediately, before the purge job runs', async () => {
    const leaver = await createUploader('left.txt');
    expect(await listNames('reader')).toContain('left.txt');

    await tableModules.pendingPurge.hideAccount(leaver);

    expect(await listNames('reader')).not.toContain('left.txt');
  });

  it('omits files of a deleted account if the queue of the purge job has more than one page', async () => {
    // A page has 100 accounts.
    const time = new Date(Date.now() - 1000);
    await Promise.all(Array.from({ length: 101 }, () => tableModules.pendingPurge.hideAccount(randomUUID(), time)));
    const leaver = await createUploader('last to leave.txt');
    expect(await listNames('reader')).toContain('last to leave.txt');

    await tableModules.pendingPurge.hideAccount(leaver);

    expect(await listNames('reader')).not.toContain('last to leave.txt');
    expect(await listNames('reader')).toContain('at.txt');
  });
});
