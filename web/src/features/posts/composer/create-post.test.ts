/** Tests of publishing a post with a picture. A retry must not upload the picture or publish the post twice. */
import { describe, expect, it, vi } from 'vitest';
import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { createPost, type NewPost, type PublishDependencies } from './create-post.ts';

// Retries don't wait.
vi.mock('../../../platform/time/wait.ts', () => ({ wait: async () => {} }));

const SIGNED_HEADERS = { 'content-type': 'image/png', 'if-none-match': '*' };
const file = new File(['pixels'], 'picture.png', { type: 'image/png' });
const TEXT_POST: NewPost = {
  userId: 'marina',
  content: 'A ray!',
  idempotencyKey: 'one-key-for-it',
  picture: undefined,
};
const PICTURE_POST: NewPost = { ...TEXT_POST, picture: { file, alt: 'A ray from below' } };

/** Builds dependencies with these results of the calls that create the post, in order. Uploads succeed. */
function buildDependencies(results: (Error | 'created')[] = ['created']) {
  const create = vi.fn(async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return { post: { id: 'p' } };
  });

  let uploadCount = 0;
  const upload = vi.fn(async () => {
    uploadCount += 1;
    return {
      presignedUrl: `https://store.example/${uploadCount}`,
      headers: SIGNED_HEADERS,
      fileId: `posts/${uploadCount}`,
      publicUrl: null,
    };
  });

  const sendPicture = vi.fn(async () => {});
  const deps = {
    uploads: { upload },
    posts: { create },
    sendPicture,
    uploadedPictures: new WeakMap(),
    onProgress: () => {},
    signal: new AbortController().signal,
  } as unknown as PublishDependencies;

  return { deps, create, upload, sendPicture };
}

describe('createPost', () => {
  it('creates a post without a picture in one call', async () => {
    const { deps, create, upload } = buildDependencies();

    await createPost(TEXT_POST, deps);

    expect(create).toHaveBeenCalledExactlyOnceWith({
      userId: 'marina',
      content: 'A ray!',
      idempotencyKey: 'one-key-for-it',
    });
    expect(upload).not.toHaveBeenCalled();
  });

  it('uploads the picture before creating the post', async () => {
    const { deps, create, upload, sendPicture } = buildDependencies();

    await createPost(PICTURE_POST, deps);

    const uploadRequest = {
      userId: 'marina',
      fileName: 'picture.png',
      fileType: 'image/png',
      fileSize: 6,
      checksum: await computeChecksum(await file.arrayBuffer()),
      purpose: 'post',
    };
    expect(upload).toHaveBeenCalledExactlyOnceWith(uploadRequest, expect.anything());

    const putOptions = expect.objectContaining({ headers: SIGNED_HEADERS });
    expect(sendPicture).toHaveBeenCalledExactlyOnceWith('https://store.example/1', file, putOptions);
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ imageId: 'posts/1', imageAlt: 'A ray from below' }));
  });

  it('uploads the picture once across retries with one idempotency key', async () => {
    const connectionError = new ApiError(0, 'NetworkError', 'No connection.');
    const busyError = new ApiError(503, 'Throttled', 'Later.');
    const { deps, create, upload } = buildDependencies([connectionError, busyError, 'created']);

    await expect(createPost(PICTURE_POST, deps)).rejects.toBe(connectionError);
    await expect(createPost(PICTURE_POST, deps)).rejects.toBe(busyError);
    await createPost(PICTURE_POST, deps);

    expect(upload).toHaveBeenCalledOnce();
    const request = expect.objectContaining({ imageId: 'posts/1', idempotencyKey: 'one-key-for-it' });
    expect(create.mock.calls).toEqual([[request], [request], [request]]);
  });

  it('does not upload a picture again while it is being scanned for malware', async () => {
    const scanningError = new ApiError(409, 'FileNotScanned', 'Wait.');
    // The first call of `createPost` gives up after five requests.
    const { deps, upload } = buildDependencies([...Array<Error>(5).fill(scanningError), 'created']);

    await expect(createPost(PICTURE_POST, deps)).rejects.toBe(scanningError);
    await createPost(PICTURE_POST, deps);

    expect(upload).toHaveBeenCalledOnce();
  });

  it('uploads the picture again if the server does not find it', async () => {
    const { deps, create, upload } = buildDependencies([new ApiError(404, 'FileNotStored', 'No picture.'), 'created']);

    await expect(createPost(PICTURE_POST, deps)).rejects.toThrow('No picture.');
    await createPost(PICTURE_POST, deps);

    expect(upload).toHaveBeenCalledTimes(2);
    expect(create).toHaveBeenLastCalledWith(expect.objectContaining({ imageId: 'posts/2' }));
  });
});
