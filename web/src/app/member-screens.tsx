import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import { MEMBER_PATHS, type MemberPath } from './member-paths.ts';

const LOADS: Readonly<Record<MemberPath, () => Promise<{ readonly default: ComponentType }>>> = {
  dashboard: () => import('./dashboard.tsx'),
  files: () => import('./files.tsx'),
  upload: () => import('./upload.tsx'),
  search: () => import('./search.tsx'),
  'profile/:userId': () => import('./profile.tsx'),
  'edit-profile': () => import('./edit-profile.tsx'),
  payments: () => import('./payments.tsx'),
  messages: () => import('./messages.tsx'),
  'messages/:userId': () => import('./chat.tsx'),
};

const SCREENS = Object.fromEntries(MEMBER_PATHS.map((path) => [path, lazy(LOADS[path])])) as unknown as Readonly<
  Record<MemberPath, ComponentType>
>;

/** Has the screen at an address downloaded, before anybody is known to be let in. */
export function preloadScreen(pathname: string): void {
  const path = MEMBER_PATHS.find((one) => matchPath(`/${one}`, pathname));
  // Whoever shows the screen asks for it again, and says what is wrong.
  if (path) LOADS[path]().catch(() => undefined);
}

/** The screen at a path: a list of its own, so that visitors download nothing of it. */
export default function MemberScreen({ path }: { path: MemberPath }) {
  const Screen = SCREENS[path];
  return <Screen />;
}
