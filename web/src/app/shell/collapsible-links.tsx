import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { handleArrowKeys } from '../../design/arrow-keys.ts';
import './collapsible-links.css';
import { texts } from '../layout/texts.ts';

const { navigation } = texts;

const WAVES = 'M3 7c3-2 6-2 9 0s6 2 9 0M3 13c3-2 6-2 9 0s6 2 9 0M3 19c3-2 6-2 9 0s6 2 9 0';
const CROSS = 'M5 5l14 14M19 5 5 19';

/**
 * Navigation links that collapse behind a Menu button on narrow windows. On phones, the main links stay at the bottom.
 *
 * Escape, a click outside, and navigation close the menu.
 */
export function CollapsibleLinks({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu.
  useEffect(() => setOpen(false), [pathname]);

  useEffect(() => {
    if (!open) return;
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, [open]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!open) return;
    if (event.key === 'Escape') {
      setOpen(false);
      toggle.current?.focus();
    } else handleArrowKeys(event);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the button and the links inside.
    <div ref={container} className="collapsible" onKeyDown={onKeyDown}>
      <button
        ref={toggle}
        type="button"
        className="collapsible__toggle"
        aria-expanded={open}
        aria-controls="navigation-links"
        onClick={() => setOpen(!open)}
      >
        <NavigationIcon path={open ? CROSS : WAVES} />
        {navigation.menu}
      </button>
      <ul id="navigation-links" className={`navigation__links${open ? ' collapsible__links--open' : ''}`}>
        {children}
      </ul>
    </div>
  );
}

/** The icon of a navigation link. */
export function NavigationIcon({ path }: { path: string }) {
  return (
    <svg className="navigation__icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
