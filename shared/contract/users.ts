import * as z from 'zod';
import { MAX_BATCH_USERS, MAX_SEARCH_LENGTH, USERS_PAGE_LIMIT, USERS_PAGE_SIZE } from '../rules/limits.ts';
import { endpoints } from './endpoint.ts';
import { nextCursorSchema, pageQuery, searchText } from './page.ts';
import { userIdSchema } from './user-id.ts';

/** An identity card, which every member may see. */
export const userCardSchema = z.object({
  id: z.string(),
  username: z.string().describe('"Unknown User" for an unknown ID, "Deleted user" for a deleted account.'),
  profilePicture: z.string().describe('URL of the picture, or empty.'),
  depth: z.number().describe('Metres.'),
});
export type UserCard = z.output<typeof userCardSchema>;

/** An identity card with the viewer's follow state. */
export const personCardSchema = userCardSchema.extend({ followedByViewer: z.boolean() });
export type PersonCard = z.output<typeof personCardSchema>;

/** The fields of a profile that only members at or above its depth see. */
const detailFields = {
  bio: z.string(),
  contributedMB: z.number().describe('Megabytes of 1,048,576 bytes.'),
  followersCount: z.number().int().nonnegative(),
  followingCount: z.number().int().nonnegative(),
};

/** A member at or below the viewer's depth, as in Find Users. */
const listedUserSchema = personCardSchema.extend(detailFields);
export type ListedUser = z.output<typeof listedUserSchema>;

/** A profile that the viewer may see: at or below their depth, or their own. */
const openProfileSchema = listedUserSchema.extend({
  restricted: z.literal(false),
  createdAt: z.string().describe('ISO 8601.'),
});
export type OpenProfile = z.output<typeof openProfileSchema>;

/** The visible part of a profile above the viewer. Has the follow state, because follows stay when a member rises. */
const restrictedProfileSchema = personCardSchema.extend({
  restricted: z.literal(true),
  difference: z.number().describe('Metres that the viewer must rise to see the profile.'),
});
export type RestrictedProfile = z.output<typeof restrictedProfileSchema>;

/** IDs of members in a query. Parses to a list without duplicates. */
const userIdsSchema = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))])
  .pipe(z.array(userIdSchema).min(1).max(MAX_BATCH_USERS))
  .describe(`1 to ${MAX_BATCH_USERS} IDs, separated by commas.`);

/** The path parameters of one member. */
const userParamsSchema = z.strictObject({ userId: userIdSchema });

/** The query of a page of members. */
const pageQuerySchema = pageQuery(USERS_PAGE_SIZE, USERS_PAGE_LIMIT);

/** A page of identity cards. */
const userPageSchema = z.object({ users: z.array(personCardSchema), cursor: nextCursorSchema });

/** Whether the caller follows a member, with both counts. */
const followStateSchema = z.object({
  following: z.boolean(),
  followersCount: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .describe("The other member's followers; null if the member is above the caller."),
  followingCount: z.number().int().nonnegative().describe('Members that the caller follows.'),
});

/** The errors of endpoints that read or follow a member at or below the caller. */
const visibilityErrors = ['Unauthenticated', 'NotFound', 'DepthTooLow'] as const;

export const users = endpoints('users', {
  get: () => ({
    method: 'GET',
    path: '/users/{userId}',
    access: 'member',
    resource: 'identity',
    summary: 'Return the identity card of a member.',
    description: 'Available at any depth. An unknown ID returns "Unknown User".',
    params: userParamsSchema,
    response: z.object({ user: userCardSchema }),
    errors: ['Unauthenticated'],
  }),
  batch: () => ({
    method: 'GET',
    path: '/users/batch',
    access: 'member',
    resource: 'identity',
    summary: `Return the identity cards of up to ${MAX_BATCH_USERS} members.`,
    description: 'In the order of the IDs, without duplicates.',
    query: z.strictObject({ userIds: userIdsSchema }),
    response: z.object({ users: z.array(userCardSchema) }),
    errors: ['Unauthenticated'],
  }),
  list: () => ({
    method: 'GET',
    path: '/users',
    access: 'member',
    resource: 'list',
    summary: 'List the members visible to the caller.',
    description: "Members at or below the caller's depth, including the caller. Sorted by depth, name or contribution.",
    query: pageQuerySchema.extend({
      sort: z.enum(['depth', 'username', 'contributions']).default('depth'),
      q: searchText(
        MAX_SEARCH_LENGTH,
        'Words of the username and the bio, or their beginnings, in any order; case-insensitive.',
      ),
    }),
    response: z.object({ users: z.array(listedUserSchema), cursor: nextCursorSchema }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  }),
  nearby: () => ({
    method: 'GET',
    path: '/users/nearby',
    access: 'member',
    resource: 'list',
    summary: 'List the five members nearest to the caller.',
    description: 'At most 100 m above or below.',
    response: z.object({ users: z.array(personCardSchema) }),
    errors: ['Unauthenticated'],
  }),
  profile: () => ({
    method: 'GET',
    path: '/users/{userId}/profile',
    access: 'member',
    resource: 'profile',
    summary: 'Return the profile of a member.',
    description: 'If the member is above the caller, only the identity card, the missing metres, and the follow state.',
    params: userParamsSchema,
    response: z.object({ profile: z.discriminatedUnion('restricted', [openProfileSchema, restrictedProfileSchema]) }),
    errors: ['Unauthenticated', 'NotFound'],
  }),
  follow: () => ({
    method: 'PUT',
    path: '/users/{userId}/follow',
    access: 'member',
    resource: 'profile',
    limit: { within: ['follows'] },
    summary: 'Follow a member.',
    description: "Idempotent. The member must be at or below the caller's depth.",
    params: userParamsSchema,
    response: followStateSchema,
    errors: ['LimitReached', ...visibilityErrors],
  }),
  unfollow: () => ({
    method: 'DELETE',
    path: '/users/{userId}/follow',
    access: 'member',
    resource: 'profile',
    limit: { none: 'Removes what was counted when it was added.' },
    summary: 'Unfollow a member.',
    description: 'Idempotent.',
    params: userParamsSchema,
    response: followStateSchema,
    errors: ['Unauthenticated', 'NotFound'],
  }),
  followers: () => ({
    method: 'GET',
    path: '/users/{userId}/followers',
    access: 'member',
    resource: 'profile',
    summary: 'List the followers of a member.',
    description: "The member must be at or below the caller's depth.",
    params: userParamsSchema,
    query: pageQuerySchema,
    response: userPageSchema,
    errors: [...visibilityErrors, 'InvalidCursor'],
  }),
  following: () => ({
    method: 'GET',
    path: '/users/{userId}/following',
    access: 'member',
    resource: 'profile',
    summary: 'List the members that a member follows.',
    description: "The member must be at or below the caller's depth.",
    params: userParamsSchema,
    query: pageQuerySchema,
    response: userPageSchema,
    errors: [...visibilityErrors, 'InvalidCursor'],
  }),
});
