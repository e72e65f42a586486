import { lazy } from 'react';
import type { MemberPath } from './member-paths.ts';

const SCREENS: Readonly<Record<MemberPath, ReturnType<typeof lazy>>> = {
  dashboard: lazy(() => import('./dashboard.tsx')),
  files: lazy(() => import('./files.tsx')),
  upload: lazy(() => import('./upload.tsx')),
  search: lazy(() => import('./search.tsx')),
  'profile/:userId': lazy(() => import('./profile.tsx')),
  'edit-profile': lazy(() => import('./edit-profile.tsx')),
  payments: lazy(() => import('./payments.tsx')),
  messages: lazy(() => import('./messages.tsx')),
  'messages/:userId': lazy(() => import('./chat.tsx')),
};

/** The screen at a path: a list of its own, so that visitors download nothing of it. */
export default function MemberScreen({ path }: { path: MemberPath }) {
  const Screen = SCREENS[path];
  return <Screen />;
}
