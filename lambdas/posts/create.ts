import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { viewAsAuthor } from '../access/open-sealed.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import { parseChosenDepth } from '../members/chosen-depth.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { Conflict, NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { FileNotStored } from '../storage/errors.ts';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { claim } from '../table/conduct.ts';
import { buildResultPut, findResult, type IdempotencyKey } from '../table/idempotency.ts';
import { postKey } from '../table/keys.ts';
import { type StoredPost, storePost } from '../table/post.ts';
import type { Profile } from '../table/profile.ts';
import { buildReservationDelete } from '../table/upload-reservation.ts';
import { presentPost } from './present-posts.ts';

type CreateInput = Input<typeof posts.create>;

/**
 * Publishes a post at the caller's depth, or at a chosen depth. A repeated call with the same idempotency key, or the
 * same picture, returns the existing post.
 *
 * @throws InvalidInput if the chosen depth is above the caller
 * @throws NotYou if another member uploaded the picture
 * @throws FileNotStored and the errors of {@link inspectPicture}
 * @throws LimitReached if the caller has shared too many posts today, or if the picture would exceed their storage
 * @throws Conflict if the key or the picture was used for another post, or that post was deleted
 */
export async function createPost(caller: Caller, input: CreateInput): Promise<Response<typeof posts.create>> {
  const author = await ensureProfile(caller);
  const idempotencyKey: IdempotencyKey | undefined = input.idempotencyKey
    ? { userId: caller.userId, kind: 'POST', key: input.idempotencyKey }
    : undefined;

  const post = await buildPost(author, input);
  const { limitWrites, buildLimitReached } = claim(author, {
    posts: 1,
    ...(post.image && { storedBytes: post.image.size }),
  });
  // The post's transaction also stores the result of the idempotency key, and deletes the picture's reservation.
  const furtherWrites = [
    ...(idempotencyKey ? [buildResultPut(idempotencyKey, post.postId)] : []),
    ...(post.image ? [buildReservationDelete(caller.userId, post.postId)] : []),
  ];

  const outcome = await storePost(post, { furtherWrites, limitWrites });
  if (outcome === 'limited') throw await buildLimitReached();
  if (outcome === 'created') {
    const pageOfNewPost = {
      identities: new Map([[author.userId, author]]),
      liked: new Set<string>(),
      newestComments: new Map(),
    };
    return { post: await presentPost(viewAsAuthor(caller, post), pageOfNewPost) };
  }

  // If the key has no result, the picture was used before. Its ULID, `post.postId`, is then the existing post's ID.
  const existingId = (idempotencyKey && (await findResult(idempotencyKey))) ?? post.postId;
  // Strongly consistent, because the first call may have stored the post a moment ago.
  const page = await loadVisiblePage(author, { posts: [postKey(existingId)] }, { consistent: true });
  const storedPost = page.posts[0];
  if (!storedPost || !haveSameContent(storedPost, post)) throw new Conflict('post');
  // Without a choice, the author may have risen since the first call.
  if (input.depth !== undefined && storedPost.depth !== post.depth) throw new Conflict('post');

  return { post: await presentPost(storedPost, page) };
}

/** Builds a post, after an inspection of its picture. The ID of a post with a picture is the picture's ULID. */
async function buildPost(author: Profile, input: CreateInput): Promise<StoredPost> {
  const { content, imageId, imageAlt } = input;
  const { userId } = author;
  const depth = parseChosenDepth(author, input.depth) ?? author.depth;
  const post = { userId, content, createdAt: new Date().toISOString(), depth, likeCount: 0, commentCount: 0 };
  if (imageId === undefined) return { ...post, postId: ulid() };

  const address = parseStorageKey(imageId);
  if (address?.purpose !== 'post') throw new FileNotStored();
  if (address.userId !== userId) throw new NotYou('post-picture');

  const { contentType, size } = await inspectPicture(imageId);
  return { ...post, postId: address.ulid, image: { key: imageId, contentType, alt: imageAlt, size } };
}

/** Returns whether two posts have the same author, text, and picture with the same description. */
function haveSameContent(a: StoredPost, b: StoredPost): boolean {
  const haveSamePicture = a.image?.key === b.image?.key && a.image?.alt === b.image?.alt;
  return a.userId === b.userId && a.content === b.content && haveSamePicture;
}
