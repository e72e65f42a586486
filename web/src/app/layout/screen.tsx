import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { setTabTitle } from '../../platform/tab-title.ts';
import { texts } from './texts.ts';

let anyScreenShown = false;

interface ScreenProps {
  /** The tab's title, and the heading if `heading` is not set. */
  readonly title: string;
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A screen with its heading. Sets the tab's title. Navigation moves the focus to the heading. */
export function Screen({ title, heading, lead, className = '', children }: ScreenProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    setTabTitle(title.includes(texts.product) ? title : `${title} · ${texts.product}`);
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means a new screen.
  useEffect(() => {
    // On the first screen, keep the browser's focus at the top of the page.
    if (anyScreenShown) {
      // On Back and Forward, the browser restores the scroll position.
      if (navigationType !== 'POP') scrollTo(0, 0);
      headingRef.current?.focus({ preventScroll: true });
    }
    anyScreenShown = true;
  }, [pathname]);

  return (
    <div className={`screen ${className}`}>
      <header className="screen__head">
        <h1 ref={headingRef} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {lead && <div className="screen__lead">{lead}</div>}
      </header>
      {children}
    </div>
  );
}
