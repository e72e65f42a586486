import { routes } from 'virtual:contract-routes';
import { currentVisit, sessionEnded } from '../auth/auth-state.ts';
import { runtimeConfig } from '../runtime-config.ts';
import { createApi } from './client.ts';

/** The API of the place that this page runs against, called as the signed-in member. */
export const api = createApi(routes, {
  baseUrl: async () => (await runtimeConfig()).apiUrl,
  accessToken: async (options) => (await import('../auth/session.ts')).accessToken(options),
  visit: currentVisit,
  onSessionEnded: sessionEnded,
  fetch: (...request) => fetch(...request),
});
