import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { setTabTitle } from '../../platform/browser/tab-title.ts';
import { texts } from './texts.ts';

/** Whether a screen has been shown. Stays true until the page is reloaded. */
let hasShownScreen = false;

/**
 * Sets the tab's title and the page's description, and moves the focus to the screen's heading on navigation.
 *
 * @returns the ref of the heading, which needs `tabIndex={-1}` to be focusable
 */
export function useScreenHeading(
  title: string,
  description: string = texts.description,
): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    // A title that contains the product, such as the home page's, needs no suffix.
    setTabTitle(title.includes(texts.product) ? title : `${title} · ${texts.product}`);
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means a new screen.
  useEffect(() => {
    // On the first screen, keep the browser's focus at the top of the page.
    if (hasShownScreen) {
      // On Back and Forward, the browser restores the scroll position.
      if (navigationType !== 'POP') scrollTo(0, 0);
      headingRef.current?.focus({ preventScroll: true });
    }
    hasShownScreen = true;
  }, [pathname]);

  return headingRef;
}

interface ScreenProps {
  /** The tab's title, and the heading if `heading` is not set. */
  readonly title: string;
  readonly heading?: ReactNode;
  /** An introduction below the heading. */
  readonly lead?: ReactNode;
  /** The page's description for search engines. */
  readonly description?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A screen with its heading. See `useScreenHeading`. */
export function Screen({ title, heading, lead, description, className = '', children }: ScreenProps) {
  const headingRef = useScreenHeading(title, description);

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
