/** Tests of uploads in parts that fail. The parts that S3 has must not be sent again. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { StorageError } from '../../../../platform/pictures/put-file.ts';
import { fakeStorage } from '../../../../test-support/fake-storage.ts';
import type { Upload } from '../upload-file.ts';
import { type UnfinishedUpload, UnfinishedUploadStore } from './unfinished-upload-store.ts';
import { type MultipartDependencies, uploadInParts } from './upload-in-parts.ts';

/** A file of 10 bytes. It has three parts, because a part has 4 bytes. */
const file = new File(['0123456789'], 'whale.zip', { type: 'application/zip', lastModified: 5 });
const upload: Upload = { file, fileName: 'whale.zip', description: 'Loud', altText: 'Waves', userId: 'me' };
const ids = { userId: 'me', fileId: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ', uploadId: 'u1' };

/** An upload of the same file that an earlier visit began. */
const EARLIER_UPLOAD: UnfinishedUpload = {
  ...ids,
  fileName: 'whale.zip',
  partSize: 4,
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  type: file.type,
  description: 'Quiet',
  arrivedBytes: 0,
};

let uploadStore: UnfinishedUploadStore;

beforeEach(() => {
  uploadStore = new UnfinishedUploadStore(fakeStorage());
});

/** Builds the dependencies of an upload that succeeds. */
function buildDependencies() {
  type Api = MultipartDependencies['api'];
  const api = {
    startMultipart: vi.fn<Api['startMultipart']>(async () => ({ fileId: ids.fileId, uploadId: 'u1', partSize: 4 })),
    signParts: vi.fn<Api['signParts']>(async ({ parts }) => ({
      urls: parts.map(({ partNumber }) => ({ partNumber, url: String(partNumber), headers: {} })),
    })),
    listParts: vi.fn<Api['listParts']>(async () => ({ parts: [] })),
    completeMultipart: vi.fn<Api['completeMultipart']>(async () => ({ fileId: ids.fileId })),
    saveMetadata: vi.fn<Api['saveMetadata']>(async () => ({ file: {} as never, depth: 3 })),
  };

  const onProgress = vi.fn();
  const put = vi.fn<MultipartDependencies['put']>(async () => {});
  const { signal } = new AbortController();
  const context = {
    isOnline: () => true,
    waitUntilOnline: async () => {},
    wait: async () => {},
    onOfflineChange: () => {},
  };
  const deps = {
    ...context,
    api,
    put,
    onProgress,
    signal,
    unfinishedUploads: uploadStore,
    now: () => 0,
    random: () => 0,
  };

  return deps satisfies MultipartDependencies;
}

/** S3 no longer has the upload. */
const uploadGoneError = new StorageError(404, 'Not Found', '<Code>NoSuchUpload</Code>');

/** Errors after which S3 may still have the upload, so that it can be resumed. */
const RESUMABLE_ERRORS = [
  new ApiError(403, 'NotYou', 'No.'),
  new StorageError(404, 'Not Found', '<Code>NoSuchBucket</Code>'),
  new TypeError('x is undefined'),
  Object.assign(new Error('No.'), { code: 'UploadNotFound' }),
];

describe('uploadInParts', () => {
  it('passes the details of the file and the abort signal to every request', async () => {
    const deps = buildDependencies();
    const { api, onProgress, signal } = deps;
    const options = { signal, retries: 'caller' };

    await uploadInParts(upload, deps);

    const request = { userId: 'me', fileName: 'whale.zip', fileType: 'application/zip', fileSize: 10 };
    expect(api.startMultipart.mock.calls).toEqual([[request, options]]);
    expect(api.listParts.mock.calls).toEqual([[ids, options]]);
    expect(api.completeMultipart.mock.calls).toEqual([[{ ...ids, fileSize: 10 }, options]]);

    const parts = ['0123', '4567', '89'].map((text, index) => ({
      partNumber: index + 1,
      size: text.length,
      checksum: createHash('sha256').update(text).digest('base64'),
    }));
    expect(api.signParts.mock.calls).toEqual([[{ ...ids, parts }, options]]);

    const details = { userId: 'me', fileId: ids.fileId, fileName: 'whale.zip', description: 'Loud', altText: 'Waves' };
    expect(api.saveMetadata.mock.calls).toEqual([[details, options]]);
    expect(onProgress.mock.lastCall).toEqual([10, 10]);
  });
});

describe('uploadInParts after an error', () => {
  it.each(RESUMABLE_ERRORS)('stores a new upload to resume it later: %s', async (error) => {
    const deps = buildDependencies();
    deps.api.listParts.mockRejectedValue(error);

    await expect(uploadInParts(upload, deps)).rejects.toBe(error);
    expect(uploadStore.find('me', file)).toEqual({
      ...EARLIER_UPLOAD,
      wantedName: 'whale.zip',
      description: 'Loud',
      altText: 'Waves',
      keepsCameraData: false,
    });
    expect(deps.api.completeMultipart).not.toHaveBeenCalled();
  });

  it.each(RESUMABLE_ERRORS)('stores the new name and description of an earlier upload: %s', async (error) => {
    uploadStore.save(EARLIER_UPLOAD);
    const deps = buildDependencies();
    deps.put.mockRejectedValue(error);

    await expect(uploadInParts({ ...upload, fileName: 'song.zip' }, deps)).rejects.toBe(error);
    expect(uploadStore.listFor('me')).toEqual([
      { ...EARLIER_UPLOAD, wantedName: 'song.zip', description: 'Loud', altText: 'Waves' },
    ]);
    expect(deps.api.startMultipart).not.toHaveBeenCalled();
    expect(deps.api.completeMultipart).not.toHaveBeenCalled();
  });

  it('completes an upload that S3 no longer has, because another tab may have completed it', async () => {
    const deps = buildDependencies();
    deps.put.mockRejectedValue(uploadGoneError);

    await uploadInParts(upload, deps);

    expect(deps.api.completeMultipart).toHaveBeenCalledOnce();
    expect(deps.api.saveMetadata).toHaveBeenCalledOnce();
  });

  it.each(RESUMABLE_ERRORS)('resends no part when completing fails: %s', async (error) => {
    const deps = buildDependencies();
    deps.api.completeMultipart.mockRejectedValue(error);

    await expect(uploadInParts(upload, deps)).rejects.toBe(error);
    expect(deps.api.completeMultipart).toHaveBeenCalledOnce();
  });

  it.each([
    new ApiError(401, 'Unauthenticated', 'Sign in.'),
    new ApiError(503, 'Throttled', 'Busy.'),
    new TypeError('x is undefined'),
  ])('keeps the stored upload if saving the metadata fails: %s', async (error) => {
    const deps = buildDependencies();
    deps.api.saveMetadata.mockRejectedValue(error);

    await expect(uploadInParts(upload, deps)).rejects.toBe(error);
    expect(uploadStore.listFor('me')).toHaveLength(1);
  });

  it('removes the stored upload if the server rejects the file', async () => {
    const rejection = new ApiError(422, 'FileTypeMismatch', 'Not a zip.');
    const deps = buildDependencies();
    deps.api.saveMetadata.mockRejectedValue(rejection);

    await expect(uploadInParts(upload, deps)).rejects.toBe(rejection);
    expect(uploadStore.listFor('me')).toEqual([]);
  });
});
