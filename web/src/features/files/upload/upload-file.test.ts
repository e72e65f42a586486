import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
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
    const lost = new ApiError(0, 'NetworkError', 'No connection.');
    const flaky = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue({ depth: 2 });
    expect(await uploadFile(upload, fakeDependencies({ saveMetadata: flaky }))).toEqual({ depth: 2 });

    const rejected = vi.fn().mockRejectedValue(new ApiError(422, 'FileTypeMismatch', 'Not a zip.'));
    await expect(uploadFile(upload, fakeDependencies({ saveMetadata: rejected }))).rejects.toThrow('Not a zip.');
    expect(rejected).toHaveBeenCalledOnce();
  });
});
