import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { type Composed, type PublishMeans, publishPost } from './publish-post.ts';

const file = new File(['pixels'], 'picture.png', { type: 'image/png' });
const WORDS: Composed = { userId: 'marina', content: 'A ray!', idempotencyKey: 'one-key-for-it', picture: undefined };
const WITH_PICTURE: Composed = { ...WORDS, picture: { file, alt: 'A ray from below' } };

function meansThat(answers: (Error | 'answers')[] = ['answers']) {
  let uploads = 0;
  const create = vi.fn(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { post: { id: 'p' } };
  });
  const upload = vi.fn(async () => {
    uploads += 1;
    return { presignedUrl: `https://store.example/${uploads}`, fileId: `posts/${uploads}`, publicUrl: null };
  });
  const put = vi.fn(async () => {});
  const means = {
    uploads: { upload },
    posts: { create },
    put,
    stored: new WeakMap(),
    onProgress: () => {},
    signal: new AbortController().signal,
  } as unknown as PublishMeans;
  return { means, create, upload, put };
}

describe('publishing', () => {
  it('sends words alone without touching the store', async () => {
    const { means, create, upload } = meansThat();
    await publishPost(WORDS, means);
    expect(create).toHaveBeenCalledExactlyOnceWith({
      userId: 'marina',
      content: 'A ray!',
      idempotencyKey: 'one-key-for-it',
    });
    expect(upload).not.toHaveBeenCalled();
  });

  it('sends the picture first, signed for what it is, and then the words with it', async () => {
    const { means, create, upload, put } = meansThat();
    await publishPost(WITH_PICTURE, means);
    expect(upload).toHaveBeenCalledExactlyOnceWith(
      { userId: 'marina', fileName: 'picture.png', fileType: 'image/png', fileSize: 6, purpose: 'post' },
      expect.anything(),
    );
    expect(put).toHaveBeenCalledExactlyOnceWith(
      'https://store.example/1',
      file,
      expect.objectContaining({ contentType: 'image/png' }),
    );
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ imageId: 'posts/1', imageAlt: 'A ray from below' }));
  });

  it('sends a picture once, however often the words are tried, and all of them under one key', async () => {
    const lost = new ApiError(0, 'NetworkError', 'Nothing answered.');
    const { means, create, upload } = meansThat([lost, new ApiError(503, 'Throttled', 'Later.'), 'answers']);
    await expect(publishPost(WITH_PICTURE, means)).rejects.toBe(lost);
    await expect(publishPost(WITH_PICTURE, means)).rejects.toThrow('Later.');
    await publishPost(WITH_PICTURE, means);
    expect(upload).toHaveBeenCalledOnce();
    expect(create.mock.calls).toEqual(
      Array(3).fill([expect.objectContaining({ imageId: 'posts/1', idempotencyKey: 'one-key-for-it' })]),
    );
  });

  it('sends the picture again when the server did not find it', async () => {
    const { means, create, upload } = meansThat([new ApiError(404, 'FileNotStored', 'No picture.'), 'answers']);
    await expect(publishPost(WITH_PICTURE, means)).rejects.toThrow('No picture.');
    await publishPost(WITH_PICTURE, means);
    expect(upload).toHaveBeenCalledTimes(2);
    expect(create).toHaveBeenLastCalledWith(expect.objectContaining({ imageId: 'posts/2' }));
  });
});
