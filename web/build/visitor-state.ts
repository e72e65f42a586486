/** Stands in for `platform/auth/auth-state.ts` where pages are built: nobody is signed in there. */
export const useAuthState = () => ({ status: 'signedOut', visit: 0, reason: 'visitor' }) as const;
