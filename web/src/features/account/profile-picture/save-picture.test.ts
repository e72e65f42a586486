/** Tests of saving a profile picture: an upload, and then a request that publishes it. */
import { describe, expect, it, vi } from 'vitest';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../platform/pictures/put-file.ts';
import { type SavePictureDependencies, savePicture } from './save-picture.ts';

const PRESIGNED_URL = 'https://store/put';
const PUBLIC_URL = '/media/avatars/me/1/picture.png';
const SIGNED_HEADERS = { 'content-type': 'image/png', 'if-none-match': '*' };
const picture = new File(['12345'], 'picture.png', { type: 'image/png' });
const profile = { id: 'me', profilePicture: PUBLIC_URL } as OwnProfile;

/** Builds dependencies that succeed, except those in `overrides`. */
function buildDependencies(overrides: { upload?: unknown; put?: unknown; updatePhoto?: unknown } = {}) {
  const upload = vi.fn(async () => ({
    presignedUrl: PRESIGNED_URL,
    headers: SIGNED_HEADERS,
    fileId: 'f',
    publicUrl: PUBLIC_URL,
  }));
  const updatePhoto = vi.fn(async () => ({ profile }));
  const put = vi.fn(async (_url: string, _bytes: Blob, options: { onProgress(sent: number, total: number): void }) => {
    // Two of the five bytes are sent: 40 percent.
    options.onProgress(2, 5);
  });

  const usedStubs = { upload, put, updatePhoto, ...overrides };
  const onProgress = vi.fn();
  const deps = {
    api: { files: { upload: usedStubs.upload }, account: { updatePhoto: usedStubs.updatePhoto } },
    put: usedStubs.put,
    onProgress,
    signal: new AbortController().signal,
  } as unknown as SavePictureDependencies;

  return { upload, put, updatePhoto, onProgress, deps };
}

/** Builds a function that rejects with this error. */
const rejectWith = (error: Error) => vi.fn(async () => Promise.reject(error));

describe('savePicture', () => {
  it('uploads the picture and sets it as the profile picture', async () => {
    const { upload, put, updatePhoto, onProgress, deps } = buildDependencies();

    expect(await savePicture(picture, 'me', deps)).toBe(profile);

    const request = {
      userId: 'me',
      fileName: 'picture.png',
      fileType: 'image/png',
      fileSize: 5,
      checksum: await computeChecksum(await picture.arrayBuffer()),
      isProfilePhoto: true,
    };
    expect(upload).toHaveBeenCalledWith(request, expect.anything());

    const options = expect.objectContaining({ headers: SIGNED_HEADERS });
    expect(put).toHaveBeenCalledWith(PRESIGNED_URL, picture, options);
    expect(onProgress).toHaveBeenCalledWith(40);
    expect(updatePhoto).toHaveBeenCalledWith({ userId: 'me', photoUrl: PUBLIC_URL }, expect.anything());
  });

  it('removes the profile picture if no file is passed', async () => {
    const { upload, updatePhoto, deps } = buildDependencies();

    await savePicture(undefined, 'me', deps);

    expect(upload).not.toHaveBeenCalled();
    expect(updatePhoto).toHaveBeenCalledWith({ userId: 'me', photoUrl: '' }, expect.anything());
  });

  it.each([
    ['upload', new ApiError(502, 'UnexpectedResponse', '502 - Bad Gateway'), 'Failed to get upload URL'],
    ['upload', new ApiError(400, 'FileTooLarge', 'The picture is too large.'), 'The picture is too large.'],
    [
      'put',
      new StorageError(403, 'Forbidden', '<Code>AccessDenied</Code><Message>Expired</Message>'),
      'Failed to upload to S3: Forbidden - Expired',
    ],
    ['put', new ConnectionLostError(), 'Upload failed: the connection was lost. Please try again.'],
    ['updatePhoto', new ApiError(500, 'Internal', 'Oh.'), 'Failed to update profile photo in database'],
  ])('explains a failure of %s (%s): %s', async (step, error, errorText) => {
    const { deps } = buildDependencies({ [step]: rejectWith(error) });

    await expect(savePicture(picture, 'me', deps)).rejects.toThrow(errorText);
  });

  it('rethrows Unauthenticated from both API requests', async () => {
    const sessionError = new ApiError(401, 'Unauthenticated', 'Your session has ended.');

    for (const step of ['upload', 'updatePhoto']) {
      const { deps } = buildDependencies({ [step]: rejectWith(sessionError) });
      await expect(savePicture(picture, 'me', deps)).rejects.toBe(sessionError);
    }
  });
});
