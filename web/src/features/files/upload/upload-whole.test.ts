import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../platform/pictures/put-file.ts';
import type { Upload } from './upload-file.ts';
import { uploadWhole, type WholeUploadDependencies } from './upload-whole.ts';

const networkError = new ApiError(0, 'NetworkError', 'No connection.');
const notStoredError = new ApiError(404, 'FileNotStored', 'Not stored.');
const savedUpload = { depth: 2 } as never;

let isOnline: boolean;
/** Whether the bytes are stored. */
let isStored: boolean;
/** Resolves the wait for a connection. Rejects it if the upload is stopped. */
let connection: PromiseWithResolvers<void>;

beforeEach(() => {
  isOnline = true;
  isStored = false;
  connection = Promise.withResolvers();
});

/** The connection breaks. */
const disconnect = () => {
  isOnline = false;
};

/** The connection is back. */
function reconnect() {
  isOnline = true;
  connection.resolve();
}

/** Builds a new file, because unfinished uploads are remembered by file. */
const buildUpload = (): Upload => ({
  file: new File(['bytes'], 'reef.zip'),
  fileName: 'reef.zip',
  description: 'A reef',
  altText: '',
  userId: 'me',
});

/** Builds dependencies whose requests need a connection. */
function buildDependencies() {
  const stop = new AbortController();
  const requireConnection = () => {
    if (!isOnline) throw networkError;
  };

  const sign = vi.fn<WholeUploadDependencies['api']['upload']>(async () => {
    requireConnection();
    return { presignedUrl: 'https://store.example/put', headers: {}, fileId: 'f1', publicUrl: null };
  });
  const saveMetadata = vi.fn<WholeUploadDependencies['api']['saveMetadata']>(async () => {
    requireConnection();
    if (!isStored) throw notStoredError;
    return savedUpload;
  });
  const put = vi.fn<WholeUploadDependencies['put']>(async () => {
    if (!isOnline) throw new ConnectionLostError();
    isStored = true;
  });

  const deps = {
    api: { upload: sign, saveMetadata },
    put,
    signal: stop.signal,
    onProgress: vi.fn(),
    onOfflineChange: vi.fn<WholeUploadDependencies['onOfflineChange']>(),
    isOnline: () => isOnline,
    waitUntilOnline: (signal: AbortSignal) => {
      signal.addEventListener('abort', () => connection.reject(signal.reason));
      return connection.promise;
    },
    wait: async () => {},
    waitBeforeRetry: async () => {},
    random: () => 0,
  };

  return { deps, sign, saveMetadata, put, cancel: () => stop.abort(new Error('cancelled')) };
}

/** Waits until an upload waits for a connection. */
const waitForOffline = ({ onOfflineChange }: ReturnType<typeof buildDependencies>['deps']) =>
  vi.waitFor(() => expect(onOfflineChange).toHaveBeenLastCalledWith(true));

describe('uploadWhole', () => {
  it('waits for a connection before it requests a URL', async () => {
    const { deps } = buildDependencies();
    disconnect();

    const result = uploadWhole(buildUpload(), deps);
    await waitForOffline(deps);
    expect(deps.put).not.toHaveBeenCalled();

    reconnect();
    expect(await result).toBe(savedUpload);
    expect(deps.onOfflineChange.mock.calls).toEqual([[true], [false]]);
  });

  it('sends the bytes again to the same URL when the connection breaks during the PUT', async () => {
    const { deps, sign, put } = buildDependencies();
    put.mockImplementationOnce(async () => {
      disconnect();
      throw new ConnectionLostError();
    });

    const result = uploadWhole(buildUpload(), deps);
    await waitForOffline(deps);
    expect(deps.onProgress).toHaveBeenLastCalledWith(0, 5);

    reconnect();
    expect(await result).toBe(savedUpload);
    expect(put).toHaveBeenCalledTimes(2);
    expect(sign).toHaveBeenCalledOnce();
  });

  it('sends the bytes again if the connection is already back when the PUT fails', async () => {
    const { deps, put } = buildDependencies();
    put.mockRejectedValueOnce(new ConnectionLostError());

    expect(await uploadWhole(buildUpload(), deps)).toBe(savedUpload);
    expect(put).toHaveBeenCalledTimes(2);
  });

  it('saves the file without sending its bytes again when the connection breaks after the PUT', async () => {
    const { deps, put } = buildDependencies();
    put.mockImplementationOnce(async () => {
      isStored = true;
      disconnect();
    });

    const result = uploadWhole(buildUpload(), deps);
    await waitForOffline(deps);

    reconnect();
    expect(await result).toBe(savedUpload);
    expect(put).toHaveBeenCalledOnce();
  });

  it('stops waiting for a connection when the upload is cancelled', async () => {
    const { deps, cancel } = buildDependencies();
    disconnect();
    const result = uploadWhole(buildUpload(), deps);
    await waitForOffline(deps);

    cancel();

    await expect(result).rejects.toThrow('cancelled');
  });

  it.each([
    ['the API', 'saveMetadata', new ApiError(422, 'FileTypeMismatch', 'Not a zip.')],
    ['an unreachable API', 'sign', networkError],
    ['S3', 'put', new StorageError(500, 'Full', '')],
  ] as const)('does not repeat an upload after an error of %s while the browser is online', async (_, step, error) => {
    const dependencies = buildDependencies();
    dependencies[step].mockRejectedValue(error);

    await expect(uploadWhole(buildUpload(), dependencies.deps)).rejects.toBe(error);
    expect(dependencies[step]).toHaveBeenCalledOnce();
  });
});
