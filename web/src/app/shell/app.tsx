import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ToastRegion } from '../../design/toast-region.tsx';
import { saveBrowserColours, setBrowserColours } from '../../ocean/browser-colours.ts';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { useDimmed } from '../../ocean/dimmed.ts';
import { loadLastDepth, saveLastDepth } from '../../ocean/last-depth.ts';
import { Ocean, oceanStyle } from '../../ocean/ocean.tsx';
import { themeOf } from '../../ocean/theme.ts';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { useMember } from '../layout/member.ts';
import { texts } from '../layout/texts.ts';
import { VisitorNavigation } from './navigation-bar.tsx';
import { Screens } from './routes.tsx';

// Uses a separate chunk, so that visitors don't download it.
const loadMemberArea = () => import('./member-area.tsx');
const MemberArea = lazy(loadMemberArea);

/** Starts downloading the member area and the current screen while the stored session is checked. */
export function preloadMemberArea(): void {
  runtimeConfig().catch(() => undefined);
  loadMemberArea()
    .then(({ preloadScreen }) => preloadScreen(location.pathname))
    // Ignore the error: rendering loads it again and shows the error.
    .catch(() => undefined);
}

/** The whole page. Shows a loading indicator while the stored session is checked. */
export function App() {
  const auth = useAuthState();
  if (auth.status === 'loading') return <Loading />;
  if (auth.status === 'signedOut' && auth.reason !== 'ended') return <Page navigation={<VisitorNavigation />} />;

  return (
    <Suspense fallback={<Loading />}>
      <MemberArea key={auth.visit} isActive={auth.status === 'signedIn'}>
        {(navigation) => <Page navigation={navigation} />}
      </MemberArea>
    </Suspense>
  );
}

function Loading() {
  const isDimmed = useDimmed();
  const [metres] = useState(() => loadLastDepth() ?? 0);
  const theme = themeOf(metres, { isDimmed });
  useEffect(() => setBrowserColours(theme.palette));

  return (
    <div className="page" style={oceanStyle(theme)} data-scheme={theme.palette.scheme}>
      <Ocean theme={theme} showLife={false} />
      <main className="page__loading">
        <BubbleLoader label={texts.loading} />
      </main>
    </div>
  );
}

function Page({ navigation }: { navigation: ReactNode }) {
  const member = useMember();
  const isDimmed = useDimmed();
  const [lastDepth] = useState(loadLastDepth);
  const isHome = useLocation().pathname === '/';

  const metres = member?.profile?.depth;
  const isProfileLoading = member !== null && metres === undefined;
  // Visitors see the ocean at 0 m, and the home page starts there for everyone.
  const memberMetres = isProfileLoading ? lastDepth : metres;
  const oceanMetres = isHome ? 0 : (memberMetres ?? 0);
  const theme = themeOf(oceanMetres, { isDimmed: member !== null && isDimmed });

  useEffect(() => setBrowserColours(theme.palette));
  useEffect(() => {
    // Keeps the stored values until the depth is known, and on the home page, which has the colours of 0 m.
    if (isProfileLoading || (member && isHome)) return;

    saveLastDepth(metres);
    saveBrowserColours(member ? theme.palette : undefined);
  });

  return (
    <div
      className="page"
      style={oceanStyle(theme)}
      data-scheme={theme.palette.scheme}
      data-zone={isProfileLoading ? undefined : theme.level}
    >
      <a className="skip-link" href="#content">
        {texts.skip}
      </a>
      <Ocean theme={theme} showLife={!isProfileLoading} />
      {navigation}
      <main id="content" tabIndex={-1}>
        <Screens />
      </main>
      <ToastRegion />
    </div>
  );
}
