import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useMatch, useNavigate } from 'react-router-dom';
import { useOwnDepthMoved, useOwnProfile } from '../../features/account/profile/own-profile.ts';
import { MessengerContext, useStartedMessenger } from '../../features/messages/messenger-context.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { MemberContext } from '../layout/member.ts';
import { useDashboardQuery } from '../screens/dashboard-query.ts';
import { MemberNavigation } from './member-navigation.tsx';
import { VisitorNavigation } from './navigation-bar.tsx';

// In the same download as the area: else its list of screens would cost a journey of its own.
export { preloadScreen } from './member-screens.tsx';

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

interface MemberAreaProps {
  /** Whether the session is alive. */
  readonly active: boolean;
  /** The page, around the bar for whoever is here. */
  readonly children: (navigation: ReactNode) => ReactNode;
}

/** What a visit of a member needs: their profile, and a cache of answers that ends with the visit. */
export default function MemberArea({ active, children }: MemberAreaProps) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <MemberProviders active={active}>{children}</MemberProviders>
    </QueryClientProvider>
  );
}

function MemberProviders({ active, children }: MemberAreaProps) {
  const onDashboard = useMatch('/dashboard') !== null;
  const { data, error, refetch } = useOwnProfile({ enabled: active && !onDashboard });
  // It brings the profile along, and is asked for while its screen is still being downloaded.
  useDashboardQuery({ enabled: active && onDashboard });
  const navigate = useNavigate();
  const messenger = useStartedMessenger(active ? data?.id : undefined, {
    onDepth: useOwnDepthMoved(),
    onOpen: (userId) => navigate(`/messages/${userId}`),
  });
  const member = useMemo(
    () => (active ? { profile: data, error: error ?? undefined, retry: () => void refetch() } : null),
    [active, data, error, refetch],
  );
  const navigation = active ? <MemberNavigation profile={data} /> : <VisitorNavigation />;
  return (
    <MemberContext value={member}>
      <MessengerContext value={messenger}>{children(navigation)}</MessengerContext>
    </MemberContext>
  );
}
