import { ulid } from 'ulid';
import type { Input } from '../../shared/contract/endpoint.ts';
import type { Post, posts } from '../../shared/contract/posts.ts';
import { ensureProfile } from '../account/ensure-profile.ts';
import { acceptPicture } from '../files/accept-picture.ts';
import { FileNotStored } from '../files/errors.ts';
import { parseStorageKey } from '../files/storage-key.ts';
import { Conflict, NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { type Deed, madeBy, rememberDeed } from '../table/deed.ts';
import { addPost, getPost, type StoredPost } from '../table/post.ts';
import type { Profile } from '../table/profile.ts';
import { presentPost, presentPosts } from './present-posts.ts';

type CreateInput = Input<typeof posts.create>;

/**
 * Publishes a post at the caller's present depth. Asked again with the same idempotency key, or with the same picture,
 * it answers with the post that is there.
 *
 * @throws NotYou when somebody else uploaded the picture
 * @throws FileNotStored and the refusals of {@link acceptPicture}
 * @throws Conflict when the key or the picture was used for another post
 */
export async function publishPost(caller: Caller, input: CreateInput): Promise<{ post: Post }> {
  const author = await ensureProfile(caller);
  const deed: Deed | undefined = input.idempotencyKey
    ? { userId: caller.userId, kind: 'POST', idempotencyKey: input.idempotencyKey }
    : undefined;
  const post = await newPost(author, input);
  if (await addPost(post, deed ? [rememberDeed(deed, post.postId)] : [])) {
    return { post: await presentPost(post, new Map([[author.userId, author]]), false) };
  }
  const existing = await getPost((deed && (await madeBy(deed))) ?? post.postId);
  if (!existing || !isSame(existing, post)) {
    throw new Conflict('This was posted before with other words or another picture, or has been deleted since.');
  }
  const [presented] = await presentPosts(caller.userId, [existing.postId]);
  if (!presented) throw new Conflict('This was posted before, and has been deleted since.');
  return { post: presented };
}

async function newPost(author: Profile, { content, imageId, imageAlt }: CreateInput): Promise<StoredPost> {
  const { userId, depth } = author;
  const post = { userId, content, createdAt: new Date().toISOString(), depth, likeCount: 0, commentCount: 0 };
  if (imageId === undefined) return { ...post, postId: ulid() };
  const address = parseStorageKey(imageId);
  if (address?.purpose !== 'post') throw new FileNotStored();
  if (address.userId !== userId) throw new NotYou('You can only post pictures that you have uploaded yourself.');
  const contentType = await acceptPicture(imageId);
  return { ...post, postId: address.ulid, image: { key: imageId, contentType, alt: imageAlt } };
}

function isSame(one: StoredPost, other: StoredPost): boolean {
  return one.userId === other.userId && one.content === other.content && one.image?.key === other.image?.key;
}
