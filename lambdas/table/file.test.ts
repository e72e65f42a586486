/** Tests of the items of files: their transaction items, their views, and the list of a member's files. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { readByOwner } from './by-owner-index.ts';
import { table } from './client.ts';
import {
  buildFileDelete,
  buildFilePut,
  buildFileUpdate,
  countView,
  getFile,
  getFiles,
  purgeFile,
  type StoredFile,
} from './file.ts';
import { fileKey } from './keys.ts';
import { unseal, unsealAll } from './sealed.ts';
import { transact } from './transaction.ts';
import type { Visible } from './visible.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/** The depth of most files, in micrometres: 2.5 m, which is in band 2. */
const DEPTH = 2_500_000;

/** Stores a file and returns it. */
async function createFile(change: Partial<StoredFile> = {}): Promise<Visible<StoredFile>> {
  const key = `files/ada/${ulid()}/Reef.PNG`;
  const file = {
    key,
    userId: 'ada',
    fileName: 'Reef.PNG',
    contentType: 'image/png',
    size: 700,
    etag: '"1"',
    uploadedAt: '2026-11-21T00:00:00.000Z',
    description: '',
    depth: DEPTH,
    likeCount: 0,
    views: 0,
    revision: 0,
    ...change,
  };
  expect(await transact(() => [buildFilePut(file)])).toBeUndefined();

  return file as Visible<StoredFile>;
}

describe('buildFilePut', () => {
  it('stores a file with the attributes of its lists', async () => {
    const file = await createFile();

    expect(unseal(await getFile(file.key))).toEqual({
      ...fileKey(file.key),
      ...file,
      list: 'FILE#2#0',
      depthList: 'FILE#0',
      typeList: 'FILE#2#0#image/',
      depthOrder: '0000000002500000#2026-11-21T00:00:00.000Z',
      textOrder: '2026-11-21T00:00:00.000Z',
      numberOrder: 700,
      owner: 'FILE#ada',
      searchText: 'reef.png\n re/ef pn/g',
    });
  });

  it('fails if the file is already stored', async () => {
    const file = await createFile();

    expect(await transact(() => [buildFilePut({ ...file, size: 1 })])).toEqual({ failed: [true] });
    expect(unseal(await getFile(file.key))).toMatchObject({ size: 700 });
  });
});

describe('getFiles', () => {
  it('returns files by partition key and omits missing ones', async () => {
    const file = await createFile();
    const { pk } = fileKey(file.key);

    const files = unsealAll(await getFiles([{ pk }, fileKey('files/ada/none/none')]));

    expect([...files]).toEqual([[pk, expect.objectContaining(file)]]);
  });
});

/** The attributes of a file that depend on its bytes. */
const BYTES = { size: 9, contentType: 'image/jpeg', etag: '"2"', checksum: 'two', creditedBytes: 9 };

describe('buildFileUpdate', () => {
  it('updates size, type and list order, and increments the revision', async () => {
    const file = await createFile();

    expect(await transact(() => [buildFileUpdate(file, BYTES)])).toBeUndefined();

    expect(unseal(await getFile(file.key))).toMatchObject({
      ...BYTES,
      numberOrder: 9,
      revision: 1,
      fileName: 'Reef.PNG',
    });
  });

  it('moves the file to the list of its new type', async () => {
    const file = await createFile();

    await transact(() => [buildFileUpdate(file, { ...BYTES, contentType: 'video/mp4' })]);

    expect(unseal(await getFile(file.key))).toMatchObject({ list: 'FILE#2#0', typeList: 'FILE#2#0#video/' });
  });

  it('fails if the revision has changed or the file is missing', async () => {
    const file = await createFile();
    await transact(() => [buildFileUpdate(file, BYTES)]);

    expect(await transact(() => [buildFileUpdate(file, { ...BYTES, size: 1 })])).toEqual({ failed: [true] });
    expect(unseal(await getFile(file.key))).toMatchObject({ size: 9, revision: 1 });

    await purgeFile(file.key);
    expect(await transact(() => [buildFileUpdate({ ...file, revision: 1 }, BYTES)])).toEqual({ failed: [true] });
  });
});

describe('buildFileDelete', () => {
  it('deletes a file once', async () => {
    const file = await createFile();

    expect(await transact(() => [buildFileDelete(file)])).toBeUndefined();
    expect(unseal(await getFile(file.key))).toBeUndefined();
    expect(await transact(() => [buildFileDelete(file)])).toEqual({ failed: [true] });
  });

  it('fails if the bytes were replaced after the file was read', async () => {
    const file = await createFile();
    await transact(() => [buildFileUpdate(file, BYTES)]);

    expect(await transact(() => [buildFileDelete(file)])).toEqual({ failed: [true] });
    expect(unseal(await getFile(file.key))).toMatchObject({ size: 9 });
  });
});

describe('countView', () => {
  it('counts views by members at or above the depth, and by the uploader', async () => {
    const file = await createFile();

    expect(await countView(file, { userId: 'ben', depth: DEPTH })).toBe(1);
    expect(await countView(file, { userId: 'ada', depth: 0 })).toBe(2);
    expect(await countView(file, { userId: 'ben', depth: DEPTH - 1 })).toBeUndefined();
    expect(unseal(await getFile(file.key))).toMatchObject({ views: 2 });
  });

  it('returns undefined for a deleted file, and does not create it', async () => {
    const file = await createFile();
    await purgeFile(file.key);

    expect(await countView(file, { userId: 'ben', depth: DEPTH })).toBeUndefined();
    expect(unseal(await getFile(file.key))).toBeUndefined();
  });

  it('throws if the table fails', async () => {
    const file = await createFile();
    beforeNext(table, 'UpdateItemCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(countView(file, { userId: 'ben', depth: DEPTH })).rejects.toThrow('The table is down.');
  });
});

/** A small file, without a key and an owner. */
const FILE: StoredFile = {
  key: '',
  userId: '',
  fileName: 'a.txt',
  contentType: 'text/plain',
  size: 1,
  etag: '"1"',
  uploadedAt: '',
  description: '',
  depth: 0,
  likeCount: 0,
  views: 0,
  revision: 0,
};

describe('readByOwner', () => {
  /** Returns the partition keys of a member's files, page by page. */
  const readPages = async (userId: string, depth: number | undefined, limit: number) => {
    const pages: string[][] = [];
    for (let from = {} as Parameters<typeof readByOwner>[0]['from'] | null; from; ) {
      const { rows, next } = await readByOwner({ kind: 'FILE', userId, depth, limit, from });
      pages.push(rows.map(({ pk }) => pk));
      from = next;
    }

    return pages;
  };

  it('returns the files of one member at or below a depth over all pages, newest first', async () => {
    const owner = randomUUID();
    const otherMember = randomUUID();
    const formatTime = (minute: number) => `2026-11-21T00:0${minute}:00.000Z`;
    const depths = [5, 6, 7, 5, 6, 9];
    const files: StoredFile[] = [];
    for (const [minute, depth] of depths.entries()) {
      files.push(await createFile({ userId: owner, depth, uploadedAt: formatTime(minute) }));
    }
    await createFile({ userId: otherMember, depth: 5 });

    const keys = files.map(({ key }) => fileKey(key).pk);
    expect(await readPages(owner, 6, 2)).toEqual([
      [keys[4], keys[3]],
      [keys[1], keys[0]],
    ]);
    expect(await readPages(owner, undefined, 10)).toEqual([keys.toReversed()]);
    expect(await readPages(owner, 4, 10)).toEqual([[]]);
  });

  it('reads 250 rows for a page of ten files if some files are above the viewer', async () => {
    const userId = randomUUID();
    let oldestKey: string | undefined;
    // In chunks, because a transaction has at most 100 items.
    for (let chunk = 0; chunk < 4; chunk++) {
      const files = Array.from({ length: 90 }, (_, index) => ({
        ...FILE,
        key: `files/${userId}/${chunk}-${index}`,
        userId,
        depth: chunk === 0 && index === 0 ? 5 : 100,
        uploadedAt: new Date(Date.UTC(2026, 1, 1, chunk, 0, index)).toISOString(),
      }));
      oldestKey ??= fileKey(files[0]!.key).pk;
      await transact(() => files.map(buildFilePut));
    }

    const pages = await readPages(userId, 10, 10);

    // Only the oldest of 360 files is visible: the first page evaluates the newest 250.
    expect(pages).toEqual([[], [oldestKey]]);
  });
});
