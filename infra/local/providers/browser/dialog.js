import { Frame, LIMIT_MS } from './frame.js';

/** Styles that cover the window. Styles set by script don't need permission in the surrounding page's policy. */
const COVER = {
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: '0',
  padding: '0',
  border: '0',
  overflow: 'hidden',
  background: 'transparent',
  colorScheme: 'light',
};

/**
 * Shows a page in a modal dialog and returns the first event that the page sends after `ready`.
 *
 * The page receives `leave` when the member presses Escape.
 *
 * @param {object} options
 * @param {string} options.label the dialog's accessible name.
 * @param {{ origin: string, path: string, title: string, settings: object }} options.page
 * @param {object} options.unreachable the event to return if the page does not load.
 * @param {AbortSignal} [options.signal] ends the dialog with the event `closed`.
 */
export async function showInDialog({ label, page, unreachable, signal }) {
  const previousFocus = document.activeElement;

  const { promise: outcome, resolve: end } = Promise.withResolvers();
  const timer = setTimeout(() => end(unreachable), LIMIT_MS);
  const frame = new Frame({
    ...page,
    onEvent(event) {
      clearTimeout(timer);
      if (event.kind === 'ready') frame.element.focus();
      else end(event);
    },
  });
  Object.assign(frame.element.style, { height: '100%', maxWidth: 'none', maxHeight: 'none' });

  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', label);
  Object.assign(dialog.style, COVER);
  // Browsers may close a dialog even if `cancel` is prevented.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void frame.post('leave');
  });
  dialog.addEventListener('close', () => void frame.post('leave'));

  signal?.addEventListener('abort', () => end({ kind: 'closed' }), { once: true });
  dialog.append(frame.element);
  document.body.append(dialog);
  dialog.showModal();

  try {
    return await outcome;
  } finally {
    clearTimeout(timer);
    frame.remove();
    dialog.remove();
    // Browsers don't return the focus to a frame or an element in it.
    previousFocus?.focus?.();
  }
}
