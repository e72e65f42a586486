import type { FunctionComponent } from 'react';
import { matchPath } from 'react-router-dom';
import { LoadError, lazyPart, loadErrorTexts } from '../../design/lazy-part.tsx';
import { MEMBER_PATHS, type MemberPath } from '../layout/paths.ts';
import { Screen } from '../layout/screen.tsx';

const loadMessages = () => import('../screens/messages.tsx');

/** The chunk of each member screen. See `MEMBER_PATHS` for how to add a screen. */
const SCREEN_LOADERS: Readonly<Record<MemberPath, () => Promise<{ readonly default: FunctionComponent }>>> = {
  dashboard: () => import('../screens/dashboard.tsx'),
  files: () => import('../screens/files.tsx'),
  upload: () => import('../screens/upload.tsx'),
  search: () => import('../screens/search.tsx'),
  'profile/:userId': () => import('../screens/profile.tsx'),
  'edit-profile': () => import('../screens/edit-profile.tsx'),
  'settings/security': () => import('../screens/security.tsx'),
  payments: () => import('../screens/payments.tsx'),
  messages: loadMessages,
  'messages/:userId': loadMessages,
};

/** Paths with the same loader share a component, which stays mounted when a link leads from one to the other. */
const COMPONENTS = new Map(
  Object.values(SCREEN_LOADERS).map((load) => [load, lazyPart(load, ScreenLoadError)] as const),
);

function ScreenLoadError() {
  return (
    <Screen title={loadErrorTexts.heading}>
      <LoadError />
    </Screen>
  );
}

/** Starts downloading the screen at a path, before the session is checked. */
export function preloadScreen(pathname: string): void {
  const path = MEMBER_PATHS.find((memberPath) => matchPath(`/${memberPath}`, pathname));
  // Ignore the error: rendering loads the screen again and shows the error.
  if (path) SCREEN_LOADERS[path]().catch(() => undefined);
}

/** The member screen at a path. Has its own chunk, so that visitors don't download the list of screens. */
export default function MemberScreen({ path }: { path: MemberPath }) {
  const MemberScreenComponent = COMPONENTS.get(SCREEN_LOADERS[path])!;
  return <MemberScreenComponent />;
}
