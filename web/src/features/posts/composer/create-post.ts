import type { Post } from '../../../../../shared/contract/posts.ts';
import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { putFile } from '../../../platform/pictures/put-file.ts';
import { wait } from '../../../platform/time/wait.ts';

/** A picture to publish with a post, and its description. */
export interface PostPicture {
  readonly file: File;
  readonly alt: string;
}

/** A post to publish. */
export interface NewPost {
  readonly userId: string;
  readonly content: string;
  readonly idempotencyKey: string;
  readonly picture: PostPicture | undefined;
  /** The chosen depth in metres. The author's own depth by default. */
  readonly depth?: number | undefined;
}

/** The calls that publish a post, and the pictures that earlier attempts uploaded. */
export interface PublishDependencies {
  readonly uploads: Pick<Api['files'], 'upload'>;
  readonly posts: Pick<Api['posts'], 'create'>;
  readonly sendPicture: typeof putFile;
  /** File IDs of pictures that earlier attempts uploaded. */
  readonly uploadedPictures: WeakMap<File, string>;
  /** Receives the number of bytes of the picture that are sent, and its size. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Publishes a post. Uploads its picture first, unless an earlier attempt uploaded it. */
export async function createPost(
  { userId, content, idempotencyKey, picture, depth }: NewPost,
  deps: PublishDependencies,
): Promise<Post> {
  const imageId = picture && (await uploadPicture(userId, picture.file, deps));

  const request = { userId, content, idempotencyKey, depth, ...(picture && { imageId, imageAlt: picture.alt }) };
  const create = () => deps.posts.create(request);

  try {
    const { post } = await (picture ? createWhenScanned(create, deps.signal) : create());
    return post;
  } catch (error) {
    if (picture && needsNewUpload(error)) deps.uploadedPictures.delete(picture.file);
    throw error;
  }
}

/** Returns whether the next attempt must upload the picture again after this error. */
function needsNewUpload(error: unknown): boolean {
  // If the outcome is unknown, the post may exist with the uploaded picture. The next attempt must send the same one.
  if (!(error instanceof ApiError) || error.isOutcomeUnknown) return false;

  // During the scan, the picture stays stored. After other errors, the server may have deleted it.
  return error.code !== 'FileNotScanned';
}

/** Repeats the request that creates a post until its picture is scanned for malware. */
async function createWhenScanned<T>(create: () => Promise<T>, signal: AbortSignal): Promise<T> {
  // Loaded with the first picture, because the dashboard must be small.
  const { retryWhileScanned } = await import('../../../platform/api/retry-while-scanned.ts');
  return retryWhileScanned(create, wait, signal);
}

/** Uploads a picture, unless an earlier attempt uploaded it. Returns its file ID. */
async function uploadPicture(
  userId: string,
  file: File,
  { uploads, sendPicture, uploadedPictures, onProgress, signal }: PublishDependencies,
): Promise<string> {
  const earlierFileId = uploadedPictures.get(file);
  if (earlierFileId) return earlierFileId;

  const checksum = await computeChecksum(await file.arrayBuffer());
  const { presignedUrl, headers, fileId } = await uploads.upload(
    { userId, fileName: file.name, fileType: file.type, fileSize: file.size, checksum, purpose: 'post' },
    { signal },
  );
  await sendPicture(presignedUrl, file, { headers, onProgress, signal });
  uploadedPictures.set(file, fileId);

  return fileId;
}
