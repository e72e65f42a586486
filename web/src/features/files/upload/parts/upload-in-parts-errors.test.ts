import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { StorageError } from '../../../../platform/pictures/put-file.ts';
import { fakeStorage } from '../../../../test-support/fake-storage.ts';
import type { Upload } from '../upload-file.ts';
import { UnfinishedUploadStore } from './unfinished-upload-store.ts';
import { type MultipartDependencies, uploadInParts } from './upload-in-parts.ts';

const file = new File(['0123456789'], 'whale.zip', { type: 'application/zip', lastModified: 5 });
const upload: Upload = { file, fileName: 'whale.zip', description: 'Loud', altText: 'Waves', userId: 'me' };
const ids = { userId: 'me', fileId: 'files/me/1/whale.zip', uploadId: 'u1' };
const { name, size, lastModified, type } = file;
const EARLIER = { ...ids, partSize: 4, name, size, lastModified, type, description: 'Quiet', arrivedBytes: 0 };

let uploads: UnfinishedUploadStore;

beforeEach(() => {
  uploads = new UnfinishedUploadStore(fakeStorage());
});

function newDependencies() {
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
  const context = { isOnline: () => true, waitUntilOnline: async () => {}, wait: async () => {}, onOffline: () => {} };
  const deps = { ...context, api, put, onProgress, signal, unfinishedUploads: uploads, now: () => 0, random: () => 0 };

  return deps satisfies MultipartDependencies;
}

const goneError = new StorageError(404, 'Not Found', '<Code>NoSuchUpload</Code>');
/** Errors that don't mean that S3 no longer has the upload. */
const OTHER_ERRORS = [
  new ApiError(403, 'NotYou', 'No.'),
  new StorageError(404, 'Not Found', '<Code>NoSuchBucket</Code>'),
  new TypeError('x is undefined'),
  Object.assign(new Error('No.'), { code: 'UploadNotFound' }),
];

describe('uploadInParts', () => {
  it('sends the details of the file, and the signal that ends with the page', async () => {
    const deps = newDependencies();
    const { api, onProgress, signal } = deps;
    await uploadInParts(upload, deps);
    const request = { userId: 'me', fileName: 'whale.zip', fileType: 'application/zip', fileSize: 10 };

    expect(api.startMultipart.mock.calls).toEqual([[request, { signal, retries: 'caller' }]]);
    expect(api.listParts.mock.calls).toEqual([[ids, { signal, retries: 'caller' }]]);
    expect(api.completeMultipart.mock.calls).toEqual([
      [
        { ...ids, fileSize: 10 },
        { signal, retries: 'caller' },
      ],
    ]);

    const parts = ['0123', '4567', '89'].map((text, index) => ({
      partNumber: index + 1,
      size: text.length,
      checksum: createHash('sha256').update(text).digest('base64'),
    }));
    expect(api.signParts.mock.calls).toEqual([
      [
        { ...ids, parts },
        { signal, retries: 'caller' },
      ],
    ]);

    const details = { userId: 'me', fileId: ids.fileId, fileName: 'whale.zip', description: 'Loud', altText: 'Waves' };
    expect(api.saveMetadata.mock.calls).toEqual([[details, { signal, retries: 'caller' }]]);
    expect(onProgress.mock.lastCall).toEqual([10, 10]);
  });
});

describe('uploadInParts after an error', () => {
  it.each(OTHER_ERRORS)('keeps a new upload for a later attempt: %s', async (error) => {
    const deps = newDependencies();
    deps.api.listParts.mockRejectedValue(error);

    await expect(uploadInParts(upload, deps)).rejects.toBe(error);
    expect(uploads.find('me', file)).toEqual({
      ...EARLIER,
      description: 'Loud',
      altText: 'Waves',
      keepsCameraData: false,
    });
    expect(deps.api.completeMultipart).not.toHaveBeenCalled();
  });

  it.each(OTHER_ERRORS)('keeps an earlier upload, with its new description: %s', async (error) => {
    uploads.save(EARLIER);
    const deps = newDependencies();
    deps.put.mockRejectedValue(error);

    await expect(uploadInParts(upload, deps)).rejects.toBe(error);
    expect(uploads.listFor('me')).toEqual([{ ...EARLIER, description: 'Loud', altText: 'Waves' }]);
    expect(deps.api.startMultipart).not.toHaveBeenCalled();
    expect(deps.api.completeMultipart).not.toHaveBeenCalled();
  });

  it('ends an upload that S3 no longer has, because another tab completed it', async () => {
    const deps = newDependencies();
    deps.put.mockRejectedValue(goneError);
    await uploadInParts(upload, deps);
    expect(deps.api.completeMultipart).toHaveBeenCalledOnce();
    expect(deps.api.saveMetadata).toHaveBeenCalledOnce();
  });

  it.each(OTHER_ERRORS)('sends no part again if the completion fails, unless parts are missing: %s', async (error) => {
    const deps = newDependencies();
    deps.api.completeMultipart.mockRejectedValue(error);
    await expect(uploadInParts(upload, deps)).rejects.toBe(error);
    expect(deps.api.completeMultipart).toHaveBeenCalledOnce();
  });

  it.each([
    ['is kept if the session ended', new ApiError(401, 'Unauthenticated', 'Sign in.'), 1],
    ['is kept if the server is busy', new ApiError(503, 'Throttled', 'Busy.'), 1],
    ['is kept after an error of the page', new TypeError('x is undefined'), 1],
    ['ends if the server rejects the file', new ApiError(422, 'FileTypeMismatch', 'Not a zip.'), 0],
  ])('when recording fails, the upload %s', async (_, error, keptCount) => {
    const deps = newDependencies();
    deps.api.saveMetadata.mockRejectedValue(error);
    await expect(uploadInParts(upload, deps)).rejects.toBe(error);
    expect(uploads.listFor('me')).toHaveLength(keptCount);
  });
});
