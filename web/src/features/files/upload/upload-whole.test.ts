/**
 * Tests of an upload in one request while the connection breaks. The bytes are sent again only if they did not arrive.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../platform/pictures/put-file.ts';
import { MAX_ATTEMPTS } from './parts/retry-while-transient.ts';
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

  it.each([
    ['requests a URL', 'NetworkError', 'sign', networkError],
    ['requests a URL', 'Unavailable', 'sign', new ApiError(503, 'Unavailable', 'Busy.')],
    ['requests a URL', "a gateway's error", 'sign', new ApiError(502, 'UnexpectedResponse', 'Bad Gateway')],
    ['saves the file', 'NetworkError', 'saveMetadata', networkError],
    ['saves the file', 'Throttled', 'saveMetadata', new ApiError(503, 'Throttled', 'Busy.')],
  ] as const)('%s again until the last attempt after %s, and sends the bytes once', async (_, _code, step, error) => {
    const dependencies = buildDependencies();
    for (let failures = 1; failures < MAX_ATTEMPTS; failures += 1) dependencies[step].mockRejectedValueOnce(error);

    expect(await uploadWhole(buildUpload(), dependencies.deps)).toBe(savedUpload);
    expect(dependencies[step]).toHaveBeenCalledTimes(MAX_ATTEMPTS);
    expect(dependencies.put).toHaveBeenCalledOnce();
  });

  it('fails when the API stays unreachable', async () => {
    const { deps, sign } = buildDependencies();
    sign.mockRejectedValue(networkError);

    await expect(uploadWhole(buildUpload(), deps)).rejects.toBe(networkError);
    expect(sign).toHaveBeenCalledTimes(MAX_ATTEMPTS);
    expect(sign).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ retries: 'caller' }));
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
    ['the limit of uploads', 'sign', new ApiError(429, 'LimitReached', 'Too many uploads.')],
    ['S3', 'put', new StorageError(500, 'Full', '')],
  ] as const)('does not repeat an upload after an error of %s', async (_, step, error) => {
    const dependencies = buildDependencies();
    dependencies[step].mockRejectedValue(error);

    await expect(uploadWhole(buildUpload(), dependencies.deps)).rejects.toBe(error);
    expect(dependencies[step]).toHaveBeenCalledOnce();
  });
});
