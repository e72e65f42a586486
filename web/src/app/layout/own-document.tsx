import { type ReactNode, useEffect } from 'react';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { texts } from './texts.ts';

/** Opens a screen as a document of its own: it may load what other documents may not. */
export function OwnDocument({ path, children }: { path: string; children: ReactNode }) {
  const own = isDocumentOf(path);
  useEffect(() => {
    if (!own) location.replace(path);
  }, [own, path]);
  return own ? children : <BubbleLoader label={texts.loading} />;
}

/**
 * Whether the document itself was opened at an address, and not led there by a link within the page: what a document may
 * load is decided by the address that it was opened at.
 */
function isDocumentOf(path: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || new URL(navigation.name).pathname === path;
}
