import type { FunctionComponent } from 'react';
import { matchPath } from 'react-router-dom';
import { lazyPart, MissingPart, missingTexts } from '../../design/lazy-part.tsx';
import { MEMBER_PATHS, type MemberPath } from '../layout/paths.ts';
import { Screen } from '../layout/screen.tsx';

const LOADS: Readonly<Record<MemberPath, () => Promise<{ readonly default: FunctionComponent }>>> = {
  dashboard: () => import('../screens/dashboard.tsx'),
  files: () => import('../screens/files.tsx'),
  upload: () => import('../screens/upload.tsx'),
  search: () => import('../screens/search.tsx'),
  'profile/:userId': () => import('../screens/profile.tsx'),
  'edit-profile': () => import('../screens/edit-profile.tsx'),
  payments: () => import('../screens/payments.tsx'),
  messages: () => import('../screens/messages.tsx'),
  'messages/:userId': () => import('../screens/chat.tsx'),
};

const SCREENS = Object.fromEntries(
  MEMBER_PATHS.map((path) => [path, lazyPart(LOADS[path], MissingScreen)]),
) as unknown as Readonly<Record<MemberPath, FunctionComponent>>;

function MissingScreen() {
  return (
    <Screen title={missingTexts.heading}>
      <MissingPart />
    </Screen>
  );
}

/** Has the screen at an address downloaded, before anybody is known to be let in. */
export function preloadScreen(pathname: string): void {
  const path = MEMBER_PATHS.find((one) => matchPath(`/${one}`, pathname));
  // Whoever shows the screen asks for it again, and says what is wrong.
  if (path) LOADS[path]().catch(() => undefined);
}

/** The screen at a path: a list of its own, so that visitors download nothing of it. */
export default function MemberScreen({ path }: { path: MemberPath }) {
  const Present = SCREENS[path];
  return <Present />;
}
