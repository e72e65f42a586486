/** Tests of the upload of one file: the bytes, then the metadata. A retry must not repeat the part that succeeded. */
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

const PRESIGNED_URL = 'https://store.example/put';
const SIGNED_HEADERS = { 'content-type': 'image/png', 'if-none-match': '*' };

/** The page can't know whether the server has handled the request. */
const connectionError = new ApiError(0, 'NetworkError', 'No connection.');
/** S3 doesn't store the bytes. */
const notStoredError = new ApiError(404, 'FileNotStored', 'Not stored.');
/** The server rejects the bytes. */
const mismatchError = new ApiError(422, 'FileTypeMismatch', 'Not a zip.');
const expiredUrlError = new StorageError(403, 'Forbidden', '<Code>AccessDenied</Code>');

/** Builds an upload of a new file. `uploadFile` caches unfinished uploads by file, so tests must not share a file. */
const buildUpload = () => ({ ...upload, file: new File(['bytes'], 'reef.zip') });

/** Builds dependencies of an upload that succeeds, except the API calls in `changes`. */
function buildDependencies(changes: Partial<UploadDependencies['api']> = {}) {
  const signUpload = vi.fn<UploadDependencies['api']['upload']>(async () => ({
    presignedUrl: PRESIGNED_URL,
    headers: SIGNED_HEADERS,
    fileId: 'files/me/1/reef.zip',
    publicUrl: null,
  }));

  const api = { upload: signUpload, saveMetadata: async () => ({ depth: 1.5 }) as never, ...changes };
  const put = vi.fn<UploadDependencies['put']>(async () => {});
  const signal = new AbortController().signal;

  return { api, signUpload, put, signal, onProgress: () => {} };
}

describe('uploadFile', () => {
  it('saves the file at the depth that the member has chosen when it is saved', async () => {
    const saveMetadata = vi.fn<UploadDependencies['api']['saveMetadata']>(async () => ({ depth: 1.5 }) as never);
    const deps = buildDependencies({ saveMetadata });
    const newUpload = { ...buildUpload(), depth: 7 };
    deps.put.mockImplementationOnce(async () => {
      newUpload.depth = 0;
    });

    await uploadFile(newUpload, deps);

    expect(saveMetadata.mock.lastCall?.[0].depth).toBe(0);
  });

  it('sends the bytes with the signed headers, and returns the new depth', async () => {
    const deps = buildDependencies();

    expect(await uploadFile(upload, deps)).toEqual({ depth: 1.5 });
    expect(deps.signUpload.mock.calls[0]?.[0]).toMatchObject({
      userId: 'me',
      fileName: 'reef.zip',
      fileType: 'application/zip',
      fileSize: 5,
      checksum: createHash('sha256').update('bytes').digest('base64'),
    });
    expect(deps.put.mock.calls[0]).toMatchObject([PRESIGNED_URL, upload.file, { headers: SIGNED_HEADERS }]);
  });

  it('saves the details that the member enters while the bytes are sent', async () => {
    const saveMetadata = vi.fn<UploadDependencies['api']['saveMetadata']>(async () => ({ depth: 1.5 }) as never);
    const editedUpload = { ...upload };
    const deps = buildDependencies({ saveMetadata });

    deps.put.mockImplementation(async () => {
      Object.assign(editedUpload, { description: 'A reef at noon', altText: 'Red corals' });
    });

    await uploadFile(editedUpload, deps);

    expect(saveMetadata.mock.calls[0]?.[0]).toMatchObject({ description: 'A reef at noon', altText: 'Red corals' });
  });

  it("throws the API's own error message", async () => {
    const rejectType = async () => {
      throw new ApiError(415, 'FileTypeNotAllowed', 'Not this type.');
    };
    const deps = buildDependencies({ upload: rejectType });

    await expect(uploadFile(upload, deps)).rejects.toThrow('Not this type.');
  });

  it('throws a general message if the response has no error message', async () => {
    const failAtGateway = async () => {
      throw new ApiError(502, 'UnexpectedResponse', '502 - Bad Gateway');
    };
    const deps = buildDependencies({ upload: failAtGateway });

    await expect(uploadFile(upload, deps)).rejects.toThrow('Failed to get upload URL');
  });

  it('saves the metadata at the next attempt after a transient error, without sending the bytes again', async () => {
    const saveMetadata = vi.fn().mockRejectedValueOnce(connectionError).mockResolvedValue({ depth: 2 });
    const deps = buildDependencies({ saveMetadata });
    const unsavedUpload = buildUpload();

    await expect(uploadFile(unsavedUpload, deps)).rejects.toBe(connectionError);
    expect(await uploadFile(unsavedUpload, deps)).toEqual({ depth: 2 });
    expect(deps.put).toHaveBeenCalledOnce();
  });

  it('does not save the metadata again after a rejection', async () => {
    const saveMetadata = vi.fn().mockRejectedValue(mismatchError);

    await expect(uploadFile(upload, buildDependencies({ saveMetadata }))).rejects.toThrow('Not a zip.');
    expect(saveMetadata).toHaveBeenCalledOnce();
  });

  it('signs another upload after S3 refused the bytes', async () => {
    const deps = buildDependencies();
    deps.put.mockRejectedValueOnce(expiredUrlError);
    const refusedUpload = buildUpload();

    await expect(uploadFile(refusedUpload, deps)).rejects.toThrow(StorageError);
    await uploadFile(refusedUpload, deps);

    expect(deps.signUpload).toHaveBeenCalledTimes(2);
  });

  it('signs another upload after the server rejected the file', async () => {
    const saveMetadata = vi.fn().mockResolvedValue({ depth: 2 });
    saveMetadata.mockRejectedValueOnce(mismatchError);
    const deps = buildDependencies({ saveMetadata });
    const rejectedUpload = buildUpload();

    await expect(uploadFile(rejectedUpload, deps)).rejects.toThrow('Not a zip.');
    await uploadFile(rejectedUpload, deps);

    expect(deps.signUpload).toHaveBeenCalledTimes(2);
  });

  describe('when the bytes may be stored although the PUT failed', () => {
    /** Builds dependencies that lose the response to the first PUT. Calls that save have these results, in order. */
    function buildLosingDependencies(...results: readonly (ApiError | { depth: number })[]) {
      const saveMetadata = vi.fn<UploadDependencies['api']['saveMetadata']>();
      for (const result of results) {
        if (result instanceof ApiError) saveMetadata.mockRejectedValueOnce(result);
        else saveMetadata.mockResolvedValueOnce(result as never);
      }

      const deps = buildDependencies({ saveMetadata });
      deps.put.mockRejectedValueOnce(new ConnectionLostError());

      return { ...deps, saveMetadata };
    }

    it('saves a file whose bytes are stored, without sending the bytes again', async () => {
      const deps = buildLosingDependencies({ depth: 2 });

      expect(await uploadFile(buildUpload(), deps)).toEqual({ depth: 2 });
      expect(deps.put).toHaveBeenCalledOnce();
    });

    it('sends the bytes to the same key at the next attempt if they are not stored', async () => {
      const deps = buildLosingDependencies(notStoredError, notStoredError, { depth: 2 });
      const lostUpload = buildUpload();

      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);
      expect(await uploadFile(lostUpload, deps)).toEqual({ depth: 2 });
      expect(deps.signUpload).toHaveBeenCalledOnce();
      expect(deps.put.mock.calls.map(([url]) => url)).toEqual([PRESIGNED_URL, PRESIGNED_URL]);
    });

    it('tries to save the metadata first at the next attempt if there was no connection', async () => {
      const deps = buildLosingDependencies(connectionError, { depth: 2 });
      const lostUpload = buildUpload();

      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);
      expect(await uploadFile(lostUpload, deps)).toEqual({ depth: 2 });
      expect(deps.signUpload).toHaveBeenCalledOnce();
      expect(deps.put).toHaveBeenCalledOnce();
    });

    it('tries to save the metadata first after an upload was cancelled while its bytes were sent', async () => {
      const deps = buildLosingDependencies({ depth: 2 });
      deps.put.mockReset().mockRejectedValueOnce(new DOMException('Cancelled', 'AbortError'));
      const cancelledUpload = buildUpload();

      await expect(uploadFile(cancelledUpload, deps)).rejects.toThrow('Cancelled');
      expect(await uploadFile(cancelledUpload, deps)).toEqual({ depth: 2 });
      expect(deps.put).toHaveBeenCalledOnce();
    });

    it('saves the file under the name that its URL was signed for', async () => {
      const deps = buildLosingDependencies(notStoredError, { depth: 2 });
      const lostUpload = buildUpload();

      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);
      await uploadFile({ ...lostUpload, fileName: 'other.zip' }, deps);

      expect(deps.saveMetadata.mock.lastCall?.[0].fileName).toBe('reef.zip');
    });

    it('requests another URL if the earlier URL has expired', async () => {
      const deps = buildLosingDependencies(notStoredError, notStoredError, { depth: 2 });
      const lostUpload = buildUpload();
      await expect(uploadFile(lostUpload, deps)).rejects.toThrow(ConnectionLostError);

      deps.put.mockRejectedValueOnce(expiredUrlError);
      expect(await uploadFile(lostUpload, deps)).toEqual({ depth: 2 });
      expect(deps.signUpload).toHaveBeenCalledTimes(2);
    });
  });
});
