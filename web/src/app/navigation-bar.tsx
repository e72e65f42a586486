import { type ReactNode, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import './navigation-bar.css';
import { texts } from './texts.ts';

const { navigation } = texts;

interface NavigationBarProps {
  /** What stands beside the product's name. */
  readonly indicator?: ReactNode;
  /** List items. */
  readonly children: ReactNode;
}

/** The bar at the top of every page. On narrow screens its links fold away behind a button. */
export function NavigationBar({ indicator, children }: NavigationBarProps) {
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
        {indicator}
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
          {children}
        </ul>
      </nav>
    </header>
  );
}

/** The bar of those who are not signed in. */
export function VisitorNavigation() {
  return (
    <NavigationBar>
      <li>
        <NavLink to="/login">{navigation.login}</NavLink>
      </li>
      <li>
        <NavLink to="/register">{navigation.register}</NavLink>
      </li>
    </NavigationBar>
  );
}
