import { expect, it, vi } from 'vitest';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { StoreRefusal, TransferLost } from '../../../platform/put-file.ts';
import { type SavePhotoMeans, savePhoto } from './save-photo.ts';

const PUBLIC_URL = '/media/avatars/me/1/picture.png';
const picture = new File(['12345'], 'picture.png', { type: 'image/png' });
const profile = { id: 'me', profilePicture: PUBLIC_URL } as OwnProfile;

function means(replaced: { upload?: unknown; put?: unknown; updatePhoto?: unknown } = {}) {
  const upload = vi.fn(async () => ({ presignedUrl: 'https://store/put', fileId: 'f', publicUrl: PUBLIC_URL }));
  const updatePhoto = vi.fn(async () => ({ profile }));
  const put = vi.fn(async (_url: string, _bytes: Blob, options: { onProgress(sent: number, total: number): void }) => {
    options.onProgress(2, 5);
  });
  const all = { upload, put, updatePhoto, ...replaced };
  const onProgress = vi.fn();
  const given = {
    api: { files: { upload: all.upload }, account: { updatePhoto: all.updatePhoto } },
    put: all.put,
    onProgress,
    signal: new AbortController().signal,
  } as unknown as SavePhotoMeans;
  return { upload, put, updatePhoto, onProgress, given };
}

const failing = (error: Error) => vi.fn(async () => Promise.reject(error));

it('uploads the picture as a profile photo, and takes it into use', async () => {
  const { upload, put, updatePhoto, onProgress, given } = means();
  expect(await savePhoto(picture, 'me', given)).toBe(profile);
  const announced = { userId: 'me', fileName: 'picture.png', fileType: 'image/png', fileSize: 5, isProfilePhoto: true };
  expect(upload).toHaveBeenCalledWith(announced, expect.anything());
  expect(put).toHaveBeenCalledWith('https://store/put', picture, expect.objectContaining({ contentType: 'image/png' }));
  expect(onProgress).toHaveBeenCalledWith(40);
  expect(updatePhoto).toHaveBeenCalledWith({ userId: 'me', photoUrl: PUBLIC_URL }, expect.anything());
});

it('takes the present photo out of use when there is none to put in its place', async () => {
  const { upload, updatePhoto, given } = means();
  await savePhoto(undefined, 'me', given);
  expect(upload).not.toHaveBeenCalled();
  expect(updatePhoto).toHaveBeenCalledWith({ userId: 'me', photoUrl: '' }, expect.anything());
});

it.each([
  ['upload', new ApiError(502, 'UnexpectedAnswer', '502 - Bad Gateway'), 'Failed to get upload URL'],
  ['upload', new ApiError(400, 'FileTooLarge', 'The picture is too large.'), 'The picture is too large.'],
  [
    'put',
    new StoreRefusal(403, 'Forbidden', '<Code>AccessDenied</Code><Message>Expired</Message>'),
    'Failed to upload to S3: Forbidden - Expired',
  ],
  ['put', new TransferLost(), 'Upload failed: the connection was lost. Please try again.'],
  ['updatePhoto', new ApiError(500, 'Internal', 'Oh.'), 'Failed to update profile photo in database'],
])('says when %s fails with %s: %s', async (step, error, sentence) => {
  const { given } = means({ [step]: failing(error) });
  await expect(savePhoto(picture, 'me', given)).rejects.toThrow(sentence);
});

it('hands on that the session is over, at whichever step', async () => {
  const over = new ApiError(401, 'Unauthenticated', 'Your session has ended.');
  for (const step of ['upload', 'updatePhoto']) {
    const { given } = means({ [step]: failing(over) });
    await expect(savePhoto(picture, 'me', given)).rejects.toBe(over);
  }
});
