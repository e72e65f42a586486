import type { Comment, Post } from '../../shared/contract/posts.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import type { Identity } from '../access/profiles.ts';
import type { VisiblePage } from '../access/visible-items.ts';
import { visibleName, visiblePicture } from '../members/user-card.ts';
import { signDownload } from '../storage/presigned-urls.ts';
import { postKey } from '../table/keys.ts';
import type { StoredComment, StoredPost } from '../table/post.ts';
import { isDeleted } from '../table/profile.ts';
import type { Visible } from '../table/visible.ts';

/** Authors of posts and comments, by member ID. */
type Authors = ReadonlyMap<string, Identity>;

/** Builds the response for the posts of a page, with the authors' current names. */
export function presentPosts({ posts, identities, liked }: VisiblePage): Promise<Post[]> {
  return Promise.all(posts.map((post) => presentPost(post, identities, liked.has(postKey(post.postId).pk))));
}

/** Builds the response for one post. */
export async function presentPost(post: Visible<StoredPost>, authors: Authors, likedByViewer: boolean): Promise<Post> {
  const { newestComment: newest } = post;
  const author = authors.get(post.userId);

  return {
    id: post.postId,
    userId: post.userId,
    username: visibleName(author),
    userProfilePic: visiblePicture(author),
    userDepth: toMetres(post.depth),
    content: post.content,
    imageUrl: post.image ? await signDownload({ ...post.image, fileName: 'picture' }) : null,
    imageAlt: post.image?.alt ?? '',
    createdAt: post.createdAt,
    likeCount: post.likeCount,
    likedByViewer,
    commentCount: post.commentCount,
    // A comment on a visible post is visible, unless its author has deleted their account.
    newestComment:
      newest && !isDeleted(authors.get(newest.userId))
        ? presentComment(newest as Visible<StoredComment>, authors)
        : null,
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
    username: visibleName(author),
    userProfilePic: visiblePicture(author),
    createdAt,
  };
}
