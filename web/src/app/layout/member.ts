import { createContext, use } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';

/** The signed-in member. */
interface Member {
  /** The member's own profile. Undefined while it loads, and after a failure. */
  readonly profile: OwnProfile | undefined;
  /** The reason why the profile couldn't be loaded. */
  readonly error: Error | undefined;
  /** Loads the profile again. */
  readonly retry: () => void;
}

/** Provides the signed-in member, or null if no one is signed in. */
export const MemberContext = createContext<Member | null>(null);

/** Returns the signed-in member, or null if no one is signed in or the session has ended. */
export function useMember(): Member | null {
  return use(MemberContext);
}
