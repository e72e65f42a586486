import { lazy, Suspense, useRef } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import { type CameFrom, MEMBER_PATHS } from '../layout/paths.ts';
import { texts } from '../layout/texts.ts';

const Home = lazy(() => import('../visitor/home.tsx'));
const Login = lazy(() => import('../visitor/login.tsx'));
const Register = lazy(() => import('../visitor/register.tsx'));
const ForgotPassword = lazy(() => import('../visitor/forgot-password.tsx'));
// Visitors download nothing of it; the members' area brings it along.
const MemberScreen = lazy(() => import('./member-screens.tsx'));
const NotFound = lazy(() => import('../visitor/not-found.tsx'));
// Falls away when the product is built, with all that it shows.
const Design = import.meta.env.DEV ? lazy(() => import('../design-page/design-page.tsx')) : undefined;

/** The route table (specification §2). */
export function Screens() {
  return (
    <Suspense fallback={<BubbleLoader label={texts.loading} />}>
      <Routes>
        <Route index element={<Home />} />
        <Route element={<ForVisitors />}>
          <Route path="login" element={<Login />} />
          <Route path="register" element={<Register />} />
          <Route path="forgot-password" element={<ForgotPassword />} />
        </Route>
        <Route element={<ForMembers />}>
          {MEMBER_PATHS.map((path) => (
            <Route key={path} path={path} element={<MemberScreen path={path} />} />
          ))}
        </Route>
        {Design && <Route path="__design" element={<Design />} />}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}

/** Screens that a member has no use for: signing in there leads on. */
function ForVisitors() {
  const { status } = useAuthState();
  const { from } = (useLocation().state ?? {}) as CameFrom;
  return status === 'signedIn' ? <Navigate to={from ?? '/dashboard'} replace /> : <Outlet />;
}

/**
 * Screens for members only: everybody else is led to /login. A screen whose session ends while it is open stays, and
 * asks to sign in (decision 28).
 */
function ForMembers() {
  const auth = useAuthState();
  const { pathname, search } = useLocation();
  const open = useRef<string>(undefined);
  if (auth.status === 'signedIn') open.current = pathname;
  else if (auth.status === 'signedOut' && auth.reason === 'deleted') return <Navigate to="/" replace />;
  else if (auth.status !== 'signedOut' || auth.reason !== 'ended' || open.current !== pathname) {
    const left = auth.status === 'signedOut' && auth.reason === 'left';
    return <Navigate to="/login" replace state={left ? undefined : { from: pathname + search }} />;
  }
  return <Outlet />;
}
