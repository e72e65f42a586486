import { useSyncExternalStore } from 'react';
import { hasStoredSession } from './stored-session.ts';

/**
 * Whether a member is signed in. `visit` counts sign-ins, so that nothing of one member's visit reaches the next.
 * A signed-out visitor was never signed in, has left by choice or for good, or holds a screen open whose session has
 * ended.
 */
type AuthState =
  | { readonly status: 'loading'; readonly visit: number }
  | { readonly status: 'signedIn'; readonly visit: number }
  | { readonly status: 'signedOut'; readonly visit: number; readonly reason: 'visitor' | 'left' | 'deleted' | 'ended' };

let state: AuthState = hasStoredSession()
  ? { status: 'loading', visit: 0 }
  : { status: 'signedOut', visit: 0, reason: 'visitor' };

const listeners = new Set<() => void>();

function become(next: AuthState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** A member has signed in, or a remembered session was found alive. */
export function signedIn(): void {
  become({ status: 'signedIn', visit: state.visit + 1 });
}

/** The member has left by choice. */
export function signedOut(): void {
  become({ status: 'signedOut', visit: state.visit, reason: 'left' });
}

/** The member has deleted their account. */
export function accountDeleted(): void {
  become({ status: 'signedOut', visit: state.visit, reason: 'deleted' });
}

/** The present state. */
export function authState(): AuthState {
  return state;
}

/** The number of the present visit. */
export function currentVisit(): number {
  return state.visit;
}

/** A visit's session cannot be renewed: the open screen stays and asks to sign in (decision 28). */
export function sessionEnded(visit: number): void {
  if (visit !== state.visit) return;
  if (state.status === 'signedIn') become({ status: 'signedOut', visit: state.visit, reason: 'ended' });
  else if (state.status === 'loading') become({ status: 'signedOut', visit: state.visit, reason: 'visitor' });
}

/** The present state; the component renders again when it changes. */
export function useAuthState(): AuthState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, authState);
}

/** Follows what other tabs do, and finds out whether a remembered session is alive. Called once, at the start. */
export async function startAuth(): Promise<void> {
  addEventListener('storage', () => {
    if (state.status === 'signedIn' && !hasStoredSession()) sessionEnded(state.visit);
  });
  if (state.status !== 'loading') return;
  try {
    const session = await import('./session.ts');
    if (await session.accessToken()) signedIn();
    else sessionEnded(state.visit);
  } catch {
    // Nobody said that the session is over: what cannot be reached now says so on each screen, with a way to retry.
    signedIn();
  }
}
