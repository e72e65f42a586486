import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ToastRegion } from '../../design/toast-region.tsx';
import { useBrowserColours } from '../../ocean/browser-colours.ts';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { keepWater, lastWater } from '../../ocean/last-water.ts';
import { Ocean, oceanStyle } from '../../ocean/ocean.tsx';
import { themeOf } from '../../ocean/theme.ts';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { useMember } from '../layout/member.ts';
import { texts } from '../layout/texts.ts';
import { visitorTexts } from '../visitor/texts.ts';
import { VisitorNavigation } from './navigation-bar.tsx';
import { Screens } from './routes.tsx';

// Visitors download nothing of it.
const loadMemberArea = () => import('./member-area.tsx');
const MemberArea = lazy(loadMemberArea);

/** Downloads what a remembered member will most likely see, while it is found out whether their session is alive. */
export function preloadMemberArea(): void {
  runtimeConfig().catch(() => undefined);
  loadMemberArea()
    .then(({ preloadScreen }) => preloadScreen(location.pathname))
    // Whoever shows it asks for it again, and says what is wrong.
    .catch(() => undefined);
}

/** The whole page. While nobody knows yet who is here, bubbles stand in for it. */
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
  const [look] = useState(() => lastWater() ?? oceanStyle(theme));
  useBrowserColours(look);
  return (
    <div className="page" style={look}>
      <Ocean theme={theme} lives={false} />
      <main className="page__loading">
        <BubbleLoader label={texts.loading} />
      </main>
    </div>
  );
}

function Page({ navigation }: { navigation: ReactNode }) {
  const member = useMember();
  const theme = themeOf(member?.profile?.depth ?? 0);
  const coming = member !== null && !member.profile;
  const [last] = useState(lastWater);
  const look = coming && last ? last : oceanStyle(theme);
  useBrowserColours(look);
  useEffect(() => {
    if (!coming) keepWater(member ? look : undefined);
  });
  return (
    <div className="page" style={look} data-zone={coming ? undefined : theme.level}>
      <a className="skip-link" href="#content">
        {texts.skip}
      </a>
      <Ocean theme={theme} lives={!coming} />
      {navigation}
      <main id="content" tabIndex={-1}>
        <Screens />
      </main>
      <ToastRegion />
    </div>
  );
}

const { descriptions } = visitorTexts;

/** Describes the screen at the present address to search engines: those that everybody can see each have a text. */
export function PageDescription() {
  const { pathname } = useLocation();
  useEffect(() => {
    const text = descriptions.screens[pathname as keyof typeof descriptions.screens] ?? descriptions.product;
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [pathname]);
  return null;
}
