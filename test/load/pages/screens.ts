import type { startLocalCloud } from '../../../infra/local/cloud.ts';
import { DemoClient } from '../../../infra/local/seed/demo-session.ts';
import { DEMO_LOGINS } from '../../../infra/local/seed/seed.ts';
import { contract } from '../../../shared/contract/contract.ts';

type LocalCloud = Awaited<ReturnType<typeof startLocalCloud>>;

/** The demo member who is measured. Not at the surface, because the payment screen offers nothing there. */
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

const screen = (path: string, heading: string, name = path): MeasuredScreen => ({ name, path, heading });

export const VISITOR_SCREENS = [
  screen('/', 'Welcome to Fathom'),
  screen('/login', 'Log In'),
  screen('/register', 'Register'),
] as const;

/** Returns all screens for members, with a member of the cloud's demo community as partner. */
export async function findMemberScreens(cloud: LocalCloud): Promise<readonly MeasuredScreen[]> {
  const partner = await new DemoClient(cloud.config, cloud.mails).signIn(PARTNER);
  const { username } = (await partner.call(contract.account.me, {})).profile;

  return [
    screen('/dashboard', 'Recent Activity'),
    screen('/files', 'Files'),
    screen('/upload', 'Upload Files'),
    screen('/search', 'Find Users'),
    screen(`/profile/${partner.userId}`, username, '/profile/:userId'),
    screen('/edit-profile', 'Edit Your Profile'),
    screen('/settings/security', 'Sign-in and security'),
    screen('/payments', 'Choose your ascent'),
    screen('/messages', 'Messages'),
    screen(`/messages/${partner.userId}`, username, '/messages/:userId'),
  ];
}
