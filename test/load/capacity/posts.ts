import { ulid } from 'ulid';
import { loadViewer } from '../../../lambdas/access/viewer.ts';
import type { Caller } from '../../../lambdas/platform/identity.ts';
import { commentOnPost } from '../../../lambdas/posts/add-comment.ts';
import { createPost } from '../../../lambdas/posts/create.ts';
import { deleteComment } from '../../../lambdas/posts/delete-comment.ts';
import { likePost } from '../../../lambdas/posts/like.ts';
import { listPosts } from '../../../lambdas/posts/list.ts';
import { listComments } from '../../../lambdas/posts/list-comments.ts';
import { listPostsOfMember } from '../../../lambdas/posts/list-of-member.ts';
import { readByOwner } from '../../../lambdas/table/by-owner-index.ts';
import { addComment, getComment, readComments, removeComment } from '../../../lambdas/table/comment.ts';
import { readDepthIndex } from '../../../lambdas/table/depth-index.ts';
import { findResult, recordResult } from '../../../lambdas/table/idempotency.ts';
import { partitionIdOf } from '../../../lambdas/table/item-types.ts';
import { postKey } from '../../../lambdas/table/keys.ts';
import { setLike } from '../../../lambdas/table/like.ts';
import { addPost, getPost, getPosts, type StoredComment } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import {
  COMMENTS_PAGE_SIZE,
  DASHBOARD_LIST_SIZE,
  MAX_COMMENT_LENGTH,
  MAX_POST_LENGTH,
  POSTS_PAGE_SIZE,
} from '../../../shared/depth/limits.ts';
import { BUDGETS, type Pattern } from './capacity-sheet.ts';
import { BANDS_BELOW_SURFACE, join, personId, storedPost } from './small-community.ts';

const MEMBERS = 40;
const USUAL_COMMENT = 'We would love to come along. Is there room for a tank and a very large dog as well?';

/** What posts cost: publishing, liking, commenting, the feed. */
export async function measurePosts(pattern: Pattern): Promise<void> {
  const anna = await join(0, 1);
  for (let number = 1; number < MEMBERS; number++) await join(number, 0);
  const ben = await join(MEMBERS, 10_000);
  await measureOne(pattern, anna, ben);
  await measureLong(pattern, anna, ben);
  await measureFeed(pattern);
}

async function measureOne(pattern: Pattern, anna: Profile, ben: Profile): Promise<void> {
  const [author, reader] = [callerOf(anna), callerOf(ben)];
  const one = storedPost(anna.userId, 0);
  const key = { userId: anna.userId, kind: 'POST', key: 'a'.repeat(26) } as const;
  await pattern('addPost', () => addPost(one));
  await pattern('addPost with recordResult', () =>
    addPost(storedPost(anna.userId, 1), [recordResult(key, one.postId)]),
  );
  await pattern('findResult', () => findResult(key));
  await pattern('createPost, the whole request', () =>
    createPost(author, { ...inputOf(anna), content: one.content, idempotencyKey: 'b'.repeat(26) }),
  );
  await pattern('getPost', () => getPost(one.postId));
  await measureLikes(pattern, 'a post', reader, one.postId);
  await pattern('likePost, the whole request', () => likePost(reader, { postId: one.postId }), BUDGETS.like);

  const first = comment(one.postId, ben.userId);
  await pattern('addComment', () => addComment(first, ben, []));
  await pattern('getComment', () => getComment(one.postId, first.commentId));
  const { comment: second } = await pattern('commentOnPost, the whole request', () =>
    commentOnPost(reader, { postId: one.postId, text: USUAL_COMMENT, idempotencyKey: 'c'.repeat(26) }),
  );
  await measureLikes(pattern, 'a post with a comment', author, one.postId);
  await pattern('removeComment, not the newest', () => removeComment(first));
  await addComment(first, ben, []);
  await addComment(comment(one.postId, anna.userId), anna, []);
  await pattern('deleteComment, not the newest, the whole request', () =>
    deleteComment(reader, { postId: one.postId, commentId: second.id }),
  );
  const newest = comment(one.postId, ben.userId);
  await addComment(newest, ben, []);
  await pattern('removeComment, the newest', () => removeComment(newest));
}

async function measureLong(pattern: Pattern, anna: Profile, ben: Profile): Promise<void> {
  const [author, reader] = [callerOf(anna), callerOf(ben)];
  const content = 'o'.repeat(MAX_POST_LENGTH);
  const long = storedPost(anna.userId, 10, { content });
  await pattern('addPost, 5,000 letters', () => addPost(long));
  await measureLikes(pattern, 'a post of 5,000 letters', reader, long.postId);
  await pattern('addComment, to a post of 5,000 letters', () => addComment(comment(long.postId, ben.userId), ben, []));
  const emoji = storedPost(anna.userId, 11, { content: '🐙'.repeat(MAX_POST_LENGTH) });
  await addPost(emoji);
  await measureLikes(pattern, 'a post of 5,000 emoji', reader, emoji.postId);
  const much = storedPost(anna.userId, 12);
  await addPost(much);
  await addComment(comment(much.postId, ben.userId, 'o'.repeat(MAX_COMMENT_LENGTH)), ben, []);
  await measureLikes(pattern, 'a post with a comment of 1,000 letters', author, much.postId);
}

async function measureLikes(pattern: Pattern, what: string, caller: Caller, postId: string): Promise<void> {
  const viewer = await loadViewer(caller);
  await pattern(`setLike, like ${what}`, () => setLike(viewer, postKey(postId), true), BUDGETS.like);
  await pattern(`setLike, unlike ${what}`, () => setLike(viewer, postKey(postId), false), BUDGETS.like);
}

async function measureFeed(pattern: Pattern): Promise<void> {
  const caller = { userId: personId(MEMBERS), username: 'ben' };
  const viewer = await loadViewer(caller);
  // Two posts in each band, by twenty members.
  const posts = Array.from({ length: 20 }, (_, number) =>
    storedPost(personId(1 + number), 100 + number, {
      metres: BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]!,
    }),
  );
  for (const post of posts) await addPost(post);
  const query = {
    kind: 'POST',
    index: 'ByDepth',
    filters: [],
    from: { progress: [] },
    limit: POSTS_PAGE_SIZE,
  } as const;
  await pattern('readDepthIndex, 10 posts, from 0 m', () => readDepthIndex({ ...query, depth: 0 }));
  const { rows } = await pattern('readDepthIndex, 10 posts, from 10,000 m', () =>
    readDepthIndex({ ...query, depth: viewer.depth }),
  );
  const shown = rows.map(partitionIdOf);
  await pattern('getPosts, 10', () => getPosts(shown));
  const feed = () => listPosts(caller, { limit: POSTS_PAGE_SIZE });
  await pattern('listPosts, 10 from 10,000 m, neither likes nor comments', feed);
  for (const [index, postId] of shown.entries()) {
    await setLike(viewer, postKey(postId), true);
    await addComment(comment(postId, personId(21 + index)), viewer, []);
  }
  await pattern('listPosts, 10 from 10,000 m, all liked, comments by ten others', feed);

  const [postId = ''] = shown;
  for (let number = 1; number <= COMMENTS_PAGE_SIZE; number++) {
    await addComment(comment(postId, personId(number)), viewer, []);
  }
  await pattern('readComments, 20', () => readComments(postId, COMMENTS_PAGE_SIZE));
  await pattern('listComments, 20 by 20 people, the whole request', () =>
    listComments(caller, { postId, limit: COMMENTS_PAGE_SIZE, cursor: undefined }),
  );
  const author = posts.find((post) => post.postId === postId)!.userId;
  for (let number = 0; number < DASHBOARD_LIST_SIZE; number++) await addPost(storedPost(author, 200 + number));
  await pattern('readByOwner, 5', () =>
    readByOwner({ kind: 'POST', userId: author, depth: 0, limit: DASHBOARD_LIST_SIZE, from: { progress: [] } }),
  );
  await pattern('listPostsOfMember, 5, the whole request', () =>
    listPostsOfMember(caller, { userId: author, limit: DASHBOARD_LIST_SIZE, cursor: undefined }),
  );
}

export function comment(postId: string, userId: string, text: string = USUAL_COMMENT): StoredComment {
  return { commentId: ulid(), postId, userId, text, createdAt: new Date().toISOString() };
}

function callerOf({ userId, username }: Profile): Caller {
  return { userId, username };
}

function inputOf({ userId }: Profile) {
  return { userId, imageId: undefined, imageAlt: '' };
}
