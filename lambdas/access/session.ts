import type { InputReason } from '../../shared/contract/error-params.ts';
import { AccountDeleted, InvalidInput, SessionEnded } from '../platform/errors.ts';
import { awaitCallCount, type Caller, markSessionChecked } from '../platform/identity.ts';
import { getMember, isDeleted, type Member, type Profile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';

/** Profiles that were read before the endpoint ran. Each request has its own caller object, which is the key. */
const profilesReadAhead = new WeakMap<Caller, Profile | undefined>();

/**
 * Checks the caller's session before their endpoint runs, because the endpoint's limit depends on the profile. The
 * endpoint's first check then uses this profile. Later checks read the profile again, because the request may have
 * changed it.
 *
 * @throws the errors of {@link checkSession}
 */
export async function checkSessionAhead(caller: Caller): Promise<Profile | undefined> {
  const profile = await checkSession(caller);
  profilesReadAhead.set(caller, profile);
  return profile;
}

/**
 * Reads the caller's profile while their call is counted, and checks that their token is still accepted. Every endpoint
 * for members must wait for this before it changes or returns anything, usually through `loadViewer` or
 * `ensureProfile`; `lambdas/http/endpoint.ts` fails the request otherwise. See docs/adr/0026-ending-sessions.md.
 *
 * The read is strongly consistent, so it includes the caller's latest changes: a rise, a follow, or ended sessions.
 *
 * @returns the caller's profile, or undefined if they have none yet
 * @throws TooManyCalls if the call is above the member's limit
 * @throws AccountDeleted if the caller has deleted their account; an access token can outlive the account
 * @throws SessionEnded if the token was issued before the member's sessions were ended
 */
export async function checkSession(caller: Caller): Promise<Profile | undefined> {
  // The profile may be undefined, so only `delete` returns whether it was read ahead.
  const profileReadAhead = profilesReadAhead.get(caller);
  if (profilesReadAhead.delete(caller)) return profileReadAhead;

  const [member] = await Promise.all([getMember(caller.userId, { consistent: true }), awaitCallCount(caller)]);
  return acceptToken(caller, unseal(member));
}

/**
 * Rejects a request that names the caller as the other member. Checks the session first, so that a deleted account gets
 * the same error from every request. Reads nothing if the request names another member.
 *
 * @param reason - the reason in the error
 * @throws InvalidInput if the request names the caller, or the errors of {@link checkSession}
 */
export async function requireOtherMember(caller: Caller, userId: string, reason: InputReason): Promise<void> {
  if (userId !== caller.userId) return;
  await checkSession(caller);
  throw new InvalidInput(reason);
}

/** Returns the caller's profile if their token is still accepted. */
function acceptToken(caller: Caller, member: Member | undefined): Profile | undefined {
  // The session was checked, even if it is rejected below.
  markSessionChecked(caller);
  if (isDeleted(member)) throw new AccountDeleted();
  if (member?.tokensValidFrom !== undefined && caller.issuedAt < member.tokensValidFrom) throw new SessionEnded();
  return member;
}
