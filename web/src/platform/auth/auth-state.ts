import { useSyncExternalStore } from 'react';
import { discardDrafts } from '../browser/drafts.ts';
import { hasStoredSession, storedMemberId } from './stored-session.ts';

/**
 * Whether a member is signed in. `visit` counts sign-ins and keeps data of one visit out of the next. `memberId` is
 * undefined if the browser forbids storage.
 *
 * Reasons for `signedOut`:
 * - `visitor`: never signed in on this page.
 * - `left`: logged out.
 * - `leftEverywhere`: signed out on all devices.
 * - `deleted`: deleted the account.
 * - `ended`: the session expired while a screen was open.
 */
type AuthState =
  | { readonly status: 'loading'; readonly visit: number; readonly memberId: string | undefined }
  | { readonly status: 'signedIn'; readonly visit: number; readonly memberId: string | undefined }
  | {
      readonly status: 'signedOut';
      readonly visit: number;
      readonly memberId?: undefined;
      readonly reason: 'visitor' | 'left' | 'leftEverywhere' | 'deleted' | 'ended';
    };

let state: AuthState = hasStoredSession()
  ? { status: 'loading', visit: 0, memberId: storedMemberId() }
  : { status: 'signedOut', visit: 0, reason: 'visitor' };

const listeners = new Set<() => void>();

function setState(newState: AuthState): void {
  state = newState;
  for (const listener of listeners) listener();
}

/** Records that a member signed in, or that the stored session is valid. */
export function markSignedIn(): void {
  setState({ status: 'signedIn', visit: state.visit + 1, memberId: storedMemberId() });
}

/** Records that the member logged out here, or on all devices. */
export function markSignedOut(reason: 'left' | 'leftEverywhere' = 'left'): void {
  leave(reason);
}

/** Records that the member deleted their account. */
export function markAccountDeleted(): void {
  leave('deleted');
}

/** Ends the visit because the member wants it. Discards the member's unsent texts. */
function leave(reason: 'left' | 'leftEverywhere' | 'deleted'): void {
  if (state.memberId !== undefined) discardDrafts(state.memberId);
  setState({ status: 'signedOut', visit: state.visit, reason });
}

/** Returns the current state. */
export function authState(): AuthState {
  return state;
}

/** Returns the number of the current visit. */
export function currentVisit(): number {
  return state.visit;
}

/** Returns whether the member of a visit has logged out, or another visit has begun. */
export function hasLeft(visit: number): boolean {
  return visit !== state.visit || (state.status === 'signedOut' && state.reason !== 'ended');
}

/**
 * Records that a visit's session can't be renewed. An open screen stays and shows a prompt to sign in. Does
 * nothing if another visit has started since.
 */
export function markSessionEnded(visit: number): void {
  if (visit !== state.visit) return;
  if (state.status === 'signedIn') setState({ status: 'signedOut', visit: state.visit, reason: 'ended' });
  else if (state.status === 'loading') setState({ status: 'signedOut', visit: state.visit, reason: 'visitor' });
}

/** Returns the current state. The component renders again when it changes. */
export function useAuthState(): AuthState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, authState);
}

// Loads the module on demand, so that visitors don't download it.
const loadSession = () => import('./session.ts');

/**
 * Checks the stored session, and follows it when other tabs replace or end it. Call it once, when the page starts.
 *
 * A suspended tab misses changes of the storage, so it compares again when it is shown.
 */
export async function startAuth(): Promise<void> {
  addEventListener('storage', () => void followStoredSession());
  addEventListener('pageshow', () => void followStoredSession());
  addEventListener('visibilitychange', () => void followStoredSession());
  if (state.status !== 'loading') return;

  try {
    const session = await loadSession();
    if (await session.accessToken()) markSignedIn();
    else markSessionEnded(state.visit);
  } catch {
    // Without a connection the session may still be valid. The screens show the error and a Retry button.
    markSignedIn();
  }
}

/**
 * Ends a visit whose session is gone, unless another tab is replacing it. Adopts a session that another tab has stored,
 * if it is another member's, or if this tab shows no member.
 */
async function followStoredSession(): Promise<void> {
  if (isInSync()) return;
  await (await loadSession()).waitForSessionChange();
  if (isInSync()) return;

  if (hasStoredSession()) markSignedIn();
  else markSessionEnded(state.visit);
}

/**
 * Returns whether the page shows the member whose session is stored. After deleting an account, the page adopts no
 * session.
 */
function isInSync(): boolean {
  // `startAuth` is still checking the stored session.
  if (state.status === 'loading') return true;
  if (state.status === 'signedIn') return storedMemberId() === state.memberId;
  return state.reason === 'deleted' || !hasStoredSession();
}
