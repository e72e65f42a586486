import { type ReactNode, useEffect } from 'react';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { texts } from './texts.ts';

/**
 * Renders a screen only in a document that was loaded at `path`; otherwise reloads the page there.
 *
 * The content security policy depends on the document's URL: only /payments may load the providers' scripts.
 */
export function FullPageLoad({ path, children }: { path: string; children: ReactNode }) {
  const isLoaded = wasLoadedAt(path);
  useEffect(() => {
    if (!isLoaded) location.replace(path);
  }, [isLoaded, path]);

  return isLoaded ? children : <BubbleLoader label={texts.loading} />;
}

/** Returns whether the browser loaded the document at this path, instead of the router navigating there. */
function wasLoadedAt(path: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || new URL(navigation.name).pathname === path;
}
