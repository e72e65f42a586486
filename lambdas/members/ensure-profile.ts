import type { Caller } from '../platform/identity.ts';
import { createProfile, getProfile, type Profile } from '../table/profile.ts';
import { fetchMemberAttributes } from './cognito-users.ts';
import { initialUsername } from './initial-username.ts';

/** Returns the caller's profile. Creates it from the user pool if the sign-up trigger failed to. */
export async function ensureProfile({ userId, username }: Caller): Promise<Profile> {
  const profile = await getProfile(userId, { consistent: true });
  if (profile) return profile;
  const attributes = await fetchMemberAttributes(username);
  return createProfile({ userId, email: attributes.email, username: initialUsername(attributes) });
}
