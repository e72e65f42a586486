// @vitest-environment happy-dom
/** Tests of the list of uploads that were stopped and can be resumed in this browser. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import type { UnfinishedUpload } from './unfinished-upload-store.ts';
import { lockNameFor } from './upload-lock.ts';
import { unfinishedUploads, useUnfinishedUploads } from './use-unfinished-uploads.ts';

const { listParts, abortMultipart } = vi.hoisted(() => ({ listParts: vi.fn(), abortMultipart: vi.fn() }));
vi.mock('../../../../platform/api/api.ts', () => ({ api: { files: { listParts, abortMultipart } } }));

/** Builds an upload of the member, with one arrived part of 4 bytes. */
const buildUpload = (uploadId: string, changes: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  userId: 'me',
  fileId: `files/me/${uploadId}/whale.zip`,
  uploadId,
  partSize: 4,
  name: `${uploadId}.zip`,
  size: 10,
  lastModified: 5,
  type: 'application/zip',
  description: '',
  arrivedBytes: 4,
  ...changes,
});
/** Builds the file of an upload, as the member chooses it again. */
const buildFile = ({ name, size, lastModified, type }: UnfinishedUpload) =>
  new File(['x'.repeat(size)], name, { lastModified, type });
/** Builds the response that lists parts of these sizes, numbered from 1. */
const buildPartList = (...sizes: readonly number[]) => ({
  parts: sizes.map((size, index) => ({ partNumber: index + 1, size })),
});

/** The names of the locks that other tabs hold while they send files. */
let heldLockNames: string[];
/** Resolves before the browser lists the locks. */
let locksReady: Promise<void>;

beforeEach(() => {
  heldLockNames = [];
  locksReady = Promise.resolve();
  localStorage.clear();
  // A failed request to discard an upload is logged.
  vi.spyOn(console, 'error').mockImplementation(() => {});

  // happy-dom has no Web Locks API.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { query: () => locksReady.then(() => ({ held: heldLockNames.map((name) => ({ name })) })) },
  });

  listParts.mockReset().mockResolvedValue(buildPartList(4));
  abortMultipart.mockReset().mockResolvedValue({});
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders the hook and waits until it has read the stored uploads. */
async function renderUploads({ isUploading = false } = {}) {
  const hook = renderHook(({ isIdle }) => useUnfinishedUploads('me', isIdle), {
    initialProps: { isIdle: !isUploading },
  });
  await act(async () => {});

  return { ...hook, listIds: () => hook.result.current.uploads.map(({ uploadId }) => uploadId) };
}

describe('useUnfinishedUploads', () => {
  it('lists the uploads of the member that no tab is sending', async () => {
    const runningUpload = buildUpload('u3');
    unfinishedUploads.save(buildUpload('u1'));
    unfinishedUploads.save(buildUpload('u2', { userId: 'other' }));
    unfinishedUploads.save(runningUpload);
    heldLockNames = [lockNameFor('me', runningUpload)];

    const { listIds } = await renderUploads();

    expect(listIds()).toEqual(['u1']);
  });

  it('shows how many bytes S3 stores, rather than the number stored in this browser', async () => {
    unfinishedUploads.save(buildUpload('u1'));
    // The second part should have 4 bytes, so it doesn't count.
    listParts.mockResolvedValue(buildPartList(4, 3, 2));

    const { result } = await renderUploads();

    expect(result.current.uploads).toEqual([buildUpload('u1', { arrivedBytes: 6 })]);
    expect(listParts.mock.calls[0]?.[0]).toEqual({ userId: 'me', fileId: 'files/me/u1/whale.zip', uploadId: 'u1' });
  });

  it('removes an upload that S3 no longer has', async () => {
    unfinishedUploads.save(buildUpload('u1'));
    listParts.mockRejectedValue(new ApiError(404, 'UploadNotFound', 'Gone.'));

    const { listIds } = await renderUploads();

    expect(listIds()).toEqual([]);
    expect(unfinishedUploads.listFor('me')).toEqual([]);
  });

  it.each([new ApiError(503, 'Throttled', 'Busy.'), new TypeError('Failed to fetch')])(
    'lists an upload as stored in this browser if S3 cannot be reached: %s',
    async (error) => {
      unfinishedUploads.save(buildUpload('u1'));
      listParts.mockRejectedValue(error);

      const { result } = await renderUploads();

      expect(result.current.uploads).toEqual([buildUpload('u1')]);
      expect(unfinishedUploads.listFor('me')).toHaveLength(1);
    },
  );

  it('shows the stored uploads before S3 responds', async () => {
    unfinishedUploads.save(buildUpload('u1'));
    listParts.mockReturnValue(new Promise(() => {}));

    const { result } = await renderUploads();

    expect(result.current.uploads).toEqual([buildUpload('u1')]);
  });

  it('updates the list only while nothing is being uploaded', async () => {
    const { listIds, rerender } = await renderUploads({ isUploading: true });
    unfinishedUploads.save(buildUpload('u1'));
    expect(listIds()).toEqual([]);

    await act(async () => rerender({ isIdle: true }));
    expect(listIds()).toEqual(['u1']);

    unfinishedUploads.save(buildUpload('u2'));
    await act(async () => rerender({ isIdle: false }));
    expect(listIds()).toEqual(['u1']);
  });

  it('lists nothing if an upload starts before the locks are known', async () => {
    unfinishedUploads.save(buildUpload('u1'));
    const locks = Promise.withResolvers<void>();
    locksReady = locks.promise;

    const { listIds, rerender } = await renderUploads();
    await act(async () => rerender({ isIdle: false }));
    await act(async () => locks.resolve());

    expect(listIds()).toEqual([]);
  });

  it('ignores a list of parts that arrives after an upload has started', async () => {
    unfinishedUploads.save(buildUpload('u1'));
    const response = Promise.withResolvers<object>();
    listParts.mockReturnValue(response.promise);

    const { result, rerender } = await renderUploads();
    await act(async () => rerender({ isIdle: false }));
    await act(async () => response.resolve(buildPartList(4, 4)));

    expect(result.current.uploads).toEqual([buildUpload('u1')]);
  });

  it('discards an upload in this browser even if S3 cannot be reached', async () => {
    unfinishedUploads.save(buildUpload('u1'));
    unfinishedUploads.save(buildUpload('u2'));
    const { listIds, result } = await renderUploads();

    const failure = new TypeError('Failed to fetch');
    abortMultipart.mockRejectedValue(failure);

    await act(async () => result.current.discard(buildUpload('u1')));

    expect(listIds()).toEqual(['u2']);
    expect(unfinishedUploads.listFor('me').map(({ uploadId }) => uploadId)).toEqual(['u2']);
    expect(abortMultipart.mock.calls).toEqual([[{ userId: 'me', fileId: 'files/me/u1/whale.zip', uploadId: 'u1' }]]);
    expect(vi.mocked(console.error).mock.calls).toEqual([[failure]]);
  });

  it('finds the upload of a file only if the upload is listed', async () => {
    const upload = buildUpload('u1');
    unfinishedUploads.save(upload);
    listParts.mockResolvedValue(buildPartList(4, 4));
    const { result, listIds } = await renderUploads();
    expect(listIds()).toEqual(['u1']);

    expect(result.current.findForPreparedFile(buildFile(upload))).toEqual({ ...upload, arrivedBytes: 8 });
    expect(result.current.findForPreparedFile(buildFile(buildUpload('u2')))).toBeUndefined();

    const laterUpload = buildUpload('u3');
    unfinishedUploads.save(laterUpload);
    expect(result.current.findForPreparedFile(buildFile(laterUpload))).toBeUndefined();
  });

  it('finds the upload of a file whose type was corrected before the upload', async () => {
    const storedUpload = buildUpload('u1', { name: 'reef.jpg', type: 'image/png' });
    unfinishedUploads.save(storedUpload);

    const { result } = await renderUploads();

    const chosenFile = buildFile({ ...storedUpload, type: 'image/jpeg' });
    expect(result.current.findForChosenFile(chosenFile)).toEqual(storedUpload);
  });
});
