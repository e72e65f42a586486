import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { stepThrough } from '../../design/arrow-keys.ts';
import './member-navigation-links.css';
import { texts } from '../layout/texts.ts';

const { navigation } = texts;

const WAVES = 'M3 7c3-2 6-2 9 0s6 2 9 0M3 13c3-2 6-2 9 0s6 2 9 0M3 19c3-2 6-2 9 0s6 2 9 0';
const CROSS = 'M5 5l14 14M19 5 5 19';

/**
 * List items that fold away behind a button where there is no room for them; on a phone the main ones stay, at the
 * bottom. Escape, a press beside them and going anywhere fold them again.
 */
export function FoldingLinks({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere folds the links away.
  useEffect(() => setOpen(false), [pathname]);

  useEffect(() => {
    if (!open) return;
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
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
    } else stepThrough(event);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the button and the links within.
    <div ref={place} className="folding" onKeyDown={onKeyDown}>
      <button
        ref={toggle}
        type="button"
        className="folding__toggle"
        aria-expanded={open}
        aria-controls="navigation-links"
        onClick={() => setOpen(!open)}
      >
        <NavigationIcon path={open ? CROSS : WAVES} />
        {navigation.menu}
      </button>
      <ul id="navigation-links" className={`navigation__links${open ? ' folding__links--open' : ''}`}>
        {children}
      </ul>
    </div>
  );
}

/** What stands for a place of the product, beside its name. */
export function NavigationIcon({ path }: { path: string }) {
  return (
    <svg className="navigation__icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
