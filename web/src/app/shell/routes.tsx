import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import { type LoginNoticeState, MEMBER_PATHS, type ReturnPathState } from '../layout/paths.ts';
import { texts } from '../layout/texts.ts';

const Home = lazy(() => import('../visitor/home.tsx'));
const Login = lazy(() => import('../visitor/login.tsx'));
const Register = lazy(() => import('../visitor/register.tsx'));
const ForgotPassword = lazy(() => import('../visitor/forgot-password.tsx'));
// Uses a separate chunk, which members get with the member area.
const MemberScreen = lazy(() => import('./member-screens.tsx'));
const NotFound = lazy(() => import('../visitor/not-found.tsx'));
// The production build omits the page.
const DesignPage = import.meta.env.DEV ? lazy(() => import('../design-page/design-page.tsx')) : undefined;

/** The screens that visitors can open, by path. */
const PUBLIC_SCREENS: Readonly<Record<string, ReactNode>> = {
  '/': <Home />,
  '/login': (
    <VisitorsOnly>
      <Login />
    </VisitorsOnly>
  ),
  '/register': (
    <VisitorsOnly>
      <Register />
    </VisitorsOnly>
  ),
  '/forgot-password': (
    <VisitorsOnly>
      <ForgotPassword />
    </VisitorsOnly>
  ),
  ...(DesignPage && { '/__design': <DesignPage /> }),
};

/**
 * The screen at the current path.
 *
 * To add a screen for members, see `MEMBER_PATHS` in `layout/paths.ts`. To add a public screen, add it to
 * `PUBLIC_SCREENS`, its texts to `visitor/texts.ts`, and a test to `visitor/visitor-screens.test.tsx`.
 *
 * Doesn't use the router's `Routes`, which adds 3 KB to the scripts of every page.
 */
export function Screens() {
  const { pathname } = useLocation();
  return <Suspense fallback={<BubbleLoader label={texts.loading} />}>{selectScreen(pathname)}</Suspense>;
}

function selectScreen(pathname: string): ReactNode {
  const isCurrent = (path: string) => matchPath(path, pathname) !== null;
  const publicPath = Object.keys(PUBLIC_SCREENS).find(isCurrent);
  if (publicPath) return PUBLIC_SCREENS[publicPath];
  const memberPath = MEMBER_PATHS.find((path) => isCurrent(`/${path}`));
  if (!memberPath) return <NotFound />;

  return (
    <MembersOnly>
      <MemberScreen path={memberPath} />
    </MembersOnly>
  );
}

/** Screens for signing in. Signed-in members are redirected to the page they came from, or to the dashboard. */
function VisitorsOnly({ children }: { children: ReactNode }) {
  const { status } = useAuthState();
  const { from } = (useLocation().state ?? {}) as ReturnPathState;
  return status === 'signedIn' ? <Navigate to={from ?? '/dashboard'} replace /> : children;
}

/**
 * Screens for members. Visitors are redirected to /login.
 *
 * If the session ends while a screen is open, the screen stays and shows a prompt to sign in. See
 * docs/product.md#accounts.
 */
function MembersOnly({ children }: { children: ReactNode }) {
  const auth = useAuthState();
  const reason = auth.status === 'signedOut' && auth.reason;
  const { pathname, search } = useLocation();
  const openPath = useRef<string>(undefined);

  if (auth.status === 'signedIn') {
    openPath.current = pathname;
    return children;
  }
  if (reason === 'deleted') return <Navigate to="/" replace />;
  if (reason === 'ended' && openPath.current === pathname) return children;

  const hasLoggedOut = reason === 'left' || reason === 'leftEverywhere';
  const state: ReturnPathState & LoginNoticeState = hasLoggedOut
    ? { signedOutEverywhere: reason === 'leftEverywhere' }
    : { from: pathname + search };
  return <Navigate to="/login" replace state={state} />;
}
