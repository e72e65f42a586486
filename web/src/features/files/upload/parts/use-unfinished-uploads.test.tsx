// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import type { UnfinishedUpload } from './unfinished-upload-store.ts';
import { lockNameFor } from './upload-lock.ts';
import { unfinishedUploads, useUnfinishedUploads } from './use-unfinished-uploads.ts';

const { listParts, abortMultipart } = vi.hoisted(() => ({ listParts: vi.fn(), abortMultipart: vi.fn() }));
vi.mock('../../../../platform/api/api.ts', () => ({ api: { files: { listParts, abortMultipart } } }));

const newUpload = (uploadId: string, changes: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
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
const fileOf = ({ name, size, lastModified, type }: UnfinishedUpload) =>
  new File(['x'.repeat(size)], name, { lastModified, type });
const partsOf = (...parts: readonly (readonly [number, number])[]) => ({
  parts: parts.map(([partNumber, size]) => ({ partNumber, size })),
});

let heldLockNames: string[];
/** Resolves before the browser lists the locks. */
let locksReady: Promise<void>;

beforeEach(() => {
  heldLockNames = [];
  locksReady = Promise.resolve();
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { query: () => locksReady.then(() => ({ held: heldLockNames.map((name) => ({ name })) })) },
  });
  listParts.mockReset().mockResolvedValue(partsOf([1, 4]));
  abortMultipart.mockReset().mockResolvedValue({});
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders the hook and waits until it has read the stored uploads. */
async function renderUploads(idle = true) {
  const hook = renderHook(({ isIdle }) => useUnfinishedUploads('me', isIdle), { initialProps: { isIdle: idle } });
  await act(async () => {});
  return { ...hook, ids: () => hook.result.current.uploads.map(({ uploadId }) => uploadId) };
}

describe('useUnfinishedUploads', () => {
  it('lists the uploads of the member that no tab is sending', async () => {
    const sendingUpload = newUpload('u3');
    for (const upload of [newUpload('u1'), newUpload('u2', { userId: 'other' }), sendingUpload]) {
      unfinishedUploads.save(upload);
    }
    heldLockNames = [lockNameFor('me', sendingUpload)];
    const { ids } = await renderUploads();

    expect(ids()).toEqual(['u1']);
  });

  it('shows how much S3 has, not what this browser remembers', async () => {
    unfinishedUploads.save(newUpload('u1'));
    // The stored second part is incomplete.
    listParts.mockResolvedValue(partsOf([1, 4], [2, 3], [3, 2]));
    const { result } = await renderUploads();

    expect(result.current.uploads).toEqual([newUpload('u1', { arrivedBytes: 6 })]);
    expect(listParts.mock.calls[0]?.[0]).toEqual({ userId: 'me', fileId: 'files/me/u1/whale.zip', uploadId: 'u1' });
  });

  it('removes an upload that S3 no longer has', async () => {
    unfinishedUploads.save(newUpload('u1'));
    listParts.mockRejectedValue(new ApiError(404, 'UploadNotFound', 'Gone.'));
    const { ids } = await renderUploads();
    expect(ids()).toEqual([]);
    expect(unfinishedUploads.listFor('me')).toEqual([]);
  });

  it.each([new ApiError(503, 'Throttled', 'Busy.'), new TypeError('Failed to fetch')])(
    'keeps an upload as stored if S3 cannot be reached (%s)',
    async (error) => {
      unfinishedUploads.save(newUpload('u1'));
      listParts.mockRejectedValue(error);
      const { result } = await renderUploads();
      expect(result.current.uploads).toEqual([newUpload('u1')]);
      expect(unfinishedUploads.listFor('me')).toHaveLength(1);
    },
  );

  it('shows the stored uploads before S3 responds', async () => {
    unfinishedUploads.save(newUpload('u1'));
    listParts.mockReturnValue(new Promise(() => {}));
    const { result } = await renderUploads();
    expect(result.current.uploads).toEqual([newUpload('u1')]);
  });

  it('does not change the list during an upload, and reads it again after it', async () => {
    const { ids, rerender } = await renderUploads(false);
    unfinishedUploads.save(newUpload('u1'));
    expect(ids()).toEqual([]);

    await act(async () => rerender({ isIdle: true }));
    expect(ids()).toEqual(['u1']);

    unfinishedUploads.save(newUpload('u2'));
    await act(async () => rerender({ isIdle: false }));
    expect(ids()).toEqual(['u1']);
  });

  it('does not show the stored uploads if an upload has started before the locks are known', async () => {
    unfinishedUploads.save(newUpload('u1'));
    const locks = Promise.withResolvers<void>();
    locksReady = locks.promise;

    const { ids, rerender } = await renderUploads();
    await act(async () => rerender({ isIdle: false }));
    await act(async () => locks.resolve());

    expect(ids()).toEqual([]);
  });

  it('ignores a response that arrives after an upload has started', async () => {
    unfinishedUploads.save(newUpload('u1'));
    const response = Promise.withResolvers<object>();
    listParts.mockReturnValue(response.promise);

    const { result, rerender } = await renderUploads();
    await act(async () => rerender({ isIdle: false }));
    await act(async () => response.resolve(partsOf([1, 4], [2, 4])));

    expect(result.current.uploads).toEqual([newUpload('u1')]);
  });

  it('discards an upload here and in S3, even if S3 cannot be reached', async () => {
    unfinishedUploads.save(newUpload('u1'));
    unfinishedUploads.save(newUpload('u2'));
    const { ids, result } = await renderUploads();
    const failure = new TypeError('Failed to fetch');

    abortMultipart.mockRejectedValue(failure);
    await act(async () => result.current.discard(newUpload('u1')));

    expect(ids()).toEqual(['u2']);
    expect(unfinishedUploads.listFor('me').map(({ uploadId }) => uploadId)).toEqual(['u2']);
    expect(abortMultipart.mock.calls).toEqual([[{ userId: 'me', fileId: 'files/me/u1/whale.zip', uploadId: 'u1' }]]);
    expect(vi.mocked(console.error).mock.calls).toEqual([[failure]]);
  });

  it('finds the listed upload of a file', async () => {
    const upload = newUpload('u1');
    unfinishedUploads.save(upload);
    listParts.mockResolvedValue(partsOf([1, 4], [2, 4]));
    const { result, ids } = await renderUploads();

    expect(ids()).toEqual(['u1']);
    expect(result.current.find(fileOf(upload))).toEqual({ ...upload, arrivedBytes: 8 });
    expect(result.current.find(fileOf(newUpload('u2')))).toBeUndefined();

    const storedUpload = newUpload('u3');
    unfinishedUploads.save(storedUpload);
    expect(result.current.find(fileOf(storedUpload))).toBeUndefined();
  });
});
