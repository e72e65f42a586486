import { routes } from 'virtual:contract-routes';
import { authState, currentVisit, markSessionEnded } from '../auth/auth-state.ts';
import { wait } from '../time/wait.ts';
import { createApi } from './client.ts';

/** The API client of this page. It authenticates as the signed-in member. */
export const api = createApi(routes, {
  // The page's own origin, because a stage with a domain also serves its pages at CloudFront's address. The API allows
  // no other origin (CORS).
  baseUrl: '/api',
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
