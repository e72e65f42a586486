import type { startLocalCloud } from '../../../infra/local/cloud.ts';
import { DemoClient } from '../../../infra/local/seed/demo-session.ts';
import { DEMO_LOGINS } from '../../../infra/local/seed/seed.ts';
import { contract } from '../../../shared/contract/contract.ts';

type LocalCloud = Awaited<ReturnType<typeof startLocalCloud>>;

/**
 * The demo member who opens the screens. Below the surface, because the payment screen offers nothing at the surface.
 */
export const VIEWER = DEMO_LOGINS[1]!;
/** The demo member whose profile and conversation the viewer opens. */
const PARTNER = DEMO_LOGINS[0]!;

/** A screen, and the heading that shows that it has loaded. */
export interface MeasuredScreen {
  /** The name in tables: the path without IDs. */
  readonly name: string;
  readonly path: string;
  readonly heading: string;
}

/** Builds a screen. The name is its path, unless the path contains an ID. */
const buildScreen = (path: string, heading: string, name = path): MeasuredScreen => ({ name, path, heading });

/** Screens for visitors. */
export const VISITOR_SCREENS = [
  buildScreen('/', 'Welcome to Fathom'),
  buildScreen('/login', 'Log In'),
  buildScreen('/register', 'Register'),
] as const;

/** Returns all screens for members, with a member of the cloud's demo community as partner. */
export async function findMemberScreens(cloud: LocalCloud): Promise<readonly MeasuredScreen[]> {
  const partner = await new DemoClient(cloud.config, cloud.mails).signIn(PARTNER);
  const { username } = (await partner.call(contract.account.me, {})).profile;

  return [
    buildScreen('/dashboard', 'Recent Activity'),
    buildScreen('/files', 'Files'),
    buildScreen('/upload', 'Upload Files'),
    buildScreen('/search', 'Find Users'),
    buildScreen(`/profile/${partner.userId}`, username, '/profile/:userId'),
    buildScreen('/edit-profile', 'Edit Your Profile'),
    buildScreen('/settings/security', 'Sign-in and security'),
    buildScreen('/payments', 'Choose your ascent'),
    buildScreen('/messages', 'Messages'),
    buildScreen(`/messages/${partner.userId}`, username, '/messages/:userId'),
  ];
}
