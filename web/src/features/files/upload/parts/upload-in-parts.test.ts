import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { deniedStorage, fakeStorage } from '../../../../test-support/fake-storage.ts';
import type { Upload } from '../upload-file.ts';
import { percentUploaded, UnfinishedUploadStore } from './unfinished-upload-store.ts';
import { type MultipartDependencies, uploadInParts } from './upload-in-parts.ts';

const file = new File(['0123456789'], "whale's song.zip", { type: 'application/zip', lastModified: 5 });
const upload: Upload = { file, fileName: 'whale’s song.zip', description: 'Loud', altText: '', userId: 'me' };
const uploadIds = { userId: 'me', fileId: 'files/me/1/x.zip', uploadId: 'u1' };
const uploadNotFound = () => new ApiError(404, 'UploadNotFound', 'This upload no longer exists.');

let storage: Map<string, string>;
let uploadStore: UnfinishedUploadStore;

beforeEach(() => {
  storage = new Map();
  uploadStore = new UnfinishedUploadStore(fakeStorage(storage));
});

function fakeDependencies(changes: Partial<MultipartDependencies['api']> = {}) {
  const storedNumbers: number[] = [];
  const working = {
    startMultipart: vi.fn(async () => ({ fileId: uploadIds.fileId, uploadId: uploadIds.uploadId, partSize: 4 })),
    signParts: vi.fn<MultipartDependencies['api']['signParts']>(async ({ parts }) => ({
      urls: parts.map(({ partNumber }) => ({ partNumber, url: String(partNumber), headers: {} })),
    })),
    listParts: vi.fn(async () => ({
      parts: storedNumbers.map((partNumber) => ({ partNumber, size: partNumber === 3 ? 2 : 4, etag: '' })),
    })),
    completeMultipart: vi.fn<MultipartDependencies['api']['completeMultipart']>(async () => ({
      fileId: uploadIds.fileId,
    })),
    saveMetadata: vi.fn<MultipartDependencies['api']['saveMetadata']>(async () => ({ file: {} as never, depth: 3 })),
  };
  const api = { ...working, ...changes } as typeof working;
  const put = vi.fn<MultipartDependencies['put']>(async (url) => void storedNumbers.push(Number(url)));
  const stop = new AbortController();
  const deps: MultipartDependencies = {
    api,
    put,
    unfinishedUploads: uploadStore,
    now: () => 0,
    onProgress: () => {},
    signal: stop.signal,
    isOnline: () => true,
    waitUntilOnline: async () => {},
    wait: async () => {},
    random: () => 0,
    onOffline: () => {},
  };

  return { ...deps, api, put, stored: storedNumbers, stop };
}

describe('uploadInParts', () => {
  it('saves a resumed upload under the name that it was prepared with', async () => {
    const deps = fakeDependencies();
    uploadStore.save({
      ...uploadIds,
      partSize: 4,
      name: file.name,
      size: file.size,
      lastModified: file.lastModified,
      type: file.type,
      description: '',
      arrivedBytes: 0,
    });
    await uploadInParts({ ...upload, fileName: 'another name.zip' }, deps);

    expect(deps.api.startMultipart).not.toHaveBeenCalled();
    expect(deps.api.saveMetadata.mock.lastCall?.[0].fileName).toBe('x.zip');
  });

  it('starts, sends, completes, and records the upload, then removes its stored state', async () => {
    const deps = fakeDependencies();
    expect(await uploadInParts(upload, deps)).toMatchObject({ depth: 3 });
    expect(deps.stored.sort()).toEqual([1, 2, 3]);
    expect(deps.api.completeMultipart.mock.calls[0]?.[0]).toEqual({ ...uploadIds, fileSize: 10 });
    expect(deps.api.saveMetadata.mock.calls[0]?.[0]).toMatchObject({ fileId: uploadIds.fileId, description: 'Loud' });
    expect(storage.size).toBe(0);
  });

  it('resumes where it uploadStore when the same member chooses the same file', async () => {
    const deps = fakeDependencies();
    deps.put.mockImplementation(async (url, _, { signal }) => {
      if (url === '2') deps.stop.abort();
      signal.throwIfAborted();
      deps.stored.push(Number(url));
    });

    await expect(uploadInParts(upload, deps)).rejects.toThrow();
    expect(uploadStore.find('other', file)).toBeUndefined();
    expect(uploadStore.find('me', new File(['0123456789'], file.name, { lastModified: 6 }))).toBeUndefined();
    expect(percentUploaded(uploadStore.find('me', file)!)).toBe(40);

    const laterDeps = fakeDependencies();
    laterDeps.stored.push(...deps.stored);
    await uploadInParts({ ...upload, description: 'Louder' }, laterDeps);

    expect(laterDeps.api.startMultipart).not.toHaveBeenCalled();
    expect(laterDeps.put.mock.calls.map(([url]) => url)).toEqual(['2', '3']);
    expect(laterDeps.api.saveMetadata.mock.calls[0]?.[0]).toMatchObject({ description: 'Louder' });
  });

  it('sends a stored part again if it has other bytes than the file', async () => {
    uploadStore.save(unfinishedUpload());
    const deps = fakeDependencies();
    const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('base64');

    deps.api.listParts.mockResolvedValue({
      parts: [
        { partNumber: 1, size: 4, etag: '', checksum: sha256('0123') },
        { partNumber: 2, size: 4, etag: '', checksum: sha256('4568') },
      ],
    } as never);
    await uploadInParts(upload, deps);

    expect(deps.put.mock.calls.map(([url]) => url)).toEqual(['2', '3']);
  });

  it('stores what was entered and whether camera data stays, to resume with both', async () => {
    const deps = fakeDependencies({ completeMultipart: vi.fn().mockRejectedValue(new Error('stopped')) });
    await expect(uploadInParts({ ...upload, altText: 'A whale', keepsCameraData: true }, deps)).rejects.toThrow();
    expect(uploadStore.find('me', file)).toMatchObject({
      description: 'Loud',
      altText: 'A whale',
      keepsCameraData: true,
    });
  });

  it('starts a new upload when S3 no longer has the earlier one', async () => {
    uploadStore.save({ ...unfinishedUpload(), uploadId: 'u0', fileId: 'files/me/0/x.zip' });
    const deps = fakeDependencies();
    deps.api.listParts.mockRejectedValueOnce(uploadNotFound());
    deps.api.completeMultipart.mockRejectedValueOnce(uploadNotFound());
    await uploadInParts(upload, deps);

    expect(deps.api.startMultipart).toHaveBeenCalledOnce();
    expect(deps.stored.sort()).toEqual([1, 2, 3]);
    expect(storage.size).toBe(0);
  });

  it('sends no parts when the upload was completed and only the response was lost', async () => {
    uploadStore.save(unfinishedUpload());
    const deps = fakeDependencies();
    deps.api.listParts.mockRejectedValueOnce(uploadNotFound());
    await uploadInParts(upload, deps);

    expect(deps.put).not.toHaveBeenCalled();
    expect(deps.api.saveMetadata).toHaveBeenCalledOnce();
  });

  it('sends missing parts again, for a limited number of rounds', async () => {
    const partsMissing = new ApiError(409, 'PartsMissing', 'Some parts have not arrived.');
    const deps = fakeDependencies();
    deps.api.completeMultipart.mockImplementationOnce(async () => {
      deps.stored.splice(deps.stored.indexOf(2), 1);
      throw partsMissing;
    });
    await uploadInParts(upload, deps);
    expect(deps.put.mock.calls.map(([url]) => url)).toEqual(['1', '2', '3', '2']);

    const failingDependencies = fakeDependencies({ completeMultipart: vi.fn().mockRejectedValue(partsMissing) });
    await expect(uploadInParts(upload, failingDependencies)).rejects.toBe(partsMissing);
  });

  it('removes the stored state when the server rejects the file', async () => {
    const rejection = new ApiError(422, 'FileTypeMismatch', 'Not a zip.');
    const deps = fakeDependencies({ saveMetadata: vi.fn().mockRejectedValue(rejection) });
    await expect(uploadInParts(upload, deps)).rejects.toBe(rejection);
    expect(storage.size).toBe(0);
  });
});

it('uploads without stored state when storage is damaged or blocked', async () => {
  storage.set('fathom.uploads', '[{"userId":"me"},7,null]');
  expect(uploadStore.listFor('me')).toEqual([]);

  storage.set('fathom.uploads', '{');
  expect(uploadStore.listFor('me')).toEqual([]);

  const blockedStore = new UnfinishedUploadStore(deniedStorage());
  expect(await uploadInParts(upload, { ...fakeDependencies(), unfinishedUploads: blockedStore })).toMatchObject({
    depth: 3,
  });
});

function unfinishedUpload() {
  const { name, size, lastModified, type } = file;
  return { ...uploadIds, partSize: 4, name, size, lastModified, type, description: '', arrivedBytes: 0 };
}
