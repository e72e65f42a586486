import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { useOnline } from '../../design/use-online.ts';
import './navigation-bar.css';
import { texts } from '../layout/texts.ts';

const { navigation } = texts;

interface NavigationBarProps {
  /** Content next to the product's name. */
  readonly indicator?: ReactNode;
  /** The links. */
  readonly children: ReactNode;
}

/** The bar at the top of every page, with a notice below it when the browser is offline. */
export function NavigationBar({ indicator, children }: NavigationBarProps) {
  const online = useOnline();
  return (
    <header className="navigation">
      <nav className="navigation__inner" aria-label={navigation.label}>
        <NavLink className="navigation__brand" to="/">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span className="navigation__product">{texts.product}</span>
        </NavLink>
        {indicator}
        {children}
      </nav>
      <div role="status">{!online && <p className="navigation__notice">{texts.offline}</p>}</div>
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
