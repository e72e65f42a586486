import type { Comment, Post } from '../../shared/contract/posts.ts';
import { toMetres } from '../../shared/rules/depth.ts';
import type { Identity } from '../access/profiles.ts';
import type { VisiblePage } from '../access/visible-page.ts';
import { displayName, displayPictureUrl } from '../members/user-card.ts';
import { signDownload } from '../storage/presigned-urls.ts';
import { postKey } from '../table/keys.ts';
import type { StoredComment, StoredPost } from '../table/post.ts';
import type { Visible } from '../table/visible.ts';

/** Authors of posts and comments, by member ID. */
type Authors = ReadonlyMap<string, Identity>;

/** Builds the response for the posts of a page, with the authors' current names. */
export function presentPosts(page: VisiblePage): Promise<Post[]> {
  return Promise.all(page.posts.map((post) => presentPost(post, page)));
}

/** Builds the response for one post. */
export async function presentPost(
  post: Visible<StoredPost>,
  { identities, liked, newestComments }: Pick<VisiblePage, 'identities' | 'liked' | 'newestComments'>,
): Promise<Post> {
  const author = identities.get(post.userId);
  const newestComment = newestComments.get(post.postId);

  return {
    id: post.postId,
    userId: post.userId,
    username: displayName(author),
    userProfilePic: displayPictureUrl(author),
    userDepth: toMetres(post.depth),
    content: post.content,
    imageUrl: post.image ? await signDownload({ ...post.image, fileName: 'picture' }) : null,
    imageAlt: post.image?.alt ?? '',
    createdAt: post.createdAt,
    likeCount: post.likeCount,
    likedByViewer: liked.has(postKey(post.postId).pk),
    commentCount: post.commentCount,
    newestComment: newestComment ? presentComment(newestComment, identities) : null,
  };
}

/** Builds the response for one comment, with its author's current name. */
export function presentComment(
  { commentId, text, userId, createdAt }: Visible<StoredComment>,
  authors: Authors,
): Comment {
  const author = authors.get(userId);
  return {
    id: commentId,
    text,
    userId,
    username: displayName(author),
    userProfilePic: displayPictureUrl(author),
    createdAt,
  };
}
