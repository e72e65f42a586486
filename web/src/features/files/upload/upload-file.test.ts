import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { type Upload, type UploadMeans, uploadFile } from './upload-file.ts';

const upload: Upload = {
  file: new File(['bytes'], 'reef.zip', { type: 'application/x-zip-compressed' }),
  fileName: 'reef.zip',
  description: 'A reef',
  userId: 'me',
};

function means(changes: Partial<UploadMeans['api']> = {}) {
  const signing = vi.fn<UploadMeans['api']['upload']>(async () => ({
    presignedUrl: 'https://store.example/put',
    fileId: 'files/me/1/reef.zip',
    publicUrl: null,
  }));
  const api = { upload: signing, saveMetadata: async () => ({ depth: 1.5 }) as never, ...changes };
  const put = vi.fn<UploadMeans['put']>(async () => {});
  const signal = new AbortController().signal;
  return { api, signing, put, signal, onProgress: () => {}, pause: async () => {} };
}

describe('an upload', () => {
  it('sends the bytes with the very type that was signed, and answers the new depth', async () => {
    const around = means();
    expect(await uploadFile(upload, around)).toEqual({ depth: 1.5 });
    const fileType = 'application/zip';
    expect(around.signing.mock.calls[0]?.[0]).toMatchObject({
      userId: 'me',
      fileName: 'reef.zip',
      fileType,
      fileSize: 5,
    });
    expect(around.put.mock.calls[0]).toMatchObject([
      'https://store.example/put',
      upload.file,
      { contentType: fileType },
    ]);
  });

  it('passes on why the API refused', async () => {
    const refuse = async () => {
      throw new ApiError(415, 'FileTypeNotAllowed', 'Not this type.');
    };
    await expect(uploadFile(upload, means({ upload: refuse }))).rejects.toThrow('Not this type.');
  });

  it('says that there is no address when nothing was stated', async () => {
    const break502 = async () => {
      throw new ApiError(502, 'UnexpectedAnswer', '502 - Bad Gateway');
    };
    await expect(uploadFile(upload, means({ upload: break502 }))).rejects.toThrow('Failed to get upload URL');
  });

  it('repeats the listing of stored bytes through passing failures, but not refusals', async () => {
    const lost = new ApiError(0, 'NetworkError', 'No connection.');
    const passing = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue({ depth: 2 });
    expect(await uploadFile(upload, means({ saveMetadata: passing }))).toEqual({ depth: 2 });

    const refusal = vi.fn().mockRejectedValue(new ApiError(422, 'FileTypeMismatch', 'Not a zip.'));
    await expect(uploadFile(upload, means({ saveMetadata: refusal }))).rejects.toThrow('Not a zip.');
    expect(refusal).toHaveBeenCalledOnce();
  });
});
