import type { Comment } from '../../shared/contract/posts.ts';
import type { StoredComment } from '../table/comment.ts';
import { isDeleted, type Person } from '../table/profile.ts';
import { nameOf, pictureOf } from '../users/user-cards.ts';

/** Who wrote what is shown, by member id. */
export type Authors = ReadonlyMap<string, Person>;

/** Comments with the present names of their authors; those of deleted accounts are left out. */
export function presentComments(comments: readonly StoredComment[], authors: Authors): Comment[] {
  return comments
    .filter(({ userId }) => !isDeleted(authors.get(userId)))
    .map(({ commentId, text, userId, createdAt }) => {
      const author = authors.get(userId);
      return { id: commentId, text, userId, username: nameOf(author), userProfilePic: pictureOf(author), createdAt };
    });
}
