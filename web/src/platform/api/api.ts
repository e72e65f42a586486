import { routes } from 'virtual:contract-routes';
import { authState, currentVisit, markSessionEnded } from '../auth/auth-state.ts';
import { runtimeConfig } from '../runtime-config.ts';
import { wait } from '../time/wait.ts';
import { createApi } from './client.ts';

/** The API client of this page. It authenticates as the signed-in member. */
export const api = createApi(routes, {
  baseUrl: async () => (await runtimeConfig()).apiUrl,
  async accessToken(options) {
    const { visit, memberId } = authState();
    const hasLoggedOut = () => authState().visit === visit && authState().status === 'signedOut';
    const { accessToken } = await import('../auth/session.ts');
    return accessToken({ ...options, memberId, hasLoggedOut });
  },
  visit: currentVisit,
  onSessionEnded: markSessionEnded,
  fetch: (...request) => fetch(...request),
  retry: { isOnline: () => navigator.onLine, wait, random: Math.random },
});
