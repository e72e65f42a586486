import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { credentials } from '../../../../../shared/contract/credentials.ts';
import type { Response } from '../../../../../shared/contract/endpoint.ts';
import { api } from '../../../platform/api/api.ts';

/** The query key of the settings. */
const QUERY_KEY = ['credentials', 'settings'];

/** The response with the member's sign-in settings. */
export type SignInSettings = Response<typeof credentials.signInSettings>;

/** Loads the member's sign-in settings. */
export function useSignInSettings() {
  return useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => api.credentials.signInSettings({}, { signal }) });
}

/** Returns a function that refetches the settings. */
export function useRefetchSettings(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: QUERY_KEY }), [client]);
}

/** Returns a function that immediately changes the cached settings, and then refetches all queries. */
export function useUpdateSettings(): (change: Partial<SignInSettings>) => void {
  const client = useQueryClient();

  return useCallback(
    (change) => {
      client.setQueryData<SignInSettings>(QUERY_KEY, (settings) => settings && { ...settings, ...change });
      // Refetches all queries, because the profile also contains the email.
      void client.invalidateQueries();
    },
    [client],
  );
}
