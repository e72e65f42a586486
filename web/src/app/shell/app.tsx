import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ToastRegion } from '../../design/toast-region.tsx';
import { useBrowserColours } from '../../ocean/browser-colours.ts';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { Ocean, oceanStyle } from '../../ocean/ocean.tsx';
import { themeOf } from '../../ocean/theme.ts';
import { loadWaterColours, saveWaterColours } from '../../ocean/water-colours.ts';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { useMember } from '../layout/member.ts';
import { texts } from '../layout/texts.ts';
import { visitorTexts } from '../visitor/texts.ts';
import { VisitorNavigation } from './navigation-bar.tsx';
import { Screens } from './routes.tsx';

// A separate chunk, so that visitors don't download it.
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
      <MemberArea key={auth.visit} active={auth.status === 'signedIn'}>
        {(navigation) => <Page navigation={navigation} />}
      </MemberArea>
    </Suspense>
  );
}

function Loading() {
  const theme = themeOf(0);
  const [style] = useState(() => loadWaterColours() ?? oceanStyle(theme));
  useBrowserColours(style);
  return (
    <div className="page" style={style}>
      <Ocean theme={theme} showLife={false} />
      <main className="page__loading">
        <BubbleLoader label={texts.loading} />
      </main>
    </div>
  );
}

function Page({ navigation }: { navigation: ReactNode }) {
  const member = useMember();
  const theme = themeOf(member?.profile?.depth ?? 0);
  const profileLoading = member !== null && !member.profile;
  const [storedColours] = useState(loadWaterColours);
  const style = profileLoading && storedColours ? storedColours : oceanStyle(theme);
  useBrowserColours(style);
  useEffect(() => {
    if (!profileLoading) saveWaterColours(member ? style : undefined);
  });
  return (
    <div className="page" style={style} data-zone={profileLoading ? undefined : theme.level}>
      <a className="skip-link" href="#content">
        {texts.skip}
      </a>
      <Ocean theme={theme} showLife={!profileLoading} />
      {navigation}
      <main id="content" tabIndex={-1}>
        <Screens />
      </main>
      <ToastRegion />
    </div>
  );
}

const { descriptions } = visitorTexts;

/** Sets the page's description for search engines. Each public screen has its own text. */
export function PageDescription() {
  const { pathname } = useLocation();
  useEffect(() => {
    const text = descriptions.screens[pathname as keyof typeof descriptions.screens] ?? descriptions.product;
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [pathname]);
  return null;
}
