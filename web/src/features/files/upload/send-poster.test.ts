/** Tests of uploading a frame of a video as its poster. A failure must not fail the upload of the video. */
import { createHash } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../platform/pictures/put-file.ts';
import { MAX_ATTEMPTS } from './parts/retry-while-transient.ts';
import { sendPoster } from './send-poster.ts';

const VIDEO_ID = 'files/me/1/dive.mp4';
const poster = new Blob(['frame'], { type: 'image/webp' });
const signal = new AbortController().signal;

/** The API call that signs an upload. */
const signUpload = vi.fn(async (_request: object) => ({
  presignedUrl: 'https://store.example/put',
  headers: { 'content-type': 'image/webp' },
  fileId: 'posters/me/1/poster.webp',
  publicUrl: null,
}));
/** The PUT to S3. */
const put = vi.fn(async (_url: string, _bytes: Blob, _options: object) => {});
/** The wait before a retry. */
const wait = vi.fn(async () => {});

const deps = {
  api: { upload: signUpload },
  put,
  signal,
  wait,
  isOnline: () => true,
  waitUntilOnline: async () => {},
  random: () => 1,
} as unknown as Parameters<typeof sendPoster>[2];

beforeEach(() => {
  vi.clearAllMocks();
  put.mockResolvedValue(undefined);
  // `sendPoster` logs failures.
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

it('sendPoster uploads the poster of a video', async () => {
  await sendPoster({ userId: 'me', poster }, VIDEO_ID, deps);

  expect(signUpload.mock.calls[0]?.[0]).toEqual({
    userId: 'me',
    purpose: 'poster',
    posterOf: VIDEO_ID,
    fileName: 'poster.webp',
    fileType: 'image/webp',
    fileSize: 5,
    checksum: createHash('sha256').update('frame').digest('base64'),
  });
  expect(put.mock.calls[0]).toMatchObject([
    'https://store.example/put',
    poster,
    { headers: { 'content-type': 'image/webp' } },
  ]);
});

it('sendPoster sends no request without a poster', async () => {
  await sendPoster({ userId: 'me', poster: undefined }, VIDEO_ID, deps);

  expect(signUpload).not.toHaveBeenCalled();
});

it('sendPoster resolves even if signing or sending fails', async () => {
  signUpload.mockRejectedValueOnce(new ApiError(429, 'LimitReached', 'Enough for today.'));
  await sendPoster({ userId: 'me', poster }, VIDEO_ID, deps);

  put.mockRejectedValueOnce(new Error('No connection.'));
  await sendPoster({ userId: 'me', poster }, VIDEO_ID, deps);

  expect(wait).not.toHaveBeenCalled();
});

it('sendPoster sends the poster again to the same URL after a lost connection', async () => {
  put.mockRejectedValueOnce(new ConnectionLostError()).mockRejectedValueOnce(new ConnectionLostError());

  await sendPoster({ userId: 'me', poster }, VIDEO_ID, deps);

  expect(signUpload).toHaveBeenCalledOnce();
  expect(put).toHaveBeenCalledTimes(3);
  expect(wait).toHaveBeenCalledTimes(2);
});

it('sendPoster requests another URL after a transient error of the API or S3', async () => {
  signUpload.mockRejectedValueOnce(new ApiError(503, 'Unavailable', 'Later.'));
  put.mockRejectedValueOnce(new StorageError(403, 'Forbidden', ''));

  await sendPoster({ userId: 'me', poster }, VIDEO_ID, deps);

  expect(signUpload).toHaveBeenCalledTimes(3);
  expect(put).toHaveBeenCalledTimes(2);
});

it('sendPoster gives up after the maximum number of attempts', async () => {
  put.mockRejectedValue(new ConnectionLostError());

  await sendPoster({ userId: 'me', poster }, VIDEO_ID, deps);

  expect(put).toHaveBeenCalledTimes(MAX_ATTEMPTS);
});
