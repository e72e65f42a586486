import { beforeEach, describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../../test-support/fake-storage.ts';
import { percentUploaded, type UnfinishedUpload, UnfinishedUploadStore } from './unfinished-upload-store.ts';

let entries: Map<string, string>;
let uploads: UnfinishedUploadStore;

beforeEach(() => {
  entries = new Map();
  uploads = new UnfinishedUploadStore(fakeStorage(entries));
});

const newUpload = (changes: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
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
const idsFor = (userId: string) => uploads.listFor(userId).map(({ uploadId }) => uploadId);

describe('UnfinishedUploadStore', () => {
  it("lists one member's uploads, the last saved first", () => {
    uploads.save(newUpload());
    uploads.save(newUpload({ uploadId: 'u2', userId: 'other' }));
    uploads.save(newUpload({ uploadId: 'u3' }));
    uploads.save(newUpload({ arrivedBytes: 4 }));

    expect(uploads.listFor('me')).toEqual([newUpload({ arrivedBytes: 4 }), newUpload({ uploadId: 'u3' })]);
    expect(idsFor('other')).toEqual(['u2']);
  });

  it('finds an upload by the name, size, time, and type of its file', () => {
    uploads.save(newUpload());
    const file = { name: 'whale.zip', size: 10, lastModified: 5, type: 'application/zip' };

    expect(uploads.find('me', file)).toEqual(newUpload());
    expect(uploads.find('other', file)).toBeUndefined();
    for (const change of [{ name: 'wave.zip' }, { size: 11 }, { lastModified: 6 }, { type: '' }]) {
      expect(uploads.find('me', { ...file, ...change })).toBeUndefined();
    }
  });

  it('removes one upload, and the entry in storage with the last', () => {
    uploads.save(newUpload());
    uploads.save(newUpload({ uploadId: 'u2' }));
    uploads.remove({ uploadId: 'u1' });
    expect(idsFor('me')).toEqual(['u2']);

    uploads.remove({ uploadId: 'u2' });
    expect(entries.size).toBe(0);
  });

  it('keeps 20 uploads and drops the oldest', () => {
    for (let number = 1; number <= 21; number += 1) uploads.save(newUpload({ uploadId: `u${number}` }));
    expect(idsFor('me')).toEqual(Array.from({ length: 20 }, (_, index) => `u${21 - index}`));
  });

  it.each([
    ['no JSON', '{'],
    ['an object', '{"length":1}'],
    ['null', 'null'],
  ])('ignores %s in storage', (_, text) => {
    entries.set('fathom.uploads', text);
    expect(idsFor('me')).toEqual([]);
    uploads.save(newUpload());
    expect(JSON.parse(entries.get('fathom.uploads')!)).toEqual([newUpload()]);
  });

  it.each(Object.keys(newUpload()))('ignores an entry in storage without %s', (field) => {
    const { [field]: _, ...rest } = newUpload() as unknown as Record<string, unknown>;
    entries.set('fathom.uploads', JSON.stringify([rest, null, 7, newUpload({ uploadId: 'u2' })]));
    expect(idsFor('me')).toEqual(['u2']);
  });

  it('ignores an entry in storage with a negative size, or a size that is text', () => {
    uploads.save(newUpload({ size: -1 }));
    expect(idsFor('me')).toEqual([]);

    entries.set('fathom.uploads', JSON.stringify([{ ...newUpload(), size: '10' }]));
    expect(idsFor('me')).toEqual([]);

    uploads.save(newUpload({ size: 0 }));
    expect(idsFor('me')).toEqual(['u1']);
  });

  it('lists uploads until the page closes if the browser forbids storage', () => {
    uploads = new UnfinishedUploadStore(deniedStorage());
    expect(idsFor('me')).toEqual([]);
    uploads.save(newUpload());
    expect(idsFor('me')).toEqual(['u1']);
  });
});

describe('percentUploaded', () => {
  it.each([
    [0, 10, 0],
    [1, 3, 33],
    [999, 1000, 99],
    [1000, 1000, 100],
    [1001, 1000, 100],
  ])('of %i bytes of %i is %i', (arrivedBytes, size, percent) => {
    expect(percentUploaded({ arrivedBytes, size })).toBe(percent);
  });
});
