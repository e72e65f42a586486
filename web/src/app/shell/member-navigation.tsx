import { type ReactNode, useEffect } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { NavLink } from '../../design/link.tsx';
import { NotificationBell } from '../../features/messages/notifications/notification-bell.tsx';
import { formatUnreadCount, UnreadBadge, useUnreadTotal } from '../../features/messages/unread-badge.tsx';
import { DepthIndicator } from '../../ocean/depth-indicator.tsx';
import { setTabPrefix } from '../../platform/browser/tab-title.ts';
import { PAYMENTS_PATH } from '../layout/paths.ts';
import { texts } from '../layout/texts.ts';
import './member-navigation.css';
import { MemberMenu } from './member-menu.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { NavigationIcon } from './navigation-icon.tsx';
import { navigationTexts } from './texts.ts';

const navigation = { ...texts.navigation, ...navigationTexts };

/** The SVG path of each icon. */
const ICONS = {
  dashboard: 'M4 4h7v9H4zM14 4h6v5h-6zM14 12h6v8h-6zM4 16h7v4H4z',
  files: 'M3 6h6l2 2.500h10V19H3z',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15v5h16v-5',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21',
  messages: 'M4 5h16v11H10l-4 4v-4H4z',
};

/**
 * The navigation bar of a member. In narrow windows, the main links and the member's menu are at the bottom. `profile`
 * is undefined while it loads.
 */
export function MemberNavigation({ profile }: { profile: OwnProfile | undefined }) {
  const unreadCount = useUnreadTotal();

  useEffect(() => {
    setTabPrefix(unreadCount > 0 ? `(${formatUnreadCount(unreadCount)})` : '');
    return () => setTabPrefix('');
  }, [unreadCount]);

  return (
    <NavigationBar>
      <ul className="navigation__links navigation__links--member">
        <NavigationItem to="/dashboard" icon={ICONS.dashboard} label={navigation.dashboard} />
        <NavigationItem to="/files" icon={ICONS.files} label={navigation.files} />
        <NavigationItem to="/upload" icon={ICONS.upload} label={navigation.upload} />
        <NavigationItem to="/messages" icon={ICONS.messages} label={navigation.messages}>
          <UnreadBadge />
        </NavigationItem>
        <li className="navigation__wide">
          <NavLink to={PAYMENTS_PATH}>{navigation.ascend}</NavLink>
        </li>
      </ul>
      {profile && <DepthIndicator metres={profile.depth} />}
      <NavLink className="navigation__search" to="/search">
        <NavigationIcon path={ICONS.search} />
        <span>{navigation.search}</span>
      </NavLink>
      {profile && <NotificationBell />}
      <MemberMenu profile={profile} />
    </NavigationBar>
  );
}

interface NavigationItemProps {
  readonly to: string;
  readonly icon: string;
  readonly label: string;
  readonly children?: ReactNode;
}

function NavigationItem({ to, icon, label, children }: NavigationItemProps) {
  return (
    <li>
      <NavLink to={to}>
        <NavigationIcon path={icon} />
        {label}
        {children}
      </NavLink>
    </li>
  );
}
