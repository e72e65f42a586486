import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../platform/pictures/put-file.ts';
import { type Upload, type UploadDependencies, uploadFile } from './upload-file.ts';

const upload: Upload = {
  file: new File(['bytes'], 'reef.zip', { type: 'application/x-zip-compressed' }),
  fileName: 'reef.zip',
  description: 'A reef',
  altText: 'Corals',
  userId: 'me',
};

const SIGNED_HEADERS = { 'content-type': 'image/png', 'if-none-match': '*' };

function fakeDependencies(changes: Partial<UploadDependencies['api']> = {}) {
  const signing = vi.fn<UploadDependencies['api']['upload']>(async () => ({
    presignedUrl: 'https://store.example/put',
    headers: SIGNED_HEADERS,
    fileId: 'files/me/1/reef.zip',
    publicUrl: null,
  }));
  const api = { upload: signing, saveMetadata: async () => ({ depth: 1.5 }) as never, ...changes };
  const put = vi.fn<UploadDependencies['put']>(async () => {});
  const signal = new AbortController().signal;

  return { api, signing, put, signal, onProgress: () => {}, waitBeforeRetry: async () => {} };
}

describe('uploadFile', () => {
  it('sends the bytes with the signed content type and returns the new depth', async () => {
    const deps = fakeDependencies();
    expect(await uploadFile(upload, deps)).toEqual({ depth: 1.5 });

    const fileType = 'application/zip';
    expect(deps.signing.mock.calls[0]?.[0]).toMatchObject({
      userId: 'me',
      fileName: 'reef.zip',
      fileType,
      fileSize: 5,
      checksum: createHash('sha256').update('bytes').digest('base64'),
    });
    expect(deps.put.mock.calls[0]).toMatchObject([
      'https://store.example/put',
      upload.file,
      { headers: SIGNED_HEADERS },
    ]);
  });

  it('saves what the member has entered by the time the bytes are stored', async () => {
    const saveMetadata = vi.fn<UploadDependencies['api']['saveMetadata']>(async () => ({ depth: 1.5 }) as never);
    const details = { ...upload };
    const deps = fakeDependencies({ saveMetadata });

    deps.put.mockImplementation(async () => {
      Object.assign(details, { description: 'A reef at noon', altText: 'Red corals' });
    });
    await uploadFile(details, deps);

    expect(saveMetadata.mock.calls[0]?.[0]).toMatchObject({ description: 'A reef at noon', altText: 'Red corals' });
  });

  it("throws the API's own error message", async () => {
    const rejectType = async () => {
      throw new ApiError(415, 'FileTypeNotAllowed', 'Not this type.');
    };
    await expect(uploadFile(upload, fakeDependencies({ upload: rejectType }))).rejects.toThrow('Not this type.');
  });

  it('throws a general message if the response has no error message', async () => {
    const badGateway = async () => {
      throw new ApiError(502, 'UnexpectedResponse', '502 - Bad Gateway');
    };

    await expect(uploadFile(upload, fakeDependencies({ upload: badGateway }))).rejects.toThrow(
      'Failed to get upload URL',
    );
  });

  it('retries save-metadata after transient failures, but not after a rejection', async () => {
    const lostConnection = new ApiError(0, 'NetworkError', 'No connection.');
    const flaky = vi
      .fn()
      .mockRejectedValueOnce(lostConnection)
      .mockRejectedValueOnce(lostConnection)
      .mockResolvedValue({ depth: 2 });
    expect(await uploadFile(upload, fakeDependencies({ saveMetadata: flaky }))).toEqual({ depth: 2 });

    const saveMetadata = vi.fn().mockRejectedValue(new ApiError(422, 'FileTypeMismatch', 'Not a zip.'));
    await expect(uploadFile(upload, fakeDependencies({ saveMetadata }))).rejects.toThrow('Not a zip.');
    expect(saveMetadata).toHaveBeenCalledOnce();
  });

  describe('if the response to the bytes is lost', () => {
    const notStored = new ApiError(404, 'FileNotStored', 'Not stored.');
    const noConnection = new ApiError(0, 'NetworkError', 'No connection.');
    const newExpiryError = () => new StorageError(403, 'Forbidden', '<Code>AccessDenied</Code>');
    const newUpload = () => ({ ...upload, file: new File(['bytes'], 'reef.zip') });

    /** Dependencies of an upload whose first response is lost, and whose requests to save give these results in turn. */
    function losingResponse(...results: readonly (ApiError | { depth: number })[]) {
      const saveMetadata = vi.fn<UploadDependencies['api']['saveMetadata']>();
      for (const result of results) {
        if (result instanceof ApiError) saveMetadata.mockRejectedValueOnce(result);
        else saveMetadata.mockResolvedValueOnce(result as never);
      }
      const deps = fakeDependencies({ saveMetadata });
      deps.put.mockRejectedValueOnce(new ConnectionLostError());
      return { ...deps, saveMetadata };
    }

    it('saves a file that was stored, and sends nothing again', async () => {
      const deps = losingResponse({ depth: 2 });
      expect(await uploadFile(newUpload(), deps)).toEqual({ depth: 2 });
      expect(deps.put).toHaveBeenCalledOnce();
    });

    it('fails if nothing was stored, and sends the bytes to the same key at the next attempt', async () => {
      const deps = losingResponse(notStored, notStored, { depth: 2 });
      const lostUpload = newUpload();

      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);
      expect(await uploadFile(lostUpload, deps)).toEqual({ depth: 2 });
      expect(deps.signing).toHaveBeenCalledOnce();
      expect(deps.put.mock.calls.map(([url]) => url)).toEqual(Array(2).fill('https://store.example/put'));
    });

    it('asks first at the next attempt if there was no connection', async () => {
      const deps = losingResponse(...Array(6).fill(noConnection), { depth: 2 });
      const lostUpload = newUpload();

      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);
      expect(await uploadFile(lostUpload, deps)).toEqual({ depth: 2 });
      expect(deps.signing).toHaveBeenCalledOnce();
      expect(deps.put).toHaveBeenCalledOnce();
    });

    it('asks first after an upload that was cancelled while its bytes were sent', async () => {
      const deps = losingResponse({ depth: 2 });
      deps.put.mockReset().mockRejectedValueOnce(new DOMException('Cancelled', 'AbortError'));
      const cancelledUpload = newUpload();

      await expect(uploadFile(cancelledUpload, deps)).rejects.toThrow('Cancelled');
      expect(await uploadFile(cancelledUpload, deps)).toEqual({ depth: 2 });
      expect(deps.put).toHaveBeenCalledOnce();
    });

    it('keeps the name that the key contains', async () => {
      const deps = losingResponse(notStored, { depth: 2 });
      const lostUpload = newUpload();
      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);
      await uploadFile({ ...lostUpload, fileName: 'other.zip' }, deps);
      expect(deps.saveMetadata.mock.lastCall?.[0].fileName).toBe('reef.zip');
    });

    it('requests another URL if the earlier one has expired', async () => {
      const deps = losingResponse(notStored, notStored, { depth: 2 });
      const lostUpload = newUpload();
      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);

      deps.put.mockRejectedValueOnce(newExpiryError());
      expect(await uploadFile(lostUpload, deps)).toEqual({ depth: 2 });
      expect(deps.signing).toHaveBeenCalledTimes(2);
    });

    it.each([
      [
        'S3 refused the bytes',
        (deps: ReturnType<typeof losingResponse>) => deps.put.mockReset().mockRejectedValueOnce(newExpiryError()),
      ],
      [
        'the server rejected the file',
        (deps: ReturnType<typeof losingResponse>) => deps.put.mockReset().mockResolvedValue(),
      ],
    ])('signs another upload if %s', async (_, prepare) => {
      const deps = losingResponse(new ApiError(422, 'FileTypeMismatch', 'Not a zip.'), { depth: 2 });
      prepare(deps);
      const refusedUpload = newUpload();
      await expect(uploadFile(refusedUpload, deps)).rejects.toThrow();

      await uploadFile(refusedUpload, deps).catch(() => {});
      expect(deps.signing).toHaveBeenCalledTimes(2);
    });
  });
});
