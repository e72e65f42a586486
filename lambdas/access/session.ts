import type { InputReason } from '../../shared/contract/error-params.ts';
import { AccountDeleted, InvalidInput, SessionEnded } from '../platform/errors.ts';
import { type Caller, callCounted, markSessionChecked } from '../platform/identity.ts';
import { getMember, isDeleted, type Member, type Profile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';

/** Profiles that were read before the endpoint ran, by the request's caller. */
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
 * @throws AccountDeleted if the caller has deleted their account; an access token can outlive it
 * @throws SessionEnded if the token was issued before the member's sessions were ended
 */
export async function checkSession(caller: Caller): Promise<Profile | undefined> {
  const profileReadAhead = profilesReadAhead.get(caller);
  if (profilesReadAhead.delete(caller)) return profileReadAhead;

  const [member] = await Promise.all([getMember(caller.userId, { consistent: true }), callCounted(caller)]);
  return acceptToken(caller, unseal(member));
}

/**
 * Checks that a request doesn't name the caller. If it does, checks the session first, so that a deleted account gets
 * the same error from every request. Otherwise, reads nothing.
 *
 * @param reason - the reason in the error
 * @throws InvalidInput if it names the caller, or the errors of {@link checkSession}
 */
export async function requireOtherMember(caller: Caller, userId: string, reason: InputReason): Promise<void> {
  if (userId !== caller.userId) return;
  await checkSession(caller);
  throw new InvalidInput(reason);
}

function acceptToken(caller: Caller, member: Member | undefined): Profile | undefined {
  markSessionChecked(caller);
  if (isDeleted(member)) throw new AccountDeleted();
  if (member?.tokensValidFrom !== undefined && caller.issuedAt < member.tokensValidFrom) throw new SessionEnded();
  return member;
}
