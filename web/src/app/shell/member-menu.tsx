import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { findMenuItems, handleArrowKeys } from '../../design/arrow-keys.ts';
import { Link, NavLink } from '../../design/link.tsx';
import { Avatar } from '../../ocean/avatar.tsx';
import { setDimmed, useDimmed } from '../../ocean/dimmed.ts';
import { DAYLIGHT_METRES } from '../../ocean/palette.ts';
import { PAYMENTS_PATH } from '../layout/paths.ts';
import { texts as pageTexts } from '../layout/texts.ts';
import { memberTexts } from '../screens/texts.ts';
import './member-menu.css';
import { NavigationIcon } from './navigation-icon.tsx';
import { navigationTexts as texts } from './texts.ts';
import { useLogout } from './use-logout.tsx';

/** SVG path of the button's icon while the profile loads. */
const MENU_ICON = 'M4 7h16M4 12h16M4 17h16';

/**
 * The button with the member's picture, and its menu: profile, dive log, settings, and logout. In narrow windows, it
 * also has the links that don't fit into the bar. `profile` is undefined while it loads.
 */
export function MemberMenu({ profile }: { profile: OwnProfile | undefined }) {
  const menu = useRef<HTMLDivElement>(null);
  const { logOut, dialog } = useLogout();

  function onButtonKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    // The toggle event moves the focus into the menu.
    menu.current?.showPopover();
  }

  return (
    <>
      <button type="button" className="member-menu__button" popoverTarget="member-menu" onKeyDown={onButtonKeyDown}>
        {profile ? (
          <Avatar username={profile.username} picture={profile.profilePicture} size={32} />
        ) : (
          <NavigationIcon path={MENU_ICON} />
        )}
        <span className="member-menu__label">{pageTexts.navigation.menu}</span>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover, not a section of the page. */}
      <div
        ref={menu}
        id="member-menu"
        role="group"
        className="popover member-menu"
        popover="auto"
        aria-label={pageTexts.navigation.menu}
        onKeyDown={handleArrowKeys}
        onClick={closeAfterLink}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') findMenuItems(currentTarget)[0]?.focus();
        }}
      >
        <MenuLinks profile={profile} />
        <DimSwitch depth={profile?.depth ?? 0} />
        <button type="button" data-leaves-page onClick={logOut}>
          {texts.logout}
        </button>
      </div>
      {/* Outside the menu, because opening a dialog hides the menu. */}
      {dialog}
    </>
  );
}

/** The links of the menu. Those to the profile appear once it is loaded. */
function MenuLinks({ profile }: { profile: OwnProfile | undefined }) {
  const profilePath = profile && `/profile/${profile.id}`;

  return (
    <>
      <NavLink className="member-menu__narrow" to={PAYMENTS_PATH}>
        {texts.ascend}
      </NavLink>
      {profilePath && (
        <>
          <NavLink to={profilePath}>{texts.profile}</NavLink>
          <Link to={`${profilePath}?tab=dive-log`}>{memberTexts.profile.diveLog}</Link>
        </>
      )}
      <p className="member-menu__heading">{texts.settings}</p>
      <NavLink to="/edit-profile">{texts.editProfile}</NavLink>
      <NavLink to="/settings/security">{memberTexts.security.title}</NavLink>
    </>
  );
}

/** Closes the menu after a click on a link. Links don't load the page again, so the menu would stay open. */
function closeAfterLink({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
}

/** The switch that keeps the page dark on this device. Hidden at depths where the page is dark anyway. */
function DimSwitch({ depth }: { depth: number }) {
  const isDimmed = useDimmed();
  if (depth < DAYLIGHT_METRES && !isDimmed) return null;

  return (
    <button type="button" role="switch" aria-checked={isDimmed} onClick={() => setDimmed(!isDimmed)}>
      {texts.dim}
      <span className="member-menu__switch" aria-hidden="true" />
    </button>
  );
}
