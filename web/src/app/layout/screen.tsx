import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { setTabTitle } from '../../platform/tab-title.ts';
import { texts } from './texts.ts';

let shownBefore = false;

interface ScreenProps {
  /** The tab's title; the heading too, unless that says more. */
  readonly title: string;
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A screen under its heading. Navigating to it names the tab, and takes the keyboard and the screen reader there. */
export function Screen({ title, heading, lead, className = '', children }: ScreenProps) {
  const top = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const arrival = useNavigationType();

  useEffect(() => {
    setTabTitle(title.includes(texts.product) ? title : `${title} · ${texts.product}`);
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides when this is another screen.
  useEffect(() => {
    // On the first screen the browser's own place, the top of the page, is right.
    if (shownBefore) {
      // Going back, the browser knows where one was.
      if (arrival !== 'POP') scrollTo(0, 0);
      top.current?.focus({ preventScroll: true });
    }
    shownBefore = true;
  }, [pathname]);

  return (
    <div className={`screen ${className}`}>
      <header className="screen__head">
        <h1 ref={top} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {lead && <div className="screen__lead">{lead}</div>}
      </header>
      {children}
    </div>
  );
}
