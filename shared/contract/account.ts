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

/** A member's own profile. The email is returned to nobody else (decision 24). */
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

const answersProfile = z.object({ profile: ownProfile });

export const account = endpoints('account', {
  me: {
    method: 'GET',
    path: '/me',
    access: 'member',
    accesses: 'self',
    summary: "The caller's own profile, created when it is missing.",
    response: answersProfile,
    errors: ['Unauthenticated'],
  },
  dashboard: {
    method: 'GET',
    path: '/dashboard',
    access: 'member',
    accesses: 'list',
    summary: 'All that the dashboard shows: own profile, five posts, five files, five members nearby.',
    response: z.object({
      profile: ownProfile,
      posts: z.array(post).describe("At or below the caller's depth, highest first, then newest."),
      files: z.array(listedFile).describe('The same of files.'),
      nearby: z.array(personCard),
    }),
    errors: ['Unauthenticated'],
  },
  updateProfile: {
    method: 'PUT',
    path: '/profile',
    access: 'member',
    accesses: 'self',
    summary: 'Changes username and bio.',
    body: z.strictObject({
      userId: ownUserId,
      username: requiredLine(MAX_USERNAME_LENGTH),
      bio: optionalText(MAX_BIO_LENGTH).optional(),
    }),
    response: answersProfile,
    errors: ['Unauthenticated', 'NotYou'],
  },
  updatePhoto: {
    method: 'PUT',
    path: '/profile/update-photo',
    access: 'member',
    accesses: 'self',
    summary: 'Takes an uploaded picture into use as profile picture, or none. May be repeated.',
    body: z.strictObject({
      userId: ownUserId,
      photoUrl: z.string().max(4096).describe('The publicUrl of an upload with isProfilePhoto; empty for none.'),
    }),
    response: answersProfile,
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
    accesses: 'self',
    stages: 'nonProduction',
    summary: 'Contributes 0.1 MB without uploading anything. Stages other than production only.',
    body: z.strictObject({ userId: ownUserId, idempotencyKey }),
    response: answersProfile,
    errors: ['Unauthenticated', 'NotYou'],
  },
  depthLog: {
    method: 'GET',
    path: '/depth-log',
    access: 'member',
    accesses: 'self',
    summary: "Every change of the caller's depth, newest first.",
    query: pageQuery(DEPTH_LOG_PAGE_SIZE, DEPTH_LOG_PAGE_LIMIT),
    response: z.object({ entries: z.array(ledgerEntry), cursor: nextCursor }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/users/delete',
    access: 'member',
    accesses: 'self',
    summary: "Deletes the caller's account: hidden at once, everything of theirs removed by a job. May be repeated.",
    body: z.strictObject({ userId: ownUserId }),
    response: z.object({}),
    errors: ['Unauthenticated', 'NotYou'],
  },
});
