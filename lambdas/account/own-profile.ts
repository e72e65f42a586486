import type { OwnProfile } from '../../shared/contract/account.ts';
import { toMegabytes, toMetres } from '../../shared/rules/depth.ts';
import { pictureUrlOf } from '../storage/storage-key.ts';
import type { Profile } from '../table/profile.ts';

/** Builds the response for the caller's own profile. */
export function presentOwnProfile(profile: Profile): OwnProfile {
  return {
    id: profile.userId,
    email: profile.email,
    username: profile.username,
    displayName: profile.username,
    depth: toMetres(profile.depth),
    contributedMB: toMegabytes(profile.contributedBytes),
    profilePicture: pictureUrlOf(profile),
    bio: profile.bio,
    createdAt: profile.createdAt,
    followersCount: profile.followersCount,
    followingCount: profile.followingCount,
  };
}
