import { formatWhole } from '../../../platform/text/format-number.ts';

/** Texts of the comments on a post. */
export const texts = {
  // The list
  comments: (username: string) => `Comments on the post by ${username}`,
  showAll: (count: number) => `Show all ${formatWhole(count)} comments`,
  showNewest: 'Show the newest comment only',
  showEarlier: 'Show earlier comments',
  loadingComments: 'Loading comments...',
  commentsFailed: (message: string) => `Failed to load comments: ${message}`,
  retry: 'Retry',
  // The form
  commentLabel: (username: string) => `Comment on the post by ${username}`,
  commentPlaceholder: 'Write a comment...',
  comment: 'Comment',
  commenting: 'Sending...',
  commented: 'Your comment has been posted.',
  commentFailed: (message: string) => `Your comment couldn't be posted. ${message}`,
  alreadyCommented: 'An earlier version of this comment was already posted. Press Comment to post this one too.',
  // The deletion of a comment
  delete: 'Delete',
  deleteComment: (username: string) => `Delete your comment on the post by ${username}`,
  deleteCommentQuestion: 'Delete this comment?',
  deleteConsequence: "This can't be undone.",
  deleteCommentFailed: (message: string) => `The comment couldn't be deleted. ${message}`,
  deleting: 'Deleting…',
  keep: 'Keep it',
  commentDeleted: 'Your comment has been deleted.',
};
