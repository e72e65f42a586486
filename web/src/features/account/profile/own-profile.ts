import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { changeHeldPerson } from '../../../platform/api/held-people.ts';
import { listen } from '../../../platform/product-events.ts';

const KEY = ['account', 'me'];

/**
 * The signed-in member's own profile. An upload or a deletion, in this tab or another, changes its depth at once; the rest
 * (megabytes contributed) is then fetched.
 */
export function useOwnProfile({ enabled }: { enabled: boolean }) {
  const moved = useOwnDepthMoved();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.account.me({}, { signal })).profile,
    enabled,
  });

  useEffect(() => {
    const move = ({ depth }: { readonly depth: number }) => moved(depth);
    const deaf = [listen('fileUploaded', move), listen('fileDeleted', move)];
    return () => {
      for (const stop of deaf) stop();
    };
  }, [moved]);

  return query;
}

/** What to call when it is known that the member's own depth, in metres, has changed. */
export function useOwnDepthMoved(): (depth: number) => void {
  const client = useQueryClient();
  return useCallback(
    (depth) => {
      // Told by more than one way: the first has done it.
      if (client.getQueryData<OwnProfile>(KEY)?.depth === depth) return;
      client.setQueryData<OwnProfile>(KEY, (profile) => profile && { ...profile, depth });
      void client.invalidateQueries({ queryKey: KEY });
    },
    [client],
  );
}

/** Puts a changed profile of one's own in its place, everywhere at once; what only mentions it is fetched anew. */
export function useOwnProfileChanged(): (profile: OwnProfile) => void {
  const client = useQueryClient();
  return useCallback(
    (profile) => {
      const { id, username, displayName, profilePicture, bio } = profile;
      client.setQueryData<OwnProfile>(KEY, profile);
      changeHeldPerson(client, id, (held) => ({
        ...held,
        username,
        profilePicture,
        ...('displayName' in held && { displayName }),
        ...('bio' in held && { bio }),
      }));
      void client.invalidateQueries();
    },
    [client],
  );
}

/** Takes over one's own profile from an answer that has brought it along. */
export function rememberOwnProfile(client: QueryClient, profile: OwnProfile): void {
  client.setQueryData(KEY, profile);
}
