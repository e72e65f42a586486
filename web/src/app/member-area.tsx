import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useOwnProfile } from '../features/account/own-profile.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { MemberContext } from './member.ts';

const RETRIES = 2;

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // An overloaded table asks for patience; whatever else fails is shown, with a way to retry.
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.code === 'Throttled',
        // A call that cannot leave the machine fails with a sentence, rather than waiting in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** What a visit of a member needs: their profile, and a cache of answers that ends with the visit. */
export default function MemberArea({ active, children }: { active: boolean; children: ReactNode }) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <WithProfile active={active}>{children}</WithProfile>
    </QueryClientProvider>
  );
}

function WithProfile({ active, children }: { active: boolean; children: ReactNode }) {
  const { data, error, refetch } = useOwnProfile({ enabled: active });
  const member = useMemo(
    () => (active ? { profile: data, error: error ?? undefined, retry: () => void refetch() } : null),
    [active, data, error, refetch],
  );
  return <MemberContext value={member}>{children}</MemberContext>;
}
