/** Tests of the uploads that the browser stores to resume them later. */
import { beforeEach, describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../../test-support/fake-storage.ts';
import {
  computePercentUploaded,
  getPreparedName,
  type UnfinishedUpload,
  UnfinishedUploadStore,
} from './unfinished-upload-store.ts';

/** What local storage contains. */
let storageEntries: Map<string, string>;
let uploadStore: UnfinishedUploadStore;

beforeEach(() => {
  storageEntries = new Map();
  uploadStore = new UnfinishedUploadStore(fakeStorage(storageEntries));
});

/** Builds an upload of a member's file, of which nothing has arrived. */
const buildUpload = (changes: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  userId: 'me',
  fileId: 'files/me/1/whale.zip',
  uploadId: 'u1',
  partSize: 4,
  name: 'whale.zip',
  size: 10,
  lastModified: 5,
  type: 'application/zip',
  description: '',
  arrivedBytes: 0,
  ...changes,
});
/** Returns the IDs of a member's uploads, in the order of the list. */
const listIdsFor = (userId: string) => uploadStore.listFor(userId).map(({ uploadId }) => uploadId);

describe('UnfinishedUploadStore', () => {
  it("lists a member's uploads, starting with the upload that was saved last", () => {
    uploadStore.save(buildUpload());
    uploadStore.save(buildUpload({ uploadId: 'u2', userId: 'other' }));
    uploadStore.save(buildUpload({ uploadId: 'u3' }));
    uploadStore.save(buildUpload({ arrivedBytes: 4 }));

    expect(uploadStore.listFor('me')).toEqual([buildUpload({ arrivedBytes: 4 }), buildUpload({ uploadId: 'u3' })]);
    expect(listIdsFor('other')).toEqual(['u2']);
  });

  it('finds an upload by the name, size, time, and type of its file', () => {
    uploadStore.save(buildUpload());
    const file = { name: 'whale.zip', size: 10, lastModified: 5, type: 'application/zip' };

    expect(uploadStore.find('me', file)).toEqual(buildUpload());
    expect(uploadStore.find('other', file)).toBeUndefined();
    for (const change of [{ name: 'wave.zip' }, { size: 11 }, { lastModified: 6 }, { type: '' }]) {
      expect(uploadStore.find('me', { ...file, ...change })).toBeUndefined();
    }
  });

  it('removes the entry in storage with the last upload', () => {
    uploadStore.save(buildUpload());
    uploadStore.save(buildUpload({ uploadId: 'u2' }));
    uploadStore.remove({ uploadId: 'u1' });
    expect(listIdsFor('me')).toEqual(['u2']);

    uploadStore.remove({ uploadId: 'u2' });
    expect(storageEntries.size).toBe(0);
  });

  it('drops the oldest of more than 20 uploads', () => {
    for (let number = 1; number <= 21; number += 1) uploadStore.save(buildUpload({ uploadId: `u${number}` }));

    expect(listIdsFor('me')).toEqual(Array.from({ length: 20 }, (_, index) => `u${21 - index}`));
  });

  it.each([
    ['text that is not JSON', '{'],
    ['an object', '{"length":1}'],
    ['null', 'null'],
    ['a list without complete uploads', '[{"userId":"me"},7,null]'],
  ])('ignores %s in storage', (_, text) => {
    storageEntries.set('fathom.uploads', text);
    expect(listIdsFor('me')).toEqual([]);

    uploadStore.save(buildUpload());
    expect(JSON.parse(storageEntries.get('fathom.uploads')!)).toEqual([buildUpload()]);
  });

  it.each(Object.keys(buildUpload()))('ignores an entry in storage without %s', (field) => {
    const { [field]: _, ...incompleteUpload } = buildUpload() as unknown as Record<string, unknown>;
    storageEntries.set('fathom.uploads', JSON.stringify([incompleteUpload, null, 7, buildUpload({ uploadId: 'u2' })]));

    expect(listIdsFor('me')).toEqual(['u2']);
  });

  it('ignores an entry in storage whose size is negative or not a number', () => {
    uploadStore.save(buildUpload({ size: -1 }));
    expect(listIdsFor('me')).toEqual([]);

    storageEntries.set('fathom.uploads', JSON.stringify([{ ...buildUpload(), size: '10' }]));
    expect(listIdsFor('me')).toEqual([]);

    uploadStore.save(buildUpload({ size: 0 }));
    expect(listIdsFor('me')).toEqual(['u1']);
  });

  it('keeps uploads until the page closes if the browser forbids storage', () => {
    uploadStore = new UnfinishedUploadStore(deniedStorage());
    expect(listIdsFor('me')).toEqual([]);

    uploadStore.save(buildUpload());
    expect(listIdsFor('me')).toEqual(['u1']);
  });
});

describe('computePercentUploaded', () => {
  it.each([
    [0, 10, 0],
    [1, 3, 33],
    [999, 1000, 99],
    [1000, 1000, 100],
    [1001, 1000, 100],
  ])('rounds down: %i of %i bytes are %i percent', (arrivedBytes, size, percent) => {
    expect(computePercentUploaded({ arrivedBytes, size })).toBe(percent);
  });
});

describe('getPreparedName', () => {
  it.each([
    ['that is stored with an upload', { fileId: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ', fileName: 'song.zip' }, 'song.zip'],
    ['at the end of the ID of an earlier version', { fileId: 'files/me/1/whale.zip' }, 'whale.zip'],
  ])('returns the name %s', (_kind, upload, expectedName) => {
    expect(getPreparedName(upload)).toBe(expectedName);
  });
});
