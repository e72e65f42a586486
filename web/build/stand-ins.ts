/**
 * Replacements for modules that need a browser, used while the home page is rendered at build time: for
 * `platform/auth/auth-state.ts` (a visitor) and `platform/tab-title.ts` (no tab).
 */
export const useAuthState = () => ({ status: 'signedOut', visit: 0, reason: 'visitor' }) as const;
export const setTabTitle = (): void => {};
