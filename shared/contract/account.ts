import * as z from 'zod';
import { COUNTED_LIMITS } from '../rules/conduct-limits.ts';
import { DEPTH_LOG_PAGE_LIMIT, DEPTH_LOG_PAGE_SIZE, MAX_BIO_LENGTH, MAX_USERNAME_LENGTH } from '../rules/limits.ts';
import { endpoints } from './endpoint.ts';
import { listedFileSchema } from './files.ts';
import { ledgerEntrySchema } from './ledger.ts';
import { idempotencyKeySchema, nextCursorSchema, pageQuery } from './page.ts';
import { postSchema } from './posts.ts';
import { optionalText, requiredLine } from './text.ts';
import { ownUserIdSchema } from './user-id.ts';
import { personCardSchema } from './users.ts';

/** A member's own profile. Other members never receive the email. */
const ownProfileSchema = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  displayName: z.string(),
  depth: z.number().describe('Metres, exact to the micrometre.'),
  contributedMB: z.number().describe('Megabytes of 1,048,576 bytes.'),
  profilePicture: z.string(),
  bio: z.string(),
  createdAt: z.string().describe('ISO 8601.'),
  followersCount: z.number().int().nonnegative(),
  followingCount: z.number().int().nonnegative(),
});
export type OwnProfile = z.output<typeof ownProfileSchema>;

/** The remaining amount of one limit. */
const allowanceSchema = z.object({
  limit: z.enum([...COUNTED_LIMITS, 'storedBytes']),
  allowed: z.number().int().nonnegative().describe('A count, or bytes.'),
  remaining: z.number().int().nonnegative(),
  resetsAt: z.string().nullable().describe('When the count starts again at zero, ISO 8601; null for what is held.'),
});
export type Allowance = z.output<typeof allowanceSchema>;

/** The response of endpoints that return the caller's profile. */
const profileResponseSchema = z.object({ profile: ownProfileSchema });

export const account = endpoints('account', {
  me: () => ({
    method: 'GET',
    path: '/me',
    access: 'member',
    resource: 'self',
    summary: "Return the caller's own profile.",
    description: 'Creates the profile if it is missing.',
    response: profileResponseSchema,
    errors: ['Unauthenticated'],
  }),
  allowances: () => ({
    method: 'GET',
    path: '/account/allowances',
    access: 'member',
    resource: 'self',
    summary: "Return what remains of the caller's limits.",
    description: 'Limits are lower for accounts younger than seven days. Purchases never change them.',
    response: z.object({
      standing: z.enum(['new', 'settled']),
      settledAt: z.string().describe('When the higher limits apply, ISO 8601.'),
      allowances: z.array(allowanceSchema),
    }),
    errors: ['Unauthenticated'],
  }),
  dashboard: () => ({
    method: 'GET',
    path: '/dashboard',
    access: 'member',
    resource: 'list',
    summary: 'Return the data of the dashboard.',
    description: "The caller's profile, and up to five posts, five files, and five members nearby.",
    response: z.object({
      profile: ownProfileSchema,
      posts: z.array(postSchema).describe("At or below the caller's depth, highest first, then newest."),
      files: z.array(listedFileSchema).describe("At or below the caller's depth, highest first, then newest."),
      nearby: z.array(personCardSchema),
    }),
    errors: ['Unauthenticated'],
  }),
  updateProfile: () => ({
    method: 'PUT',
    path: '/profile',
    access: 'member',
    resource: 'self',
    limit: { each: 'profileChanges' },
    summary: "Update the caller's username and bio.",
    description: 'Without `bio`, the current bio is kept.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      username: requiredLine(MAX_USERNAME_LENGTH),
      bio: optionalText(MAX_BIO_LENGTH).optional(),
    }),
    example: { username: 'Mira', bio: 'Wreck diver.' },
    response: profileResponseSchema,
    errors: ['Unauthenticated', 'LimitReached', 'NotYou'],
  }),
  updatePhoto: () => ({
    method: 'PUT',
    path: '/profile/update-photo',
    access: 'member',
    resource: 'self',
    limit: { each: 'profileChanges' },
    summary: "Set or remove the caller's profile picture.",
    description:
      'Idempotent. The picture must be uploaded first, with `isProfilePhoto`. It is inspected, and then public under ' +
      'the `profilePicture` of the response.',
    body: z.strictObject({
      userId: ownUserIdSchema,
      photoUrl: z.string().max(4096).describe('The `publicUrl` of the upload; empty to remove the picture.'),
    }),
    ownIdAction: 'change-picture',
    example: { photoUrl: '/media/photos/7d0c2f/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/mira.png' },
    response: profileResponseSchema,
    errors: [
      'Unauthenticated',
      'LimitReached',
      'NotYou',
      'FileNotStored',
      'EmptyFile',
      'FileTooLarge',
      'FileTypeMismatch',
      'FileNotScanned',
      'MalwareFound',
      'FileTypeNotAllowed',
    ],
  }),
  testContribution: () => ({
    method: 'POST',
    path: '/profile/test-contribution',
    access: 'member',
    resource: 'self',
    limit: { within: ['testContributions'] },
    stages: 'nonProduction',
    summary: 'Credit 0.1 MB without an upload.',
    description: 'Not available in production.',
    body: z.strictObject({ userId: ownUserIdSchema, idempotencyKey: idempotencyKeySchema }),
    example: { idempotencyKey: 'test-0001' },
    response: profileResponseSchema,
    errors: ['Unauthenticated', 'LimitReached', 'NotYou'],
  }),
  depthLog: () => ({
    method: 'GET',
    path: '/depth-log',
    access: 'member',
    resource: 'self',
    summary: "List the changes of the caller's depth, newest first.",
    query: pageQuery(DEPTH_LOG_PAGE_SIZE, DEPTH_LOG_PAGE_LIMIT),
    response: z.object({ entries: z.array(ledgerEntrySchema), cursor: nextCursorSchema }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  }),
  deleteAccount: () => ({
    method: 'DELETE',
    path: '/users/delete',
    access: 'member',
    resource: 'self',
    timeoutSeconds: 20,
    limit: { none: 'Happens once.' },
    summary: "Delete the caller's account.",
    description:
      'Idempotent. Hides the account, closes its sockets, and deletes its uploaded bytes immediately; a job then ' +
      'purges its other data, except payments.',
    body: z.strictObject({ userId: ownUserIdSchema }),
    example: {},
    response: z.object({}),
    errors: ['Unauthenticated', 'NotYou'],
  }),
});
