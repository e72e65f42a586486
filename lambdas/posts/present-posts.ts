import type { Post } from '../../shared/contract/posts.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { signDownload } from '../files/presigned-urls.ts';
import { type ItemKey, postKey } from '../table/keys.ts';
import { likedAmong } from '../table/like.ts';
import { getPosts, type StoredPost } from '../table/post.ts';
import { getPeople, isDeleted } from '../table/profile.ts';
import { nameOf, pictureOf } from '../users/user-cards.ts';
import { type Authors, presentComments } from './present-comments.ts';

/**
 * Posts as a viewer sees them, in the order of their ids: posts, people and likes are fetched each in one call,
 * however many there are. Names are always current; what has been deleted meanwhile is left out, with its author's
 * account or by itself.
 */
export async function presentPosts(viewerId: string, postIds: readonly string[]): Promise<Post[]> {
  const posts = await findPosts(postIds);
  const [authors, liked] = await Promise.all([getPeople(peopleOf(posts)), likedAmong(viewerId, likeable(posts))]);
  return presentFound(posts, authors, liked);
}

/** Posts in the order of their ids; what is not there, or is being removed, is left out. */
export async function findPosts(postIds: readonly string[]): Promise<StoredPost[]> {
  const found = await getPosts(postIds);
  return postIds.flatMap((id) => found.get(id) ?? []);
}

/** Whom posts show: their authors, and those of their newest comments. */
export function peopleOf(posts: readonly StoredPost[]): string[] {
  return posts.flatMap(({ userId, newestComment }) => [userId, newestComment?.userId ?? []].flat());
}

/** The keys of those posts that anybody likes: of no others need be asked whether the viewer does. */
export function likeable(posts: readonly StoredPost[]): ItemKey[] {
  return posts.filter(({ likeCount }) => likeCount > 0).map(({ postId }) => postKey(postId));
}

/** Posts as a viewer sees them who likes the items of these partitions. */
export function presentFound(
  posts: readonly StoredPost[],
  authors: Authors,
  liked: ReadonlySet<string>,
): Promise<Post[]> {
  return Promise.all(
    posts
      .filter(({ userId }) => !isDeleted(authors.get(userId)))
      .map((post) => presentPost(post, authors, liked.has(postKey(post.postId).pk))),
  );
}

/** One post as a viewer sees it, who is allowed to. */
export async function presentPost(post: StoredPost, authors: Authors, likedByViewer: boolean): Promise<Post> {
  const author = authors.get(post.userId);
  const newest = post.newestComment ? presentComments([post.newestComment], authors) : [];
  return {
    id: post.postId,
    userId: post.userId,
    username: nameOf(author),
    userProfilePic: pictureOf(author),
    userDepth: toMetres(post.depth),
    content: post.content,
    imageUrl: post.image ? await signDownload({ ...post.image, fileName: 'picture' }) : null,
    imageAlt: post.image?.alt ?? '',
    createdAt: post.createdAt,
    likeCount: post.likeCount,
    likedByViewer,
    commentCount: post.commentCount,
    newestComment: newest[0] ?? null,
  };
}
