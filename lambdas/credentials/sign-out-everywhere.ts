import type { credentials } from '../../shared/contract/credentials.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { endAllSessions } from './end-all-sessions.ts';

/** Ends all of the caller's sessions, including this one. */
export async function signOutEverywhere(caller: Caller): Promise<Response<typeof credentials.signOutEverywhere>> {
  await ensureProfile(caller);
  await endAllSessions(caller.userId);
  return {};
}
