import * as z from 'zod';
import { endpoints } from './endpoint.ts';

/** A member's own profile. The email is returned to nobody else (decision 24). */
export const ownProfile = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  displayName: z.string(),
  depth: z.number().describe('Metres, exact to the micrometre.'),
  contributedMB: z.number().describe('Megabytes of 1,048,576 bytes.'),
  profilePicture: z.string(),
  bio: z.string(),
  createdAt: z.string().describe('ISO 8601.'),
  followersCount: z.number().int(),
  followingCount: z.number().int(),
});
export type OwnProfile = z.output<typeof ownProfile>;

export const account = endpoints('account', {
  me: {
    method: 'GET',
    path: '/me',
    access: 'member',
    summary: "The caller's own profile, created when it is missing.",
    response: z.object({ profile: ownProfile }),
    errors: ['Unauthenticated'],
  },
});
