import * as z from 'zod';
import {
  COMMENTS_PAGE_SIZE,
  DASHBOARD_LIST_SIZE,
  MAX_COMMENT_LENGTH,
  MAX_IMAGE_ALT_LENGTH,
  MAX_POST_LENGTH,
  POSTS_PAGE_LIMIT,
  POSTS_PAGE_SIZE,
} from '../depth/limits.ts';
import { endpoints } from './endpoint.ts';
import { idempotencyKey, nextCursor, pageQuery } from './page.ts';
import { optionalText, requiredText } from './text.ts';
import { ownUserId, userId } from './user-id.ts';

/** One comment (specification §3 "Comment"); name and picture are its author's present ones. */
const comment = z.object({
  id: z.string(),
  text: z.string(),
  userId: z.string(),
  username: z.string(),
  userProfilePic: z.string().describe('Address of the picture, or empty.'),
  createdAt: z.string().describe('ISO 8601.'),
});
export type Comment = z.output<typeof comment>;

/** One post (specification §3 "Post"), with counts in place of its lists (decision 20). */
export const post = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  userProfilePic: z.string().describe('Address of the picture, or empty.'),
  userDepth: z.number().describe("The author's depth when publishing, in metres."),
  content: z.string(),
  imageUrl: z.string().nullable().describe('Presigned, valid for 15 minutes.'),
  imageAlt: z.string().describe('What the picture shows, in words.'),
  createdAt: z.string().describe('ISO 8601.'),
  likeCount: z.number().int(),
  likedByViewer: z.boolean(),
  commentCount: z.number().int(),
  newestComment: comment.nullable(),
});
export type Post = z.output<typeof post>;

/** A ULID, as the server makes them. */
const ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'must be an id that the API gave');

const ofPost = z.strictObject({ postId: ulid });

const postPage = z.object({ posts: z.array(post), cursor: nextCursor });
const likeState = z.object({ liked: z.boolean(), likeCount: z.number().int() });

export const posts = endpoints('posts', {
  list: {
    method: 'GET',
    path: '/posts',
    access: 'member',
    accesses: 'list',
    summary: "The feed: posts at or below the caller's depth, highest first, then newest.",
    query: pageQuery(POSTS_PAGE_SIZE, POSTS_PAGE_LIMIT),
    response: postPage,
    errors: ['Unauthenticated', 'InvalidCursor'],
  },
  listOfMember: {
    method: 'GET',
    path: '/users/{userId}/posts',
    access: 'member',
    accesses: 'profile',
    summary: "One member's posts at or below the caller's depth, newest first.",
    params: z.strictObject({ userId }),
    query: pageQuery(DASHBOARD_LIST_SIZE, POSTS_PAGE_LIMIT),
    response: postPage,
    errors: ['Unauthenticated', 'NotFound', 'DepthTooLow', 'InvalidCursor'],
  },
  create: {
    method: 'POST',
    path: '/posts',
    access: 'member',
    accesses: 'self',
    summary: 'Publishes a post at the present depth of the caller, with a picture that was uploaded for it, if any.',
    body: z.strictObject({
      userId: ownUserId,
      content: requiredText(MAX_POST_LENGTH),
      imageId: z.string().max(1024).optional().describe('The fileId of an upload with purpose "post".'),
      imageAlt: optionalText(MAX_IMAGE_ALT_LENGTH).default(''),
      idempotencyKey,
    }),
    response: z.object({ post }),
    errors: [
      'Unauthenticated',
      'NotYou',
      'Conflict',
      'FileNotStored',
      'EmptyFile',
      'FileTooLarge',
      'FileTypeMismatch',
      'FileTypeNotAllowed',
    ],
  },
  delete: {
    method: 'DELETE',
    path: '/posts/{postId}',
    access: 'member',
    accesses: 'post',
    summary: "Deletes one of the caller's own posts, with its comments and its picture. May be repeated.",
    params: ofPost,
    response: z.object({}),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
  like: {
    method: 'PUT',
    path: '/posts/{postId}/like',
    access: 'member',
    accesses: 'post',
    summary: 'Likes a post. May be repeated.',
    params: ofPost,
    response: likeState,
    errors: ['Unauthenticated', 'NotFound'],
  },
  unlike: {
    method: 'DELETE',
    path: '/posts/{postId}/like',
    access: 'member',
    accesses: 'post',
    summary: 'Takes a like back. May be repeated.',
    params: ofPost,
    response: likeState,
    errors: ['Unauthenticated', 'NotFound'],
  },
  listComments: {
    method: 'GET',
    path: '/posts/{postId}/comments',
    access: 'member',
    accesses: 'post',
    summary: 'The comments on a post, newest first.',
    params: ofPost,
    query: pageQuery(COMMENTS_PAGE_SIZE, POSTS_PAGE_LIMIT),
    response: z.object({ comments: z.array(comment), cursor: nextCursor }),
    errors: ['Unauthenticated', 'NotFound', 'InvalidCursor'],
  },
  addComment: {
    method: 'POST',
    path: '/posts/{postId}/comments',
    access: 'member',
    accesses: 'post',
    summary: 'Comments on a post.',
    params: ofPost,
    body: z.strictObject({ userId: ownUserId, text: requiredText(MAX_COMMENT_LENGTH), idempotencyKey }),
    response: z.object({ comment, commentCount: z.number().int() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound', 'Conflict'],
  },
  deleteComment: {
    method: 'DELETE',
    path: '/posts/{postId}/comments/{commentId}',
    access: 'member',
    accesses: 'comment',
    summary: "Deletes one of the caller's own comments.",
    params: z.strictObject({ postId: ulid, commentId: ulid }),
    response: z.object({ commentCount: z.number().int() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  },
});
