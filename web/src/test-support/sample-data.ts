import type { OwnProfile } from '../../../shared/contract/account.ts';
import type { credentials } from '../../../shared/contract/credentials.ts';
import type { Response } from '../../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import type { Post } from '../../../shared/contract/posts.ts';
import type { ListedUser, OpenProfile } from '../../../shared/contract/users.ts';

type SignInSettings = Response<typeof credentials.signInSettings>;

const CREATED_AT = '2026-01-05T10:00:00.000Z';

/** The signed-in member. */
export const VIEWER: OwnProfile = {
  id: '11111111-0000-4000-8000-000000000000',
  email: 'wilma@fathom.example',
  username: 'Wilma',
  displayName: 'Wilma',
  depth: 0,
  contributedMB: 0,
  profilePicture: '',
  bio: '',
  createdAt: CREATED_AT,
  followersCount: 0,
  followingCount: 0,
};

/** The settings of a viewer who signs in with a password only, and has no listed devices. */
export const SIGN_IN_SETTINGS: SignInSettings = { email: VIEWER.email, totp: false, recoveryCodesLeft: 0, devices: [] };

/** Another member, at the viewer's depth. */
export const NILS: ListedUser = {
  id: '22222222-0000-4000-8000-000000000000',
  username: 'Nils',
  profilePicture: '',
  depth: 0,
  followedByViewer: false,
  bio: '',
  contributedMB: 0,
  followersCount: 0,
  followingCount: 0,
};

/** Builds a member's profile for a viewer who may see it, and who doesn't follow the member. */
export function buildProfile(user: Omit<ListedUser, 'followedByViewer'>): OpenProfile {
  // Drops the fields that only a member's own profile has, such as the email.
  const { id, username, profilePicture, depth, bio, contributedMB, followersCount, followingCount } = user;
  const cardFields = { id, username, profilePicture, depth, bio, contributedMB, followersCount, followingCount };

  return { ...cardFields, followedByViewer: false, restricted: false, createdAt: CREATED_AT };
}

/** Builds a text file of another member, with these changes. */
export function sampleFile(changes: Partial<ListedFile> = {}): ListedFile {
  return {
    key: 'users/nils/low.txt',
    fileName: 'low.txt',
    contentType: 'text/plain',
    size: 12,
    creditedBytes: 12,
    lastModified: CREATED_AT,
    description: '',
    altText: '',
    userId: NILS.id,
    uploaderName: NILS.username,
    userDepth: 0,
    likeCount: 0,
    likedByViewer: false,
    views: 0,
    url: 'https://files.fathom.example/low.txt',
    ...changes,
  };
}

/** Builds a post of another member, with these changes. */
export function samplePost(changes: Partial<Post> = {}): Post {
  return {
    id: '01KAHQ3V7V8Z5T0F4M2S6R9XAA',
    userId: NILS.id,
    username: NILS.username,
    userProfilePic: '',
    userDepth: 0,
    content: 'Low tide at six.',
    imageUrl: null,
    imageAlt: '',
    createdAt: CREATED_AT,
    likeCount: 0,
    likedByViewer: false,
    commentCount: 0,
    newestComment: null,
    ...changes,
  };
}
