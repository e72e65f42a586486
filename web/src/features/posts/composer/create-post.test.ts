import { describe, expect, it, vi } from 'vitest';
import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { createPost, type NewPost, type PublishDependencies } from './create-post.ts';

vi.mock('../../../platform/time/wait.ts', () => ({ wait: async () => {} }));

const SIGNED_HEADERS = { 'content-type': 'image/png', 'if-none-match': '*' };
const file = new File(['pixels'], 'picture.png', { type: 'image/png' });
const TEXT_ONLY: NewPost = {
  userId: 'marina',
  content: 'A ray!',
  idempotencyKey: 'one-key-for-it',
  picture: undefined,
};
const WITH_PICTURE: NewPost = { ...TEXT_ONLY, picture: { file, alt: 'A ray from below' } };

function fakeDependencies(results: (Error | 'created')[] = ['created']) {
  let uploads = 0;
  const create = vi.fn(async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return { post: { id: 'p' } };
  });
  const upload = vi.fn(async () => {
    uploads += 1;
    return {
      presignedUrl: `https://store.example/${uploads}`,
      headers: SIGNED_HEADERS,
      fileId: `posts/${uploads}`,
      publicUrl: null,
    };
  });
  const put = vi.fn(async () => {});
  const deps = {
    uploads: { upload },
    posts: { create },
    put,
    uploadedPictures: new WeakMap(),
    onProgress: () => {},
    signal: new AbortController().signal,
  } as unknown as PublishDependencies;

  return { deps, create, upload, put };
}

describe('createPost', () => {
  it('sends a post without picture in one call', async () => {
    const { deps, create, upload } = fakeDependencies();
    await createPost(TEXT_ONLY, deps);

    expect(create).toHaveBeenCalledExactlyOnceWith({
      userId: 'marina',
      content: 'A ray!',
      idempotencyKey: 'one-key-for-it',
    });
    expect(upload).not.toHaveBeenCalled();
  });

  it('uploads the picture before it creates the post', async () => {
    const { deps, create, upload, put } = fakeDependencies();
    await createPost(WITH_PICTURE, deps);

    expect(upload).toHaveBeenCalledExactlyOnceWith(
      {
        userId: 'marina',
        fileName: 'picture.png',
        fileType: 'image/png',
        fileSize: 6,
        checksum: await computeChecksum(await file.arrayBuffer()),
        purpose: 'post',
      },
      expect.anything(),
    );
    expect(put).toHaveBeenCalledExactlyOnceWith(
      'https://store.example/1',
      file,
      expect.objectContaining({ headers: SIGNED_HEADERS }),
    );
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ imageId: 'posts/1', imageAlt: 'A ray from below' }));
  });

  it('uploads the picture once across retries, which share one idempotency key', async () => {
    const lostConnection = new ApiError(0, 'NetworkError', 'No connection.');
    const { deps, create, upload } = fakeDependencies([
      lostConnection,
      new ApiError(503, 'Throttled', 'Later.'),
      'created',
    ]);
    await expect(createPost(WITH_PICTURE, deps)).rejects.toBe(lostConnection);
    await expect(createPost(WITH_PICTURE, deps)).rejects.toThrow('Later.');

    await createPost(WITH_PICTURE, deps);
    expect(upload).toHaveBeenCalledOnce();
    expect(create.mock.calls).toEqual(
      Array(3).fill([expect.objectContaining({ imageId: 'posts/1', idempotencyKey: 'one-key-for-it' })]),
    );
  });

  it('keeps the picture that is still being scanned for malware', async () => {
    const scanningError = new ApiError(409, 'FileNotScanned', 'Wait.');
    const { deps, upload } = fakeDependencies([...Array<Error>(5).fill(scanningError), 'created']);
    await expect(createPost(WITH_PICTURE, deps)).rejects.toBe(scanningError);
    await createPost(WITH_PICTURE, deps);
    expect(upload).toHaveBeenCalledOnce();
  });

  it('uploads the picture again if the server does not find it', async () => {
    const { deps, create, upload } = fakeDependencies([new ApiError(404, 'FileNotStored', 'No picture.'), 'created']);
    await expect(createPost(WITH_PICTURE, deps)).rejects.toThrow('No picture.');
    await createPost(WITH_PICTURE, deps);
    expect(upload).toHaveBeenCalledTimes(2);
    expect(create).toHaveBeenLastCalledWith(expect.objectContaining({ imageId: 'posts/2' }));
  });
});
