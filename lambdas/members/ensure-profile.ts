import { checkSession } from '../access/session.ts';
import type { Caller } from '../platform/identity.ts';
import { createProfile, type Profile } from '../table/profile.ts';
import { chooseInitialUsername } from './initial-username.ts';

/**
 * Returns the caller's profile, and checks their session. Creates the profile from the user pool if the sign-up trigger
 * failed to create it.
 *
 * @throws AccountDeleted, SessionEnded if the caller's token is no longer accepted ({@link checkSession})
 */
export async function ensureProfile(caller: Caller): Promise<Profile> {
  const { userId, username } = caller;
  const profile = await checkSession(caller);
  if (profile) return profile;

  // The client of Cognito is rarely needed, so it isn't loaded with the function.
  const { fetchMemberAttributes } = await import('./cognito-users.ts');
  const attributes = await fetchMemberAttributes(username);
  return createProfile({ userId, email: attributes.email, username: chooseInitialUsername(attributes) });
}
