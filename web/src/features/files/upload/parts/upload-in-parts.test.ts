/** Tests of uploads in parts: a stopped upload resumes with the parts that are missing. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { deniedStorage, fakeStorage } from '../../../../test-support/fake-storage.ts';
import type { Upload } from '../upload-file.ts';
import { computePercentUploaded, UnfinishedUploadStore } from './unfinished-upload-store.ts';
import { type MultipartDependencies, uploadInParts } from './upload-in-parts.ts';

const file = new File(['0123456789'], "whale's song.zip", { type: 'application/zip', lastModified: 5 });
const upload: Upload = { file, fileName: 'whale’s song.zip', description: 'Loud', altText: '', userId: 'me' };
const uploadIds = { userId: 'me', fileId: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ', uploadId: 'u1' };

/** The size of a part, in bytes. The file has two parts of this size, and the last part. */
const PART_SIZE = 4;
const LAST_PART = { partNumber: 3, size: 2 };

const partsMissingError = new ApiError(409, 'PartsMissing', 'Some parts have not arrived.');
const buildNotFoundError = () => new ApiError(404, 'UploadNotFound', 'This upload no longer exists.');

/** What local storage contains. */
let storageEntries: Map<string, string>;
let uploadStore: UnfinishedUploadStore;

beforeEach(() => {
  storageEntries = new Map();
  uploadStore = new UnfinishedUploadStore(fakeStorage(storageEntries));
});

/** Builds dependencies with an API that stores parts in memory. `changes` replaces calls of the API. */
function buildDependencies(changes: Partial<MultipartDependencies['api']> = {}) {
  const storedPartNumbers: number[] = [];
  const workingApi = {
    startMultipart: vi.fn(async () => ({
      fileId: uploadIds.fileId,
      uploadId: uploadIds.uploadId,
      partSize: PART_SIZE,
    })),
    signParts: vi.fn<MultipartDependencies['api']['signParts']>(async ({ parts }) => ({
      urls: parts.map(({ partNumber }) => ({ partNumber, url: String(partNumber), headers: {} })),
    })),
    listParts: vi.fn(async () => ({
      parts: storedPartNumbers.map((partNumber) => ({
        partNumber,
        size: partNumber === LAST_PART.partNumber ? LAST_PART.size : PART_SIZE,
        etag: '',
      })),
    })),
    completeMultipart: vi.fn<MultipartDependencies['api']['completeMultipart']>(async () => ({
      fileId: uploadIds.fileId,
    })),
    saveMetadata: vi.fn<MultipartDependencies['api']['saveMetadata']>(async () => ({ file: {} as never, depth: 3 })),
  };

  const api = { ...workingApi, ...changes } as typeof workingApi;
  // The URL of a part is its number.
  const put = vi.fn<MultipartDependencies['put']>(async (url) => void storedPartNumbers.push(Number(url)));
  const controller = new AbortController();

  const deps: MultipartDependencies = {
    api,
    put,
    unfinishedUploads: uploadStore,
    now: () => 0,
    onProgress: () => {},
    signal: controller.signal,
    isOnline: () => true,
    waitUntilOnline: async () => {},
    wait: async () => {},
    random: () => 0,
    onOfflineChange: () => {},
  };

  return { ...deps, api, put, storedPartNumbers, controller };
}

/** Returns the numbers of the parts that were sent, in order. */
const listSentParts = ({ put }: ReturnType<typeof buildDependencies>) => put.mock.calls.map(([url]) => Number(url));

/** Builds what this browser stores of an upload before its first part has arrived. */
function buildUnfinishedUpload() {
  const { name, size, lastModified, type } = file;
  return {
    ...uploadIds,
    fileName: 'x.zip',
    partSize: PART_SIZE,
    name,
    size,
    lastModified,
    type,
    description: '',
    arrivedBytes: 0,
  };
}

describe('uploadInParts', () => {
  it('saves a resumed upload under the name that it was prepared with', async () => {
    const deps = buildDependencies();
    uploadStore.save(buildUnfinishedUpload());

    await uploadInParts({ ...upload, fileName: 'another name.zip' }, deps);

    expect(deps.api.startMultipart).not.toHaveBeenCalled();
    expect(deps.api.saveMetadata.mock.lastCall?.[0].fileName).toBe('x.zip');
  });

  it('saves the file at the chosen depth', async () => {
    const deps = buildDependencies();

    await uploadInParts({ ...upload, depth: 0 }, deps);

    expect(deps.api.saveMetadata.mock.lastCall?.[0].depth).toBe(0);
  });

  it('stores the chosen depth for a later visit, and forgets it when the member clears it', async () => {
    const deps = buildDependencies({ completeMultipart: vi.fn(async () => Promise.reject(new Error('interrupted'))) });
    const readDepth = () => uploadStore.find(upload.userId, file)?.depth;

    await expect(uploadInParts({ ...upload, depth: 1.5 }, deps)).rejects.toThrow('interrupted');
    expect(readDepth()).toBe(1.5);

    await expect(uploadInParts(upload, deps)).rejects.toThrow('interrupted');
    expect(readDepth()).toBeUndefined();
  });

  it('stores the name of a new upload for a later visit', async () => {
    const deps = buildDependencies({ completeMultipart: vi.fn(async () => Promise.reject(new Error('interrupted'))) });

    await expect(uploadInParts(upload, deps)).rejects.toThrow('interrupted');

    expect(uploadStore.listFor('me')).toMatchObject([{ fileId: uploadIds.fileId, fileName: upload.fileName }]);
  });

  it('sends all parts, saves the metadata, and removes the stored state', async () => {
    const deps = buildDependencies();

    expect(await uploadInParts(upload, deps)).toMatchObject({ depth: 3 });

    expect(deps.storedPartNumbers.sort()).toEqual([1, 2, 3]);
    expect(deps.api.completeMultipart.mock.calls[0]?.[0]).toEqual({ ...uploadIds, fileSize: 10 });
    expect(deps.api.saveMetadata.mock.calls[0]?.[0]).toMatchObject({ fileId: uploadIds.fileId, description: 'Loud' });
    expect(storageEntries.size).toBe(0);
  });

  it('resumes an upload when the same member chooses the same file again', async () => {
    const deps = buildDependencies();
    // The member stops the upload while part 2 is sent.
    deps.put.mockImplementation(async (url, _, { signal }) => {
      if (url === '2') deps.controller.abort();
      signal.throwIfAborted();
      deps.storedPartNumbers.push(Number(url));
    });
    await expect(uploadInParts(upload, deps)).rejects.toMatchObject({ name: 'AbortError' });

    expect(uploadStore.find('other', file)).toBeUndefined();
    expect(uploadStore.find('me', new File(['0123456789'], file.name, { lastModified: 6 }))).toBeUndefined();
    // Part 1 has 4 of the 10 bytes.
    expect(computePercentUploaded(uploadStore.find('me', file)!)).toBe(40);

    // At the next visit, S3 still stores part 1.
    const laterDeps = buildDependencies();
    laterDeps.storedPartNumbers.push(...deps.storedPartNumbers);
    await uploadInParts({ ...upload, description: 'Louder' }, laterDeps);

    expect(laterDeps.api.startMultipart).not.toHaveBeenCalled();
    expect(listSentParts(laterDeps)).toEqual([2, 3]);
    expect(laterDeps.api.saveMetadata.mock.calls[0]?.[0]).toMatchObject({ description: 'Louder' });
  });

  it('sends a stored part again if its bytes differ from the file', async () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
    uploadStore.save(buildUnfinishedUpload());
    const deps = buildDependencies();
    deps.api.listParts.mockResolvedValue({
      parts: [
        { partNumber: 1, size: PART_SIZE, etag: '', checksum: sha256('0123') },
        // The file has 4567 here.
        { partNumber: 2, size: PART_SIZE, etag: '', checksum: sha256('4568') },
      ],
    } as never);

    await uploadInParts(upload, deps);

    expect(listSentParts(deps)).toEqual([2, 3]);
  });

  it('stores the entered details and whether the file keeps its camera data', async () => {
    const deps = buildDependencies({ completeMultipart: vi.fn().mockRejectedValue(new Error('stopped')) });

    const describedUpload = { ...upload, altText: 'A whale', keepsCameraData: true };
    await expect(uploadInParts(describedUpload, deps)).rejects.toThrow('stopped');

    expect(uploadStore.find('me', file)).toMatchObject({
      description: 'Loud',
      altText: 'A whale',
      keepsCameraData: true,
    });
  });

  it('starts a new upload when S3 no longer has the earlier upload', async () => {
    uploadStore.save({ ...buildUnfinishedUpload(), uploadId: 'u0', fileId: 'files/me/0/x.zip' });
    const deps = buildDependencies();

    // Completing also fails, so the earlier upload wasn't completed before.
    deps.api.listParts.mockRejectedValueOnce(buildNotFoundError());
    deps.api.completeMultipart.mockRejectedValueOnce(buildNotFoundError());

    await uploadInParts(upload, deps);

    expect(deps.api.startMultipart).toHaveBeenCalledOnce();
    expect(deps.storedPartNumbers.sort()).toEqual([1, 2, 3]);
    expect(storageEntries.size).toBe(0);
  });

  it('sends no part if the upload was completed but the response was lost', async () => {
    uploadStore.save(buildUnfinishedUpload());
    const deps = buildDependencies();
    deps.api.listParts.mockRejectedValueOnce(buildNotFoundError());

    await uploadInParts(upload, deps);

    expect(deps.put).not.toHaveBeenCalled();
    expect(deps.api.saveMetadata).toHaveBeenCalledOnce();
  });

  it('sends a part again if it is missing when the upload is completed', async () => {
    const deps = buildDependencies();
    // Part 2 is lost after it was sent.
    deps.api.completeMultipart.mockImplementationOnce(async () => {
      deps.storedPartNumbers.splice(deps.storedPartNumbers.indexOf(2), 1);
      throw partsMissingError;
    });

    await uploadInParts(upload, deps);

    expect(listSentParts(deps)).toEqual([1, 2, 3, 2]);
  });

  it('fails if parts are still missing after several rounds', async () => {
    const deps = buildDependencies({ completeMultipart: vi.fn().mockRejectedValue(partsMissingError) });

    await expect(uploadInParts(upload, deps)).rejects.toBe(partsMissingError);
  });

  it('removes the stored state when the server rejects the file', async () => {
    const rejection = new ApiError(422, 'FileTypeMismatch', 'Not a zip.');
    const deps = buildDependencies({ saveMetadata: vi.fn().mockRejectedValue(rejection) });

    await expect(uploadInParts(upload, deps)).rejects.toBe(rejection);
    expect(storageEntries.size).toBe(0);
  });

  it('uploads a file even if the browser forbids storage', async () => {
    const unfinishedUploads = new UnfinishedUploadStore(deniedStorage());
    const deps = { ...buildDependencies(), unfinishedUploads };

    expect(await uploadInParts(upload, deps)).toMatchObject({ depth: 3 });
  });
});
