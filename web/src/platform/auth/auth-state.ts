import { useSyncExternalStore } from 'react';
import { hasStoredSession } from './stored-session.ts';

/**
 * Whether a member is signed in. `visit` counts sign-ins and keeps data of one visit out of the next.
 *
 * Reasons for `signedOut`:
 * - `visitor`: never signed in on this page.
 * - `left`: logged out.
 * - `leftEverywhere`: signed out on all devices.
 * - `deleted`: deleted the account.
 * - `ended`: the session expired while a screen was open.
 */
type AuthState =
  | { readonly status: 'loading'; readonly visit: number }
  | { readonly status: 'signedIn'; readonly visit: number }
  | {
      readonly status: 'signedOut';
      readonly visit: number;
      readonly reason: 'visitor' | 'left' | 'leftEverywhere' | 'deleted' | 'ended';
    };

let state: AuthState = hasStoredSession()
  ? { status: 'loading', visit: 0 }
  : { status: 'signedOut', visit: 0, reason: 'visitor' };

const listeners = new Set<() => void>();

function setState(next: AuthState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Records that a member signed in, or that the stored session is valid. */
export function markSignedIn(): void {
  setState({ status: 'signedIn', visit: state.visit + 1 });
}

/** Records that the member logged out here, or on all devices. */
export function markSignedOut(reason: 'left' | 'leftEverywhere' = 'left'): void {
  setState({ status: 'signedOut', visit: state.visit, reason });
}

/** Records that the member deleted their account. */
export function markAccountDeleted(): void {
  setState({ status: 'signedOut', visit: state.visit, reason: 'deleted' });
}

/** Returns the current state. */
export function authState(): AuthState {
  return state;
}

/** Returns the number of the current visit. */
export function currentVisit(): number {
  return state.visit;
}

/**
 * Records that a visit's session can't be renewed. An open screen stays and shows a prompt to sign in. Ignored if
 * another visit has started since.
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

// Visitors don't download it.
const loadSession = () => import('./session.ts');

/** Checks the stored session, and watches for logouts in other tabs. Call it once, when the page starts. */
export async function startAuth(): Promise<void> {
  addEventListener('storage', () => {
    if (state.status === 'signedIn' && !hasStoredSession()) void endUnlessReplaced(state.visit);
  });
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

/** Ends a visit whose session is gone from the storage, unless another tab is replacing it with a new session. */
async function endUnlessReplaced(visit: number): Promise<void> {
  await (await loadSession()).waitForSessionChange();
  if (!hasStoredSession()) markSessionEnded(visit);
}
