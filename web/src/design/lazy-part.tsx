import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ErrorPanel } from './error-panel.tsx';

/** Texts shown when a part fails to load. */
export const loadErrorTexts = {
  heading: "This can't be opened now",
  why: "This part of the page couldn't be downloaded. Check your connection, then reload the page.",
  reload: 'Reload',
  close: 'Close',
} as const;

/**
 * Returns a component that is downloaded when it is first rendered.
 *
 * If the download fails, e.g. without a connection or after a new release, it renders `Fallback` in its place. The rest
 * of the page stays, including text that the member has typed.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ readonly default: FunctionComponent<P> }>,
  Fallback: FunctionComponent<P> = LoadError,
): LazyExoticComponent<FunctionComponent<P>> {
  return lazy(() =>
    load().catch((error) => {
      console.error(error);
      return { default: Fallback };
    }),
  );
}

/** Offers a reload. There is no Retry button, because browsers cache a failed module until the page is reloaded. */
export function LoadError() {
  return (
    <ErrorPanel text={loadErrorTexts.why}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {loadErrorTexts.reload}
      </button>
    </ErrorPanel>
  );
}

/** Replaces a dialog that failed to load. Close has the focus, because a reload discards text typed on the page. */
export function LoadErrorDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      question={loadErrorTexts.heading}
      consequence={loadErrorTexts.why}
      confirmLabel={loadErrorTexts.reload}
      cancelLabel={loadErrorTexts.close}
      onConfirm={() => location.reload()}
      onCancel={onClose}
    />
  );
}
