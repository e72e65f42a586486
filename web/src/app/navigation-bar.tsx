import { useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { DepthIndicator } from '../ocean/depth-indicator.tsx';
import { signedOut } from '../platform/auth/auth-state.ts';
import { useMember } from './member.ts';
import './navigation-bar.css';
import { texts } from './texts.ts';

const { navigation } = texts;

const FOR_MEMBERS = [
  { to: '/dashboard', label: navigation.dashboard },
  { to: '/files', label: navigation.files },
  { to: '/upload', label: navigation.upload },
];

const FOR_VISITORS = [
  { to: '/login', label: navigation.login },
  { to: '/register', label: navigation.register },
];

/** The bar at the top of every page. On narrow screens its links fold away behind a button. */
export function NavigationBar() {
  const member = useMember();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere folds the links away.
  useEffect(() => setOpen(false), [pathname]);

  return (
    <header className="navigation">
      <nav className="navigation__inner" aria-label={navigation.label}>
        <NavLink className="navigation__brand" to="/">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          {texts.product}
        </NavLink>
        {member?.profile && <DepthIndicator metres={member.profile.depth} />}
        <button
          type="button"
          className="navigation__toggle"
          aria-expanded={open}
          aria-controls="navigation-links"
          onClick={() => setOpen(!open)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path
              d={
                open
                  ? 'M5 5l14 14M19 5 5 19'
                  : 'M3 7c3-2 6-2 9 0s6 2 9 0M3 13c3-2 6-2 9 0s6 2 9 0M3 19c3-2 6-2 9 0s6 2 9 0'
              }
            />
          </svg>
          <span className="visually-hidden">{navigation.menu}</span>
        </button>
        <ul id="navigation-links" className={`navigation__links${open ? ' navigation__links--open' : ''}`}>
          {(member ? FOR_MEMBERS : FOR_VISITORS).map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to}>{label}</NavLink>
            </li>
          ))}
          {member && (
            <li>
              <LogoutButton />
            </li>
          )}
        </ul>
      </nav>
    </header>
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
