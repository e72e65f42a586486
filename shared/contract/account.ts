import * as z from 'zod';
import { DEPTH_LOG_PAGE_LIMIT, DEPTH_LOG_PAGE_SIZE, MAX_BIO_LENGTH, MAX_USERNAME_LENGTH } from '../depth/limits.ts';
import { endpoints } from './endpoint.ts';
import { listedFile } from './files.ts';
import { ledgerEntry } from './ledger.ts';
import { idempotencyKey, nextCursor, pageQuery } from './page.ts';
import { post } from './posts.ts';
import { optionalText, requiredLine } from './text.ts';
import { ownUserId } from './user-id.ts';
import { personCard } from './users.ts';

/** A member's own profile. Other members never receive the email. */
const ownProfile = z.object({
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

const profileResponse = z.object({ profile: ownProfile });

export const account = endpoints('account', {
  me: {
    method: 'GET',
    path: '/me',
    access: 'member',
    resource: 'self',
    summary: "Return the caller's own profile.",
    description: 'Creates the profile if it is missing.',
    response: profileResponse,
    errors: ['Unauthenticated'],
  },
  dashboard: {
    method: 'GET',
    path: '/dashboard',
    access: 'member',
    resource: 'list',
    summary: 'Return the data of the dashboard.',
    description: "The caller's profile, and up to five posts, five files, and five members nearby.",
    response: z.object({
      profile: ownProfile,
      posts: z.array(post).describe("At or below the caller's depth, highest first, then newest."),
      files: z.array(listedFile).describe("At or below the caller's depth, highest first, then newest."),
      nearby: z.array(personCard),
    }),
    errors: ['Unauthenticated'],
  },
  updateProfile: {
    method: 'PUT',
    path: '/profile',
    access: 'member',
    resource: 'self',
    summary: "Update the caller's username and bio.",
    description: 'Without `bio`, the current bio is kept.',
    body: z.strictObject({
      userId: ownUserId,
      username: requiredLine(MAX_USERNAME_LENGTH),
      bio: optionalText(MAX_BIO_LENGTH).optional(),
    }),
    example: { username: 'Mira', bio: 'Wreck diver.' },
    response: profileResponse,
    errors: ['Unauthenticated', 'NotYou'],
  },
  updatePhoto: {
    method: 'PUT',
    path: '/profile/update-photo',
    access: 'member',
    resource: 'self',
    summary: "Set or remove the caller's profile picture.",
    description: 'Idempotent. The picture must be uploaded first, with `isProfilePhoto`.',
    body: z.strictObject({
      userId: ownUserId,
      photoUrl: z.string().max(4096).describe('The `publicUrl` of the upload; empty to remove the picture.'),
    }),
    example: { photoUrl: '/media/avatars/7d0c2f/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/mira.png' },
    response: profileResponse,
    errors: [
      'Unauthenticated',
      'NotYou',
      'FileNotStored',
      'EmptyFile',
      'FileTooLarge',
      'FileTypeMismatch',
      'FileTypeNotAllowed',
    ],
  },
  testContribution: {
    method: 'POST',
    path: '/profile/test-contribution',
    access: 'member',
    resource: 'self',
    stages: 'nonProduction',
    summary: 'Credit 0.1 MB without an upload.',
    description: 'Not available in production.',
    body: z.strictObject({ userId: ownUserId, idempotencyKey }),
    example: { idempotencyKey: 'test-0001' },
    response: profileResponse,
    errors: ['Unauthenticated', 'NotYou'],
  },
  depthLog: {
    method: 'GET',
    path: '/depth-log',
    access: 'member',
    resource: 'self',
    summary: "List the changes of the caller's depth, newest first.",
    query: pageQuery(DEPTH_LOG_PAGE_SIZE, DEPTH_LOG_PAGE_LIMIT),
    response: z.object({ entries: z.array(ledgerEntry), cursor: nextCursor }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/users/delete',
    access: 'member',
    resource: 'self',
    summary: "Delete the caller's account.",
    description: 'Idempotent. Hides the account at once; a job then purges its data, except payments.',
    body: z.strictObject({ userId: ownUserId }),
    example: {},
    response: z.object({}),
    errors: ['Unauthenticated', 'NotYou'],
  },
});
