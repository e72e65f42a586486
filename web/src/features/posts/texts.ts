import { formatWhole } from '../../platform/text/format-number.ts';

/** Texts of lists of posts, and of a post. */
export const texts = {
  // Lists
  heading: 'Posts',
  loading: 'Loading posts...',
  listFailed: (message: string) => `Failed to load posts: ${message}`,
  loadMore: 'Load More Posts',
  loadingMore: 'Loading more posts...',
  emptyHeading: 'Quiet waters',
  empty: 'No one at your depth or below has posted yet. Write the first post!',
  memberEmpty: 'No posts yet',
  ownEmpty: 'Write your first one: what have you seen on your way?',
  gone: 'This post was deleted or is now above your depth.',
  deleted: 'Your post has been deleted.',
  // A post
  postBy: (username: string) => `Post by ${username}`,
  fromDepth: (depth: string) => `from ${depth}`,
  showMore: 'Show more',
  showLess: 'Show less',
  commentCount: (count: number) => `${formatWhole(count)} ${count === 1 ? 'comment' : 'comments'}`,
  // Its picture
  pictureBy: (username: string) => `A picture by ${username}, without a description`,
  openPicture: (description: string) => `${description} (opens in a new tab)`,
  pictureFailed: "The picture couldn't be loaded.",
  // Its likes
  // The count follows: "Like the post by Ada, 2 likes".
  like: (username: string) => `Like the post by ${username},`,
  likes: (count: number) => (count === 1 ? 'like' : 'likes'),
  likeFailed: (message: string) => `Your like couldn't be saved. ${message}`,
  // Its deletion
  delete: 'Delete',
  deletePost: 'Delete your post',
  deletePostQuestion: 'Delete this post?',
  deletePostConsequence: "Its comments and picture will be deleted too. This can't be undone.",
  deletePostFailed: (message: string) => `The post couldn't be deleted. ${message}`,
  deleting: 'Deleting…',
  keep: 'Keep it',
};
