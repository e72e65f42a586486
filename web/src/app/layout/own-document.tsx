import { type ReactNode, useEffect } from 'react';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { isDocumentOf } from '../../platform/own-document.ts';
import { texts } from './texts.ts';

/** Opens a screen as a document of its own: it may load what other documents may not. */
export function OwnDocument({ path, children }: { path: string; children: ReactNode }) {
  const own = isDocumentOf(path);
  useEffect(() => {
    if (!own) location.replace(path);
  }, [own, path]);
  return own ? children : <BubbleLoader label={texts.loading} />;
}
