import { createContext, use } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';

/** The signed-in member, as far as they are known. */
interface Member {
  readonly profile: OwnProfile | undefined;
  /** Why the profile could not be fetched. */
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** Null when nobody is signed in. */
export const MemberContext = createContext<Member | null>(null);

/** The signed-in member, or null when nobody is signed in, or not any more. */
export function useMember(): Member | null {
  return use(MemberContext);
}
