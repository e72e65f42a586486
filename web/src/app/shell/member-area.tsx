import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useMatch, useNavigate } from 'react-router-dom';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { useOwnProfile, useUpdateOwnDepth } from '../../features/account/profile/own-profile.ts';
import { useRemoveDeletedFiles } from '../../features/files/use-remove-deleted-files.ts';
import { MessengerContext, useStartMessenger } from '../../features/messages/messenger-context.ts';
import { pauseQueriesWhenIdle } from '../../platform/api/pause-when-idle.ts';
import { lazyDecoration } from '../../platform/browser/lazy-decoration.ts';
import { useFrames, useStartSocket } from '../../platform/socket/use-socket.ts';
import { OwnDepthContext } from '../../platform/state/own-depth.ts';
import { MemberContext } from '../layout/member.ts';
import { useDashboardQuery } from '../screens/dashboard-query.ts';
import { MemberNavigation } from './member-navigation.tsx';
import { VisitorNavigation } from './navigation-bar.tsx';

// Keeps the function in the chunk of the member area. A separate chunk would cost another round trip.
export { preloadScreen } from './member-screens.tsx';

const DepthMoments = lazyDecoration(() => import('../../ocean/moments/depth-moments.tsx'));

/** Delay before the login screen is preloaded, in milliseconds. Later than all content that a member waits for. */
const PRELOAD_LOGIN_AFTER_MS = 15_000;

interface MemberAreaProps {
  /** Whether the session is valid. */
  readonly isActive: boolean;
  /** Renders the page with this navigation bar. */
  readonly children: (navigation: ReactNode) => ReactNode;
}

/**
 * Provides the member's profile, messenger, query cache, and socket. All of them end with the visit: when the member logs
 * out, or at the next login.
 */
export default function MemberArea({ isActive, children }: MemberAreaProps) {
  const [client] = useState(createQueryClient);
  usePreloadedLogin();

  return (
    <QueryClientProvider client={client}>
      <MemberProviders isActive={isActive}>{children}</MemberProviders>
    </QueryClientProvider>
  );
}

/** Preloads the login screen, so that a logout can open it without a connection. */
function usePreloadedLogin(): void {
  useEffect(() => {
    const timer = setTimeout(() => import('../visitor/login.tsx').catch(() => undefined), PRELOAD_LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Provides the member and the messenger. Needs the query cache. */
function MemberProviders({ isActive, children }: MemberAreaProps) {
  const isOnDashboard = useMatch('/dashboard') !== null;
  const { data, error, refetch } = useOwnProfile({ enabled: isActive && !isOnDashboard });

  // The dashboard response includes the profile. Request it while the screen's chunk is still loading.
  useDashboardQuery({ enabled: isActive && isOnDashboard });

  const navigate = useNavigate();
  // Without an ID, no socket opens.
  const memberId = isActive ? data?.id : undefined;
  const socketHub = useStartSocket(memberId);
  const updateDepth = useUpdateOwnDepth();
  useFrames(socketHub, 'depth', ({ depth }) => updateDepth(depth));
  useRemoveDeletedFiles();

  const messenger = useStartMessenger(memberId, socketHub, {
    onOpenConversation: (userId) => navigate(`/messages/${userId}`),
  });

  const member = useMemo(
    () => (isActive ? { profile: data, error: error ?? undefined, retry: () => void refetch() } : null),
    [isActive, data, error, refetch],
  );

  const navigation = isActive ? <ActiveNavigation profile={data} /> : <VisitorNavigation />;

  return (
    <MemberContext value={member}>
      <OwnDepthContext value={data?.depth ?? 0}>
        <MessengerContext value={messenger}>{children(navigation)}</MessengerContext>
      </OwnDepthContext>
    </MemberContext>
  );
}

/** The navigation bar of a valid session. Also shows the events of the member's ascent. */
function ActiveNavigation({ profile }: { profile: OwnProfile | undefined }) {
  return (
    <>
      <MemberNavigation profile={profile} />
      {profile && (
        <Suspense>
          <DepthMoments key={profile.id} memberId={profile.id} metres={profile.depth} />
        </Suspense>
      )}
    </>
  );
}

/** Creates the query cache of a visit. Its queries pause while the page is idle. */
function createQueryClient(): QueryClient {
  pauseQueriesWhenIdle();

  return new QueryClient({
    defaultOptions: {
      queries: {
        // The API client retries transient errors. Screens show the last error with a Retry button.
        retry: false,
        // Without a connection, fail with an error instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
