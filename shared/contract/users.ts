import * as z from 'zod';
import { MAX_BATCH_USERS, USERS_PAGE_LIMIT, USERS_PAGE_SIZE } from '../rules/limits.ts';
import { endpoints } from './endpoint.ts';
import { nextCursor, pageQuery } from './page.ts';
import { userId } from './user-id.ts';

/** An identity card, which every member may see. */
export const userCard = z.object({
  id: z.string(),
  username: z.string().describe('"Unknown User" for an unknown ID, "Deleted user" for a deleted account.'),
  profilePicture: z.string().describe('URL of the picture, or empty.'),
  depth: z.number().describe('Metres.'),
});
export type UserCard = z.output<typeof userCard>;

/** An identity card with the viewer's follow state. */
export const personCard = userCard.extend({ followedByViewer: z.boolean() });
export type PersonCard = z.output<typeof personCard>;

const profileDetails = {
  bio: z.string(),
  contributedMB: z.number().describe('Megabytes of 1,048,576 bytes.'),
  followersCount: z.number().int(),
  followingCount: z.number().int(),
};

/** A member at or below the viewer's depth, as in Find Users. */
const listedUser = personCard.extend(profileDetails);
export type ListedUser = z.output<typeof listedUser>;

/** A profile that the viewer may see: at or below their depth, or their own. */
const openProfile = listedUser.extend({
  restricted: z.literal(false),
  createdAt: z.string().describe('ISO 8601.'),
});
export type OpenProfile = z.output<typeof openProfile>;

/** The visible part of a profile above the viewer. Has the follow state, because follows stay when a member rises. */
const restrictedProfile = personCard.extend({
  restricted: z.literal(true),
  difference: z.number().describe('Metres that the viewer must rise to see the profile.'),
});
export type RestrictedProfile = z.output<typeof restrictedProfile>;

const userIds = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))])
  .pipe(z.array(userId).min(1).max(MAX_BATCH_USERS));

const userParams = z.strictObject({ userId });
const page = pageQuery(USERS_PAGE_SIZE, USERS_PAGE_LIMIT);
const userPage = z.object({ users: z.array(personCard), cursor: nextCursor });
const followState = z.object({
  following: z.boolean(),
  followersCount: z
    .number()
    .int()
    .nullable()
    .describe("The other member's followers; null if the member is above the caller."),
  followingCount: z.number().int().describe('Members that the caller follows.'),
});
const visibilityErrors = ['Unauthenticated', 'NotFound', 'DepthTooLow'] as const;

export const users = endpoints('users', {
  get: () => ({
    method: 'GET',
    path: '/users/{userId}',
    access: 'member',
    resource: 'identity',
    summary: 'Return the identity card of a member.',
    description: 'Available at any depth. An unknown ID returns "Unknown User".',
    params: userParams,
    response: z.object({ user: userCard }),
    errors: ['Unauthenticated'],
  }),
  batch: () => ({
    method: 'GET',
    path: '/users/batch',
    access: 'member',
    resource: 'identity',
    summary: `Return the identity cards of up to ${MAX_BATCH_USERS} members.`,
    description: 'In the order of the IDs, without duplicates.',
    query: z.strictObject({ userIds }),
    response: z.object({ users: z.array(userCard) }),
    errors: ['Unauthenticated'],
  }),
  list: () => ({
    method: 'GET',
    path: '/users',
    access: 'member',
    resource: 'list',
    summary: 'List the members visible to the caller.',
    description: "Members at or below the caller's depth, including the caller. Sorted by depth, name or contribution.",
    query: page.extend({
      sort: z.enum(['depth', 'username', 'contributions']).default('depth'),
      q: z.string().trim().max(200).optional().describe('Part of the username or the bio; case-insensitive.'),
    }),
    response: z.object({ users: z.array(listedUser), cursor: nextCursor }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  }),
  nearby: () => ({
    method: 'GET',
    path: '/users/nearby',
    access: 'member',
    resource: 'list',
    summary: 'List the five members nearest to the caller.',
    description: 'At most 100 m above or below.',
    response: z.object({ users: z.array(personCard) }),
    errors: ['Unauthenticated'],
  }),
  profile: () => ({
    method: 'GET',
    path: '/users/{userId}/profile',
    access: 'member',
    resource: 'profile',
    summary: 'Return the profile of a member.',
    description: 'If the member is above the caller, only the identity card, the missing metres, and the follow state.',
    params: userParams,
    response: z.object({ profile: z.discriminatedUnion('restricted', [openProfile, restrictedProfile]) }),
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
    params: userParams,
    response: followState,
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
    params: userParams,
    response: followState,
    errors: ['Unauthenticated', 'NotFound'],
  }),
  followers: () => ({
    method: 'GET',
    path: '/users/{userId}/followers',
    access: 'member',
    resource: 'profile',
    summary: 'List the followers of a member.',
    description: "The member must be at or below the caller's depth.",
    params: userParams,
    query: page,
    response: userPage,
    errors: [...visibilityErrors, 'InvalidCursor'],
  }),
  following: () => ({
    method: 'GET',
    path: '/users/{userId}/following',
    access: 'member',
    resource: 'profile',
    summary: 'List the members that a member follows.',
    description: "The member must be at or below the caller's depth.",
    params: userParams,
    query: page,
    response: userPage,
    errors: [...visibilityErrors, 'InvalidCursor'],
  }),
});
