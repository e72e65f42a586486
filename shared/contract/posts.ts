import * as z from 'zod';
import {
  COMMENTS_PAGE_SIZE,
  DASHBOARD_LIST_SIZE,
  MAX_COMMENT_LENGTH,
  MAX_IMAGE_ALT_LENGTH,
  MAX_POST_LENGTH,
  MAX_SEARCH_LENGTH,
  POSTS_PAGE_LIMIT,
  POSTS_PAGE_SIZE,
} from '../rules/limits.ts';
import { endpoints } from './endpoint.ts';
import { encodeFormat } from './field-rule.ts';
import { chosenDepthSchema } from './number.ts';
import { idempotencyKeySchema, nextCursorSchema, pageQuery, searchText } from './page.ts';
import { optionalText, requiredText } from './text.ts';
import { ownUserIdSchema, userIdSchema } from './user-id.ts';

/** One comment, with its author's current name and picture. */
const commentSchema = z.object({
  id: z.string(),
  text: z.string(),
  userId: z.string(),
  username: z.string(),
  userProfilePic: z.string().describe('URL of the picture, or empty.'),
  createdAt: z.string().describe('ISO 8601.'),
});
export type Comment = z.output<typeof commentSchema>;

/** One post, with counts instead of its likes and comments. */
export const postSchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  userProfilePic: z.string().describe('URL of the picture, or empty.'),
  userDepth: z
    .number()
    .describe("The depth of the post in metres: the author's depth at publication, or less if chosen."),
  content: z.string(),
  imageUrl: z.string().nullable().describe('Presigned, valid for 15 minutes.'),
  imageAlt: z.string().describe('Alternative text of the picture.'),
  createdAt: z.string().describe('ISO 8601.'),
  likeCount: z.number().int().nonnegative(),
  likedByViewer: z.boolean(),
  commentCount: z.number().int().nonnegative(),
  newestComment: commentSchema.nullable(),
});
export type Post = z.output<typeof postSchema>;

/** A ULID from the server. */
const ulidSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, encodeFormat('generated-id'));

/** The path parameters of one post. */
const postParamsSchema = z.strictObject({ postId: ulidSchema });

/** A page of posts. */
const postPageSchema = z.object({ posts: z.array(postSchema), cursor: nextCursorSchema });

/** Whether the caller likes a post, and its likes. */
const likeStateSchema = z.object({ liked: z.boolean(), likeCount: z.number().int().nonnegative() });

export const posts = endpoints('posts', {
  list: () => ({
    method: 'GET',
    path: '/posts',
    access: 'member',
    resource: 'list',
    summary: 'List the posts visible to the caller.',
    description: "Posts at or below the caller's depth, and the caller's own posts. Highest first, then newest.",
    query: pageQuery(POSTS_PAGE_SIZE, POSTS_PAGE_LIMIT).extend({
      q: searchText(MAX_SEARCH_LENGTH, 'Words of the text, or their beginnings, in any order; case-insensitive.'),
    }),
    response: postPageSchema,
    errors: ['Unauthenticated', 'InvalidCursor'],
  }),
  listOfMember: () => ({
    method: 'GET',
    path: '/users/{userId}/posts',
    access: 'member',
    resource: 'profile',
    summary: 'List the posts of a member, newest first.',
    description: "Posts at or below the caller's depth. Fails with DepthTooLow if the member is above the caller.",
    params: z.strictObject({ userId: userIdSchema }),
    query: pageQuery(DASHBOARD_LIST_SIZE, POSTS_PAGE_LIMIT),
    response: postPageSchema,
    errors: ['Unauthenticated', 'NotFound', 'DepthTooLow', 'InvalidCursor'],
  }),
  create: () => ({
    method: 'POST',
    path: '/posts',
    access: 'member',
    resource: 'self',
    limit: { within: ['posts', 'storedBytes'] },
    summary: 'Publish a post, optionally with a picture.',
    description: 'Upload the picture first, with purpose `post`.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      content: requiredText(MAX_POST_LENGTH),
      imageId: z.string().max(1024).optional().describe('The `fileId` of an upload with purpose `post`.'),
      imageAlt: optionalText(MAX_IMAGE_ALT_LENGTH).default(''),
      depth: chosenDepthSchema.describe(
        "The depth of the post in metres: the caller's depth by default, and at most that.",
      ),
      idempotencyKey: idempotencyKeySchema,
    }),
    example: { content: 'Saw a whale shark today!', idempotencyKey: 'post-0001' },
    response: z.object({ post: postSchema }),
    errors: [
      'Unauthenticated',
      'LimitReached',
      'NotYou',
      'Conflict',
      'FileNotStored',
      'EmptyFile',
      'FileTooLarge',
      'FileTypeMismatch',
      'FileNotScanned',
      'MalwareFound',
      'FileTypeNotAllowed',
    ],
  }),
  delete: () => ({
    method: 'DELETE',
    path: '/posts/{postId}',
    access: 'member',
    resource: 'post',
    limit: { none: 'Removes what was counted when it was written.' },
    summary: "Delete one of the caller's own posts.",
    description: 'Idempotent. Hides the post immediately; a job then purges its comments and picture.',
    params: postParamsSchema,
    response: z.object({}),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  }),
  like: () => ({
    method: 'PUT',
    path: '/posts/{postId}/like',
    access: 'member',
    resource: 'post',
    limit: { within: ['likes'] },
    summary: 'Like a post.',
    description: 'Idempotent.',
    params: postParamsSchema,
    response: likeStateSchema,
    errors: ['Unauthenticated', 'LimitReached', 'NotFound'],
  }),
  unlike: () => ({
    method: 'DELETE',
    path: '/posts/{postId}/like',
    access: 'member',
    resource: 'post',
    limit: { none: 'Removes what was counted when it was added.' },
    summary: 'Remove the like of a post.',
    description: 'Idempotent.',
    params: postParamsSchema,
    response: likeStateSchema,
    errors: ['Unauthenticated', 'NotFound'],
  }),
  listComments: () => ({
    method: 'GET',
    path: '/posts/{postId}/comments',
    access: 'member',
    resource: 'post',
    summary: 'List the comments on a post, newest first.',
    params: postParamsSchema,
    query: pageQuery(COMMENTS_PAGE_SIZE, POSTS_PAGE_LIMIT),
    response: z.object({ comments: z.array(commentSchema), cursor: nextCursorSchema }),
    errors: ['Unauthenticated', 'NotFound', 'InvalidCursor'],
  }),
  addComment: () => ({
    method: 'POST',
    path: '/posts/{postId}/comments',
    access: 'member',
    resource: 'post',
    limit: { within: ['comments'] },
    summary: 'Add a comment to a post.',
    params: postParamsSchema,
    body: z.strictObject({
      userId: ownUserIdSchema,
      text: requiredText(MAX_COMMENT_LENGTH),
      idempotencyKey: idempotencyKeySchema,
    }),
    example: { text: 'What a sight!', idempotencyKey: 'comment-0001' },
    response: z.object({ comment: commentSchema, commentCount: z.number().int().nonnegative() }),
    errors: ['Unauthenticated', 'LimitReached', 'NotYou', 'NotFound', 'Conflict'],
  }),
  deleteComment: () => ({
    method: 'DELETE',
    path: '/posts/{postId}/comments/{commentId}',
    access: 'member',
    resource: 'comment',
    limit: { none: 'Removes what was counted when it was written.' },
    summary: "Delete one of the caller's own comments.",
    params: z.strictObject({ postId: ulidSchema, commentId: ulidSchema }),
    response: z.object({ commentCount: z.number().int().nonnegative() }),
    errors: ['Unauthenticated', 'NotYou', 'NotFound'],
  }),
});
