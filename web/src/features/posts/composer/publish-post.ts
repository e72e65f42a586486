import type { Post } from '../../../../../shared/contract/posts.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { putFile } from '../../../platform/put-file.ts';

/** A picture that goes with a post. Its address in the store is known once it is there. */
export interface PostPicture {
  readonly file: File;
  readonly alt: string;
}

export interface Composed {
  readonly userId: string;
  readonly content: string;
  readonly idempotencyKey: string;
  readonly picture: PostPicture | undefined;
}

export interface PublishMeans {
  readonly uploads: Pick<Api['files'], 'upload'>;
  readonly posts: Pick<Api['posts'], 'create'>;
  readonly put: typeof putFile;
  /** The pictures that are in the store already, from an attempt before this one. */
  readonly stored: WeakMap<File, string>;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Publishes a post: sends its picture, if it has one and that is not there yet, and then its words. */
export async function publishPost(
  { userId, content, idempotencyKey, picture }: Composed,
  means: PublishMeans,
): Promise<Post> {
  const imageId = picture && (await storePicture(userId, picture.file, means));
  try {
    const { post } = await means.posts.create({
      userId,
      content,
      idempotencyKey,
      ...(picture && { imageId, imageAlt: picture.alt }),
    });
    return post;
  } catch (error) {
    // A picture that is not there, or not taken, is sent again by the next attempt.
    if (picture && error instanceof ApiError && !error.isPassing) means.stored.delete(picture.file);
    throw error;
  }
}

async function storePicture(
  userId: string,
  file: File,
  { uploads, put, stored, onProgress, signal }: PublishMeans,
): Promise<string> {
  const there = stored.get(file);
  if (there) return there;
  const { presignedUrl, fileId } = await uploads.upload(
    { userId, fileName: file.name, fileType: file.type, fileSize: file.size, purpose: 'post' },
    { signal },
  );
  await put(presignedUrl, file, { contentType: file.type, onProgress, signal });
  stored.set(file, fileId);
  return fileId;
}
