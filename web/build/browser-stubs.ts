/**
 * Stubs of modules that need a browser, used when the build renders the home page: `platform/auth/auth-state.ts`
 * (always a visitor) and `platform/browser/tab-title.ts` (does nothing).
 */
export const useAuthState = () => ({ status: 'signedOut', visit: 0, reason: 'visitor' }) as const;
export const setTabTitle = (): void => {};
