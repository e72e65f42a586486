import { useEffect } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import type { OwnProfile } from '../../../shared/contract/account.ts';
import { NotificationBell } from '../features/messages/notifications/notification-bell.tsx';
import { UnreadBadge, useUnread } from '../features/messages/unread-badge.tsx';
import { unreadText } from '../features/messages/unread-text.ts';
import { Avatar } from '../ocean/avatar.tsx';
import { DepthIndicator } from '../ocean/depth-indicator.tsx';
import { signedOut } from '../platform/auth/auth-state.ts';
import { setTabMark } from '../platform/tab-title.ts';
import { ASCEND_PATH } from './ascend.ts';
import { memberTexts } from './member-texts.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { texts } from './texts.ts';

const navigation = { ...texts.navigation, ...memberTexts.navigation };

const LINKS = [
  { to: '/dashboard', label: navigation.dashboard },
  { to: '/files', label: navigation.files },
  { to: '/upload', label: navigation.upload },
  { to: '/search', label: navigation.search },
];

/** The bar of a member, whose profile may still be on its way. */
export function MemberNavigation({ profile }: { profile: OwnProfile | undefined }) {
  const unread = useUnread();
  useEffect(() => {
    setTabMark(unread > 0 ? `(${unreadText(unread)})` : '');
    return () => setTabMark('');
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
      {LINKS.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to}>{label}</NavLink>
        </li>
      ))}
      <li>
        <NavLink className="navigation__messages" to="/messages">
          {navigation.messages} <UnreadBadge />
        </NavLink>
      </li>
      <li>
        <NavLink to={ASCEND_PATH}>{navigation.ascend}</NavLink>
      </li>
      {profile && (
        <li>
          <NavLink className="navigation__profile" to={`/profile/${profile.id}`}>
            <Avatar username={profile.username} picture={profile.profilePicture} size={28} />
            {navigation.profile}
          </NavLink>
        </li>
      )}
      <li>
        <LogoutButton />
      </li>
    </NavigationBar>
  );
}

function LogoutButton() {
  const navigate = useNavigate();

  async function logOut() {
    const session = await import('../platform/auth/session.ts');
    // A session that cannot be revoked now is forgotten here all the same.
    await session.endSession().catch(console.error);
    signedOut();
    navigate('/login');
  }

  return (
    <button type="button" data-leaves-page onClick={() => void logOut()}>
      {navigation.logout}
    </button>
  );
}
