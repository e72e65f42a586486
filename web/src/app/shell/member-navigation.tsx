import { type ReactNode, useEffect } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { NotificationBell } from '../../features/messages/notifications/notification-bell.tsx';
import { formatUnreadCount, UnreadBadge, useUnreadTotal } from '../../features/messages/unread-badge.tsx';
import { Avatar } from '../../ocean/avatar.tsx';
import { DepthIndicator } from '../../ocean/depth-indicator.tsx';
import { markSignedOut } from '../../platform/auth/auth-state.ts';
import { setTabPrefix } from '../../platform/tab-title.ts';
import { ASCEND_PATH } from '../layout/paths.ts';
import { texts } from '../layout/texts.ts';
import { memberTexts } from '../screens/texts.ts';
import { CollapsibleLinks, NavigationIcon } from './collapsible-links.tsx';
import { NavigationBar } from './navigation-bar.tsx';

const navigation = { ...texts.navigation, ...memberTexts.navigation };

const ICONS = {
  dashboard: 'M4 4h7v9H4zM14 4h6v5h-6zM14 12h6v8h-6zM4 16h7v4H4z',
  files: 'M3 6h6l2 2.500h10V19H3z',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15v5h16v-5',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21',
  messages: 'M4 5h16v11H10l-4 4v-4H4z',
  ascend: 'M6 13l6-6 6 6M6 19l6-6 6 6',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
};

/** The navigation bar of a member. `profile` is undefined while it loads. */
export function MemberNavigation({ profile }: { profile: OwnProfile | undefined }) {
  const unread = useUnreadTotal();
  useEffect(() => {
    setTabPrefix(unread > 0 ? `(${formatUnreadCount(unread)})` : '');
    return () => setTabPrefix('');
  }, [unread]);

  return (
    <NavigationBar
      indicator={
        profile && (
          <>
            <DepthIndicator metres={profile.depth} />
            <NotificationBell />
          </>
        )
      }
    >
      <CollapsibleLinks>
        <NavigationItem to="/dashboard" icon={ICONS.dashboard} label={navigation.dashboard} showOnPhone />
        <NavigationItem to="/files" icon={ICONS.files} label={navigation.files} showOnPhone />
        <NavigationItem to="/upload" icon={ICONS.upload} label={navigation.upload} showOnPhone />
        <NavigationItem to="/search" icon={ICONS.search} label={navigation.search} />
        <NavigationItem to="/messages" icon={ICONS.messages} label={navigation.messages} showOnPhone>
          {' '}
          <UnreadBadge />
        </NavigationItem>
        <NavigationItem to={ASCEND_PATH} icon={ICONS.ascend} label={navigation.ascend} />
        {profile && (
          <li>
            <NavLink to={`/profile/${profile.id}`}>
              <Avatar username={profile.username} picture={profile.profilePicture} size={28} />
              {navigation.profile}
            </NavLink>
          </li>
        )}
        <li>
          <LogoutButton />
        </li>
      </CollapsibleLinks>
    </NavigationBar>
  );
}

interface NavigationItemProps {
  readonly to: string;
  readonly icon: string;
  readonly label: string;
  /** Whether the link stays in the bottom bar on phones. */
  readonly showOnPhone?: boolean;
  readonly children?: ReactNode;
}

function NavigationItem({ to, icon, label, showOnPhone = false, children }: NavigationItemProps) {
  return (
    <li className={showOnPhone ? 'collapsible__main' : undefined}>
      <NavLink to={to}>
        <NavigationIcon path={icon} />
        {label}
        {children}
      </NavLink>
    </li>
  );
}

function LogoutButton() {
  const navigate = useNavigate();

  async function logOut() {
    const session = await import('../../platform/auth/session.ts');
    // Log out in this browser even if Cognito can't be reached.
    await session.endSession().catch(console.error);
    markSignedOut();
    navigate('/login');
  }

  return (
    <button type="button" data-leaves-page onClick={() => void logOut()}>
      <NavigationIcon path={ICONS.logout} />
      {navigation.logout}
    </button>
  );
}
