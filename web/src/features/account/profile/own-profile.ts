import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { updateCachedUser } from '../../../platform/api/update-cached-user.ts';
import { onProductEvent } from '../../../platform/product-events.ts';

/** The query key of the member's own profile. */
const QUERY_KEY = ['account', 'me'];

/**
 * Loads the signed-in member's own profile.
 *
 * An upload or a deletion, in this tab or another, immediately updates the depth and refetches the profile.
 */
export function useOwnProfile({ enabled }: { enabled: boolean }) {
  const updateDepth = useUpdateOwnDepth();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await api.account.me({}, { signal })).profile,
    enabled,
  });

  useEffect(() => {
    const update = ({ depth }: { readonly depth?: number }) => updateDepth(depth);
    const unsubscribers = [onProductEvent('fileUploaded', update), onProductEvent('fileDeleted', update)];

    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [updateDepth]);

  return query;
}

/**
 * Returns a function that updates the member's depth, in metres, in the cached profile, and refetches the profile. If
 * the new depth is unknown, it only refetches the profile.
 */
export function useUpdateOwnDepth(): (depth: number | undefined) => void {
  const client = useQueryClient();

  return useCallback(
    (depth) => {
      // The same change arrives as an event, a WebSocket frame, and a response. Only the first of them has an effect.
      if (client.getQueryData<OwnProfile>(QUERY_KEY)?.depth === depth) return;

      if (depth !== undefined) {
        client.setQueryData<OwnProfile>(QUERY_KEY, (profile) => profile && { ...profile, depth });
      }
      void client.invalidateQueries({ queryKey: QUERY_KEY });
    },
    [client],
  );
}

/** Returns a function that writes the member's changed profile to all caches, and refetches all other queries. */
export function useUpdateOwnProfile(): (profile: OwnProfile) => void {
  const client = useQueryClient();

  return useCallback(
    (profile) => {
      const { id, username, displayName, profilePicture, bio } = profile;
      client.setQueryData<OwnProfile>(QUERY_KEY, profile);

      // Not every response has the last two fields. They are changed only where they exist.
      updateCachedUser(client, id, (cachedUser) => ({
        ...cachedUser,
        username,
        profilePicture,
        ...('displayName' in cachedUser && { displayName }),
        ...('bio' in cachedUser && { bio }),
      }));

      void client.invalidateQueries();
    },
    [client],
  );
}

/** Caches the member's own profile from a response that includes it. */
export function cacheOwnProfile(client: QueryClient, profile: OwnProfile): void {
  client.setQueryData(QUERY_KEY, profile);
}
