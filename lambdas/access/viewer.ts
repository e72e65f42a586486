import type { Micrometres } from '../../shared/rules/depth.ts';
import { AccountDeleted } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getMember, getProfile, isDeleted, type Profile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import type { Viewer } from '../table/visible.ts';
import { checkSession, checkSessionAhead } from './session.ts';

/** The caller as a viewer, with the fields of their profile that lists, cards, and limits need. */
export interface CallingViewer extends Viewer {
  /** The greatest depth that the member has ever had. Their content has at most this depth. */
  readonly peakDepth: Micrometres;
  readonly followingCount: number;
  /** ISO 8601; undefined without a profile. Decides the member's limits. */
  readonly createdAt?: string | undefined;
}

/**
 * Loads the caller as a viewer, and checks their session. A caller without a profile views from depth 0.
 *
 * @throws the errors of {@link checkSession}
 */
export async function loadViewer(caller: Caller): Promise<CallingViewer> {
  return toViewer(caller.userId, await checkSession(caller));
}

/**
 * Loads the caller as a viewer for the endpoint's limit, before the endpoint runs.
 *
 * @throws the errors of {@link checkSessionAhead}
 */
export async function loadViewerAhead(caller: Caller): Promise<CallingViewer> {
  return toViewer(caller.userId, await checkSessionAhead(caller));
}

/**
 * Loads the member of an open socket as a viewer. There is no token to check, because ending a session closes its
 * sockets.
 *
 * @throws AccountDeleted if the member has deleted their account
 */
export async function loadSocketViewer(userId: string): Promise<CallingViewer> {
  const member = unseal(await getMember(userId, { consistent: true }));
  if (isDeleted(member)) throw new AccountDeleted();
  return toViewer(userId, member);
}

/**
 * Returns the caller's own profile, or undefined if they have none. Strongly consistent, so that it includes the latest
 * change of depth.
 */
export async function loadOwnProfile({ userId }: Pick<Caller, 'userId'>): Promise<Profile | undefined> {
  return unseal(await getProfile(userId, { consistent: true }));
}

function toViewer(userId: string, profile: Profile | undefined): CallingViewer {
  const { depth = 0, peakDepth = 0, followingCount = 0, createdAt } = profile ?? {};
  return { userId, depth, peakDepth, followingCount, createdAt };
}
