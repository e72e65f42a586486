import type { ReactNode } from 'react';
import { NavLink } from '../../design/link.tsx';
import { useOnline } from '../../design/use-online.ts';
import './navigation-bar.css';
import { texts } from '../layout/texts.ts';

const { navigation } = texts;

/**
 * The bar at the top of every page: the product's name and `children`, with a notice below when the browser is offline.
 */
export function NavigationBar({ children }: { children: ReactNode }) {
  const isOnline = useOnline();

  return (
    <header className="navigation">
      <nav className="navigation__inner" aria-label={navigation.label}>
        <NavLink className="navigation__brand" to="/">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span className="navigation__product">{texts.product}</span>
        </NavLink>
        {children}
      </nav>
      <div role="status">{!isOnline && <p className="navigation__notice">{texts.offline}</p>}</div>
    </header>
  );
}

/** The navigation bar of visitors. */
export function VisitorNavigation() {
  return (
    <NavigationBar>
      <ul className="navigation__links">
        <li>
          <NavLink to="/login">{navigation.login}</NavLink>
        </li>
        <li>
          <NavLink to="/register">{navigation.register}</NavLink>
        </li>
      </ul>
    </NavigationBar>
  );
}
