import { lazy, Suspense, useRef } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import { type LoginNewsState, MEMBER_PATHS, type ReturnPathState } from '../layout/paths.ts';
import { texts } from '../layout/texts.ts';

const Home = lazy(() => import('../visitor/home.tsx'));
const Login = lazy(() => import('../visitor/login.tsx'));
const Register = lazy(() => import('../visitor/register.tsx'));
const ForgotPassword = lazy(() => import('../visitor/forgot-password.tsx'));
// Visitors don't download it. Members get it with the member area.
const MemberScreen = lazy(() => import('./member-screens.tsx'));
const NotFound = lazy(() => import('../visitor/not-found.tsx'));
// Not part of the production build.
const DesignPage = import.meta.env.DEV ? lazy(() => import('../design-page/design-page.tsx')) : undefined;

/**
 * The route table.
 *
 * To add a screen for members, see `MEMBER_PATHS` in `layout/paths.ts`. To add a public screen, add a route here, its
 * texts to `visitor/texts.ts`, and a test to `visitor/visitor-screens.test.tsx`.
 */
export function Screens() {
  return (
    <Suspense fallback={<BubbleLoader label={texts.loading} />}>
      <Routes>
        <Route index element={<Home />} />
        <Route element={<VisitorsOnly />}>
          <Route path="login" element={<Login />} />
          <Route path="register" element={<Register />} />
          <Route path="forgot-password" element={<ForgotPassword />} />
        </Route>
        <Route element={<MembersOnly />}>
          {MEMBER_PATHS.map((path) => (
            <Route key={path} path={path} element={<MemberScreen path={path} />} />
          ))}
        </Route>
        {DesignPage && <Route path="__design" element={<DesignPage />} />}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}

/** Screens for signing in. Signed-in members are redirected to the page they came from, or to the dashboard. */
function VisitorsOnly() {
  const { status } = useAuthState();
  const { from } = (useLocation().state ?? {}) as ReturnPathState;
  return status === 'signedIn' ? <Navigate to={from ?? '/dashboard'} replace /> : <Outlet />;
}

/**
 * Screens for members. Visitors are redirected to /login.
 *
 * If the session ends while a screen is open, the screen stays and shows a prompt to sign in. See
 * docs/product.md#accounts.
 */
function MembersOnly() {
  const auth = useAuthState();
  const reason = auth.status === 'signedOut' && auth.reason;
  const { pathname, search } = useLocation();
  const openPath = useRef<string>(undefined);
  if (auth.status === 'signedIn') openPath.current = pathname;
  else if (reason === 'deleted') return <Navigate to="/" replace />;
  else if (reason !== 'ended' || openPath.current !== pathname) {
    const state: ReturnPathState & LoginNewsState =
      reason === 'left' || reason === 'leftEverywhere'
        ? { signedOutEverywhere: reason !== 'left' }
        : { from: pathname + search };
    return <Navigate to="/login" replace state={state} />;
  }
  return <Outlet />;
}
