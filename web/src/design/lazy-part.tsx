import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Problem } from './problem.tsx';

/** Texts in place of a part that failed to load. Only members download this module. */
export const missingTexts = {
  heading: 'This cannot be opened now',
  why: 'This part of the page could not be downloaded. Check your connection, then reload the page.',
  reload: 'Reload',
  close: 'Close',
} as const;

/**
 * A part of the page that is downloaded when it is first shown. One that cannot be, because the connection is gone or a
 * newer release has replaced it, is missed in its own place: the rest of the page, with what was written there, stays.
 *
 * @param Missing - what then stands there
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ readonly default: FunctionComponent<P> }>,
  Missing: FunctionComponent<P> = MissingPart,
): LazyExoticComponent<FunctionComponent<P>> {
  return lazy(() =>
    load().catch((error) => {
      console.error(error);
      return { default: Missing };
    }),
  );
}

/** Only a reload asks for it again: of a part that was half downloaded, browsers take the half that they have. */
export function MissingPart() {
  return (
    <Problem text={missingTexts.why}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {missingTexts.reload}
      </button>
    </Problem>
  );
}

/** Stands in for a dialog. Reloading is the second choice: elsewhere on the page, something may have been begun. */
export function MissingDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      question={missingTexts.heading}
      consequence={missingTexts.why}
      yes={missingTexts.reload}
      no={missingTexts.close}
      onYes={() => location.reload()}
      onClose={onClose}
    />
  );
}
