/** Tests of changes to a file's details while its bytes or its existence change concurrently. */
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { table } from './client.ts';
import {
  buildFileDelete,
  buildFilePut,
  buildFileUpdate,
  fileIndexAttributes,
  getFile,
  purgeFile,
  type StoredFile,
} from './file.ts';
import { setFileDetails } from './file-details.ts';
import { fileIdOf } from './keys.ts';
import { unseal } from './sealed.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/** Stores a file and returns it. */
async function createFile(change: Partial<StoredFile> = {}): Promise<StoredFile> {
  const file = {
    key: `files/ada/${ulid()}/Reef.PNG`,
    userId: 'ada',
    fileName: 'Reef.PNG',
    contentType: 'image/png',
    size: 700,
    etag: '"1"',
    uploadedAt: '2026-11-21T00:00:00.000Z',
    description: '',
    depth: 0,
    likeCount: 0,
    views: 0,
    revision: 0,
    ...change,
  };
  expect(await transact(() => [buildFilePut(file)])).toBeUndefined();

  return file;
}

/** The attributes of a file that depend on its bytes. */
const BYTES = { size: 9, contentType: 'image/jpeg', etag: '"2"', checksum: 'two', creditedBytes: 9 };

describe('setFileDetails', () => {
  const identify = ({ key, userId }: StoredFile) => ({ fileId: fileIdOf(key), ownerId: userId });

  it("does not change another member's file", async () => {
    const file = await createFile();

    const identity = { ...identify(file), ownerId: 'ben' };

    expect(await setFileDetails(identity, { description: 'Mine' })).toBeUndefined();
    expect(await setFileDetails(identity, { altText: 'Mine' })).toBeUndefined();
    expect(unseal(await getFile(file.key))).toMatchObject({ description: file.description });
  });

  it('changes only the given texts, and returns the file', async () => {
    const file = await createFile();

    const editedFile = await setFileDetails(identify(file), {
      description: 'A reef',
      altText: 'Corals',
      fileName: undefined,
    });

    expect(editedFile).toMatchObject({ ...file, description: 'A reef', altText: 'Corals' });
    expect(unseal(await getFile(file.key))).toEqual(editedFile);
    expect(await setFileDetails(identify(file), { description: '' })).toMatchObject({
      description: '',
      altText: 'Corals',
    });
  });

  it('changes the name and the search text, but neither the key nor the order of lists', async () => {
    const file = await createFile();
    const fileBefore = unseal(await getFile(file.key));

    await setFileDetails(identify(file), { fileName: 'Übersicht am RIFF.png' });

    expect(unseal(await getFile(file.key))).toEqual({
      ...fileBefore,
      fileName: 'Übersicht am RIFF.png',
      searchText: 'übersicht am riff.png\n üb/er/si/ch/t am ri/ff pn/g',
    });
  });

  it('adds the words of the description to the search text, and removes them', async () => {
    const file = await createFile();

    const describedFile = await setFileDetails(identify(file), { description: 'Blue corals' });
    const plainFile = await setFileDetails(identify(file), { description: '' });

    expect(describedFile).toMatchObject({ searchText: 'reef.png\n re/ef pn/g bl/ue co/ra/ls' });
    expect(plainFile).toMatchObject({ searchText: 'reef.png\n re/ef pn/g' });
  });

  it('finds a file by both texts if its name and its description change at the same time', async () => {
    const file = await createFile();
    beforeNext(table, 'UpdateItemCommand', async () => {
      await setFileDetails(identify(file), { description: 'Corals' });
    });

    const editedFile = await setFileDetails(identify(file), { fileName: 'b.png' });

    expect(editedFile).toMatchObject({
      fileName: 'b.png',
      description: 'Corals',
      searchText: 'b.png\n b pn/g co/ra/ls',
    });
  });

  it('keeps the search text if only the alternative text changes', async () => {
    const file = await createFile({ description: 'Corals' });

    const editedFile = await setFileDetails(identify(file), { altText: 'A fan coral' });

    expect(editedFile).toMatchObject({ altText: 'A fan coral', searchText: 'reef.png\n re/ef pn/g co/ra/ls' });
  });

  it('keeps the name and the bytes of a file whose bytes are replaced at the same time', async () => {
    const file = await createFile();
    beforeNext(table, 'UpdateItemCommand', async () => void (await transact(() => [buildFileUpdate(file, BYTES)])));

    const editedFile = await setFileDetails(identify(file), { fileName: 'b.png' });

    expect(editedFile).toMatchObject({ ...BYTES, fileName: 'b.png', revision: 1 });
    expect(await transact(() => [buildFileDelete({ ...file, revision: 1 })])).toBeUndefined();
  });

  it('moves a file to the lists of its new depth, and marks the depth as chosen', async () => {
    const file = await createFile({ depth: 2_500_000 });

    const movedFile = await setFileDetails(identify(file), { depth: 40_000 });

    const { list, depthList, typeList, depthOrder } = fileIndexAttributes({ ...file, depth: 40_000 });
    expect(movedFile).toMatchObject({ depth: 40_000, depthChosen: true, list, depthList, typeList, depthOrder });
    expect(movedFile).toMatchObject({ textOrder: file.uploadedAt, numberOrder: file.size });
  });

  it('keeps the type of a file whose bytes are replaced while its depth changes', async () => {
    const file = await createFile();
    const bytes = { ...BYTES, contentType: 'video/mp4' };
    beforeNext(table, 'UpdateItemCommand', async () => {
      await transact(() => [buildFileUpdate(file, bytes)]);
    });

    const movedFile = await setFileDetails(identify(file), { depth: 40_000 });

    const { typeList } = fileIndexAttributes({ ...file, ...bytes, depth: 40_000 });
    expect(movedFile).toMatchObject({ ...bytes, typeList });
  });

  it('keeps the new depth of a file whose bytes are replaced by a function that read the old depth', async () => {
    const file = await createFile({ depth: 2_500_000 });
    const movedFile = await setFileDetails(identify(file), { depth: 40_000 });

    const outdatedUpdate = await transact(() => [buildFileUpdate(file, BYTES)]);
    const currentUpdate = await transact(() => [buildFileUpdate(movedFile!, BYTES)]);

    expect(outdatedUpdate).toMatchObject({ failed: [true] });
    expect(currentUpdate).toBeUndefined();
    const { typeList } = fileIndexAttributes({ ...movedFile!, ...BYTES });
    expect(unseal(await getFile(file.key))).toMatchObject({ ...BYTES, depth: 40_000, typeList });
  });

  it('does not create a file again that is deleted at the same time', async () => {
    const file = await createFile();
    beforeNext(table, 'UpdateItemCommand', () => purgeFile(file.key));

    expect(await setFileDetails(identify(file), { description: 'A reef' })).toBeUndefined();
    expect(unseal(await getFile(file.key))).toBeUndefined();
  });

  it('throws if the table fails', async () => {
    const file = await createFile();
    beforeNext(table, 'UpdateItemCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(setFileDetails(identify(file), { description: 'A reef' })).rejects.toThrow('The table is down.');
  });
});
