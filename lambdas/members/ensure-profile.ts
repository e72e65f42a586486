import type { Caller } from '../platform/identity.ts';
import { createProfile, getProfile, type Profile } from '../table/profile.ts';
import { memberAttributes } from './cognito-users.ts';
import { initialUsername } from './initial-username.ts';

/** The caller's profile; made from what the user pool knows of them, when the sign-up trigger's was lost. */
export async function ensureProfile({ userId, username }: Caller): Promise<Profile> {
  const profile = await getProfile(userId, { consistent: true });
  if (profile) return profile;
  const attributes = await memberAttributes(username);
  return createProfile({ userId, email: attributes.email, username: initialUsername(attributes) });
}
