import * as z from 'zod';
import { MAX_BATCH_USERS, USERS_PAGE_LIMIT, USERS_PAGE_SIZE } from '../depth/limits.ts';
import { endpoints } from './endpoint.ts';
import { nextCursor, pageQuery } from './page.ts';
import { userId } from './user-id.ts';

/** What any member may see of any other (specification §3 "User as returned by the user API"). */
export const userCard = z.object({
  id: z.string(),
  username: z.string().describe('"Unknown User" when there is no such member, "Deleted user" when they have left.'),
  profilePicture: z.string().describe('Address of the picture, or empty.'),
  depth: z.number().describe('Metres.'),
});
export type UserCard = z.output<typeof userCard>;

/** An identity card in a list where people can be followed. */
export const personCard = userCard.extend({ followedByViewer: z.boolean() });
export type PersonCard = z.output<typeof personCard>;

const counts = {
  bio: z.string(),
  contributedMB: z.number().describe('Megabytes of 1,048,576 bytes.'),
  followersCount: z.number().int(),
  followingCount: z.number().int(),
};

/** Somebody at or below the viewer's depth, as Find Users shows them. */
const listedUser = personCard.extend(counts);
export type ListedUser = z.output<typeof listedUser>;

/** A profile that is open to the viewer: at or below their depth, or their own. */
const openProfile = listedUser.extend({
  restricted: z.literal(false),
  createdAt: z.string().describe('ISO 8601.'),
});
export type OpenProfile = z.output<typeof openProfile>;

/** A profile above the viewer: who it is, and how far away (specification §2 "Profile"). */
const restrictedProfile = userCard.extend({
  restricted: z.literal(true),
  difference: z.number().describe('How many metres the viewer has to ascend.'),
});
export type RestrictedProfile = z.output<typeof restrictedProfile>;

const userIds = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))])
  .pipe(z.array(userId).min(1).max(MAX_BATCH_USERS));

const ofUser = z.strictObject({ userId });
const page = pageQuery(USERS_PAGE_SIZE, USERS_PAGE_LIMIT);
const personPage = z.object({ users: z.array(personCard), cursor: nextCursor });
const followState = z.object({
  following: z.boolean(),
  followersCount: z.number().int().describe('Of the other member.'),
  followingCount: z.number().int().describe('Of the caller.'),
});
const behindDepth = ['Unauthenticated', 'NotFound', 'DepthTooLow'] as const;

export const users = endpoints('users', {
  get: {
    method: 'GET',
    path: '/users/{userId}',
    access: 'member',
    accesses: 'identity',
    summary: "One member's identity card.",
    params: ofUser,
    response: z.object({ user: userCard }),
    errors: ['Unauthenticated'],
  },
  batch: {
    method: 'GET',
    path: '/users/batch',
    access: 'member',
    accesses: 'identity',
    summary: `Identity cards of up to ${MAX_BATCH_USERS} members; duplicates collapse.`,
    query: z.strictObject({ userIds }),
    response: z.object({ users: z.array(userCard) }),
    errors: ['Unauthenticated'],
  },
  list: {
    method: 'GET',
    path: '/users',
    access: 'member',
    accesses: 'list',
    summary: "Members at or below the caller's depth: highest first, by name, or by what they contributed.",
    query: page.extend({
      sort: z.enum(['depth', 'username', 'contributions']).default('depth'),
      q: z.string().trim().max(200).optional().describe('Part of the username or the bio, in any case.'),
    }),
    response: z.object({ users: z.array(listedUser), cursor: nextCursor }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  },
  nearby: {
    method: 'GET',
    path: '/users/nearby',
    access: 'member',
    accesses: 'list',
    summary: 'The five members nearest to the caller, at most 100 m above or below.',
    response: z.object({ users: z.array(personCard) }),
    errors: ['Unauthenticated'],
  },
  profile: {
    method: 'GET',
    path: '/users/{userId}/profile',
    access: 'member',
    accesses: 'profile',
    summary: "A member's profile, or how far the caller has to ascend to see it.",
    params: ofUser,
    response: z.object({ profile: z.discriminatedUnion('restricted', [openProfile, restrictedProfile]) }),
    errors: ['Unauthenticated', 'NotFound'],
  },
  follow: {
    method: 'PUT',
    path: '/users/{userId}/follow',
    access: 'member',
    accesses: 'profile',
    summary: "Follows a member at or below the caller's depth. May be repeated.",
    params: ofUser,
    response: followState,
    errors: behindDepth,
  },
  unfollow: {
    method: 'DELETE',
    path: '/users/{userId}/follow',
    access: 'member',
    accesses: 'profile',
    summary: 'Follows a member no longer. May be repeated.',
    params: ofUser,
    response: followState,
    errors: ['Unauthenticated', 'NotFound'],
  },
  followers: {
    method: 'GET',
    path: '/users/{userId}/followers',
    access: 'member',
    accesses: 'profile',
    summary: 'Who follows a member.',
    params: ofUser,
    query: page,
    response: personPage,
    errors: [...behindDepth, 'InvalidCursor'],
  },
  following: {
    method: 'GET',
    path: '/users/{userId}/following',
    access: 'member',
    accesses: 'profile',
    summary: 'Whom a member follows.',
    params: ofUser,
    query: page,
    response: personPage,
    errors: [...behindDepth, 'InvalidCursor'],
  },
});
