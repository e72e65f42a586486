import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { credentials } from '../../../../../shared/contract/credentials.ts';
import type { Response } from '../../../../../shared/contract/endpoint.ts';
import { api } from '../../../platform/api/api.ts';

const QUERY_KEY = ['credentials', 'settings'];

export type SignInSettings = Response<typeof credentials.signInSettings>;

/** Loads how the member signs in. */
export function useSignInSettings() {
  return useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => api.credentials.signInSettings({}, { signal }) });
}

/** Returns a function that changes the shown settings at once, and then refetches everything that shows them. */
export function useUpdateSettings(): (change: Partial<SignInSettings>) => void {
  const client = useQueryClient();
  return useCallback(
    (change) => {
      client.setQueryData<SignInSettings>(QUERY_KEY, (settings) => settings && { ...settings, ...change });
      // The profile contains the email, too.
      void client.invalidateQueries();
    },
    [client],
  );
}
