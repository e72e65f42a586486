import { ulid } from 'ulid';
import { loadViewer } from '../../../lambdas/access/viewer.ts';
import type { Caller } from '../../../lambdas/platform/identity.ts';
import { addComment } from '../../../lambdas/posts/add-comment.ts';
import { createPost } from '../../../lambdas/posts/create.ts';
import { deleteComment } from '../../../lambdas/posts/delete-comment.ts';
import { likePost } from '../../../lambdas/posts/like.ts';
import { listPosts } from '../../../lambdas/posts/list.ts';
import { listComments } from '../../../lambdas/posts/list-comments.ts';
import { listPostsOfMember } from '../../../lambdas/posts/list-of-member.ts';
import { readByOwner } from '../../../lambdas/table/by-owner-index.ts';
import { deleteCommentItem, getComment, readComments, storeComment } from '../../../lambdas/table/comment.ts';
import { claim } from '../../../lambdas/table/conduct.ts';
import { readDepthIndex } from '../../../lambdas/table/depth-index.ts';
import { buildResultPut, findResult } from '../../../lambdas/table/idempotency.ts';
import { partitionIdOf } from '../../../lambdas/table/item-types.ts';
import { postKey } from '../../../lambdas/table/keys.ts';
import { setLike } from '../../../lambdas/table/like.ts';
import { getPost, getPosts, type StoredComment, storePost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import {
  COMMENTS_PAGE_SIZE,
  DASHBOARD_LIST_SIZE,
  MAX_COMMENT_LENGTH,
  MAX_POST_LENGTH,
  POSTS_PAGE_SIZE,
} from '../../../shared/rules/limits.ts';
import { toCaller } from '../caller.ts';
import { BUDGETS, type MeasurePattern } from './capacity-sheet.ts';
import { BANDS_BELOW_SURFACE, buildPostItem, createMember, memberId } from './small-community.ts';

/** Number of members below the viewer. */
const MEMBERS = 40;

/** A comment of typical length. */
const TYPICAL_COMMENT = 'We would love to come along. Is there room for a tank and a very large dog as well?';

/** Measures posts: publishing, liking, commenting, and the feed. */
export async function measurePosts(measure: MeasurePattern): Promise<void> {
  const author = await createMember(0, 1);
  for (let number = 1; number < MEMBERS; number++) await createMember(number, 0);
  const viewer = await createMember(MEMBERS, 10_000);

  await measureOnePost(measure, author, viewer);
  await measureLongPosts(measure, author, viewer);
  await measureFeed(measure);
}

/** Measures the access patterns of a single post. */
async function measureOnePost(measure: MeasurePattern, author: Profile, viewer: Profile): Promise<void> {
  const authorCaller = toCaller(author.userId);
  const viewerCaller = toCaller(viewer.userId);
  const post = buildPostItem(author.userId, 0);
  const idempotencyKey = { userId: author.userId, kind: 'POST', key: 'a'.repeat(26) } as const;

  await measure('storePost', () => storePost(post));
  await measure('storePost with buildResultPut', () =>
    storePost(buildPostItem(author.userId, 1), { furtherWrites: [buildResultPut(idempotencyKey, post.postId)] }),
  );
  await measure('storePost with buildStoredBytesIncrease', () =>
    storePost(buildPostItem(author.userId, 2), { limitWrites: claim(author, { storedBytes: 1000 }).limitWrites }),
  );
  await measure('findResult', () => findResult(idempotencyKey));
  await measure('createPost, the whole request', () =>
    createPost(authorCaller, { ...buildPostInput(author), content: post.content, idempotencyKey: 'b'.repeat(26) }),
  );
  await measure('getPost', () => getPost(post.postId));
  await measureLikes(measure, 'a post', viewerCaller, post.postId);
  await measure('likePost, the whole request', () => likePost(viewerCaller, { postId: post.postId }), BUDGETS.like);

  const firstComment = buildComment(post.postId, viewer.userId);
  await measure('addComment', () => storeComment(firstComment, viewer));
  await measure('getComment', () => getComment(post.postId, firstComment.commentId));

  const { comment: secondComment } = await measure('addComment, the whole request', () =>
    addComment(viewerCaller, { postId: post.postId, text: TYPICAL_COMMENT, idempotencyKey: 'c'.repeat(26) }),
  );

  await measureLikes(measure, 'a post with a comment', authorCaller, post.postId);
  await measure('deleteCommentItem, not the newest', () => deleteCommentItem(firstComment));

  await storeComment(firstComment, viewer);
  await storeComment(buildComment(post.postId, author.userId), author);
  await measure('deleteComment, not the newest, the whole request', () =>
    deleteComment(viewerCaller, { postId: post.postId, commentId: secondComment.id }),
  );

  const newestComment = buildComment(post.postId, viewer.userId);
  await storeComment(newestComment, viewer);
  await measure('deleteCommentItem, the newest', () => deleteCommentItem(newestComment));
}

/** Measures likes and comments of posts with texts of the maximum length. Larger items cost more units. */
async function measureLongPosts(measure: MeasurePattern, author: Profile, viewer: Profile): Promise<void> {
  const authorCaller = toCaller(author.userId);
  const viewerCaller = toCaller(viewer.userId);
  const content = 'o'.repeat(MAX_POST_LENGTH);
  const longPost = buildPostItem(author.userId, 10, { content });

  await measure('storePost, 5,000 characters', () => storePost(longPost));
  await measureLikes(measure, 'a post of 5,000 characters', viewerCaller, longPost.postId);
  await measure('addComment, to a post of 5,000 characters', () =>
    storeComment(buildComment(longPost.postId, viewer.userId), viewer),
  );

  const emojiPost = buildPostItem(author.userId, 11, { content: '🐙'.repeat(MAX_POST_LENGTH) });
  await storePost(emojiPost);
  await measureLikes(measure, 'a post of 5,000 emoji', viewerCaller, emojiPost.postId);

  const commentedPost = buildPostItem(author.userId, 12);
  await storePost(commentedPost);
  await storeComment(buildComment(commentedPost.postId, viewer.userId, 'o'.repeat(MAX_COMMENT_LENGTH)), viewer);
  await measureLikes(measure, 'a post with a comment of 1,000 characters', authorCaller, commentedPost.postId);
}

/** Measures a like, and then its removal. */
async function measureLikes(measure: MeasurePattern, label: string, caller: Caller, postId: string): Promise<void> {
  const viewer = await loadViewer(caller);
  await measure(`setLike, like ${label}`, () => setLike(viewer, postKey(postId), { liked: true }), BUDGETS.like);
  await measure(`setLike, unlike ${label}`, () => setLike(viewer, postKey(postId), { liked: false }), BUDGETS.like);
}

/** Measures the feed and the lists of one post and one author. */
async function measureFeed(measure: MeasurePattern): Promise<void> {
  const caller = toCaller(memberId(MEMBERS));
  const viewer = await loadViewer(caller);

  // 20 members publish two posts in each band.
  const posts = Array.from({ length: 20 }, (_, number) =>
    buildPostItem(memberId(1 + number), 100 + number, {
      metres: BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]!,
    }),
  );
  for (const post of posts) await storePost(post);

  const [postId = ''] = await measurePage(measure, caller, viewer);
  await measureComments(measure, caller, viewer, postId);

  const authorId = posts.find((post) => post.postId === postId)!.userId;
  await measurePostsOfMember(measure, caller, authorId);
  await measureSearch(measure, caller);
}

/** Measures a page of a search that finds nothing among more posts than one page reads. */
async function measureSearch(measure: MeasurePattern, caller: Caller): Promise<void> {
  for (let number = 0; number < 260; number++) await storePost(buildPostItem(memberId(1), 300 + number));

  await measure('listPosts, search without matches among 260', () =>
    listPosts(caller, { q: 'kraken', limit: POSTS_PAGE_SIZE }),
  );
}

type Viewer = Awaited<ReturnType<typeof loadViewer>>;

/** Measures a page of ten posts, first without likes and comments, and then with both. Returns the posts' IDs. */
async function measurePage(measure: MeasurePattern, caller: Caller, viewer: Viewer): Promise<string[]> {
  const query = {
    kind: 'POST',
    index: 'ByDepth',
    filters: [],
    from: {},
    limit: POSTS_PAGE_SIZE,
  } as const;

  await measure('readDepthIndex, 10 posts, from 0 m', () => readDepthIndex({ ...query, depth: 0 }));
  const { rows } = await measure('readDepthIndex, 10 posts, from 10,000 m', () =>
    readDepthIndex({ ...query, depth: viewer.depth }),
  );
  const visiblePostIds = rows.map(partitionIdOf);

  await measure('getPosts, 10', () => getPosts(visiblePostIds));
  const listFeed = () => listPosts(caller, { limit: POSTS_PAGE_SIZE });
  await measure('listPosts, 10 from 10,000 m, no likes or comments', listFeed);

  for (const [index, postId] of visiblePostIds.entries()) {
    await setLike(viewer, postKey(postId), { liked: true });
    await storeComment(buildComment(postId, memberId(21 + index)), viewer);
  }
  await measure('listPosts, 10 from 10,000 m, all liked, comments by ten others', listFeed);

  return visiblePostIds;
}

/** Measures a page of a post's comments. */
async function measureComments(measure: MeasurePattern, caller: Caller, viewer: Viewer, postId: string): Promise<void> {
  for (let number = 1; number <= COMMENTS_PAGE_SIZE; number++) {
    await storeComment(buildComment(postId, memberId(number)), viewer);
  }

  await measure('readComments, 20', () => readComments(postId, COMMENTS_PAGE_SIZE));
  await measure('listComments, 20 by 20 members, the whole request', () =>
    listComments(caller, { postId, limit: COMMENTS_PAGE_SIZE, cursor: undefined }),
  );
}

/** Measures the posts on a profile. */
async function measurePostsOfMember(measure: MeasurePattern, caller: Caller, userId: string): Promise<void> {
  for (let number = 0; number < DASHBOARD_LIST_SIZE; number++) await storePost(buildPostItem(userId, 200 + number));

  await measure('readByOwner, 5', () =>
    readByOwner({ kind: 'POST', userId, depth: 0, limit: DASHBOARD_LIST_SIZE, from: {} }),
  );
  await measure('listPostsOfMember, 5, the whole request', () =>
    listPostsOfMember(caller, { userId, limit: DASHBOARD_LIST_SIZE, cursor: undefined }),
  );
}

/** Builds a comment with a text of typical length. */
export function buildComment(postId: string, userId: string, text: string = TYPICAL_COMMENT): StoredComment {
  return { commentId: ulid(), postId, userId, text, createdAt: new Date().toISOString() };
}

/** Returns the input of POST /posts without its text: no picture. */
function buildPostInput({ userId }: Profile) {
  return { userId, imageId: undefined, imageAlt: '' };
}
