import * as z from 'zod';
import { MAX_BATCH_USERS } from '../depth/limits.ts';
import { endpoints } from './endpoint.ts';
import { userId } from './user-id.ts';

/** What any member may see of any other (specification §3 "User as returned by the user API"). */
export const userCard = z.object({
  id: z.string(),
  username: z.string().describe('"Unknown User" when there is no such member.'),
  profilePicture: z.string().describe('Address of the picture, or empty.'),
  depth: z.number().describe('Metres.'),
});
export type UserCard = z.output<typeof userCard>;

const userIds = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))])
  .pipe(z.array(userId).min(1).max(MAX_BATCH_USERS));

export const users = endpoints('users', {
  get: {
    method: 'GET',
    path: '/users/{userId}',
    access: 'member',
    summary: "One member's identity card.",
    params: z.strictObject({ userId }),
    response: z.object({ user: userCard }),
    errors: ['Unauthenticated'],
  },
  batch: {
    method: 'GET',
    path: '/users/batch',
    access: 'member',
    summary: `Identity cards of up to ${MAX_BATCH_USERS} members; duplicates collapse.`,
    query: z.strictObject({ userIds }),
    response: z.object({ users: z.array(userCard) }),
    errors: ['Unauthenticated'],
  },
});
