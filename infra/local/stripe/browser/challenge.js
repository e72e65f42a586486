import { NOT_CONNECTED } from './connection.js';
import { Frame, LIMIT_MS } from './frame.js';

const WHOLE_PAGE = { width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none' };

/**
 * Shows the bank's question to its customer over the whole page, and waits for the answer.
 *
 * @param {{ origin: string, intent: object }} parts
 * @returns {Promise<{ error?: object }>} an error when the answer could not be given.
 */
export async function askBank({ origin, intent }) {
  const before = document.activeElement;
  const { promise: answer, resolve: answered } = Promise.withResolvers();
  // A question that does not come must not cover the page for ever.
  const unreachable = setTimeout(() => answered({ error: NOT_CONNECTED }), LIMIT_MS);
  const { id, client_secret, amount, currency } = intent;
  const frame = new Frame({
    origin,
    page: 'challenge-page.html',
    title: '3D Secure authentication',
    settings: { id, clientSecret: client_secret, amount, currency },
    onEvent: ({ kind, error }) => {
      if (kind === 'ready') {
        clearTimeout(unreachable);
        frame.element.focus();
      }
      if (kind === 'done') answered({ error });
    },
  });
  const dialog = dialogOf(frame);
  try {
    return await answer;
  } finally {
    clearTimeout(unreachable);
    frame.remove();
    dialog.remove();
    before?.focus?.();
  }
}

/** Over everything, dialogs of the page itself too, and with nothing behind it in reach. */
function dialogOf(frame) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', '3D Secure authentication');
  Object.assign(dialog.style, { ...WHOLE_PAGE, padding: '0', border: '0', background: 'none', overflow: 'hidden' });
  Object.assign(frame.element.style, WHOLE_PAGE);
  // To leave is to say no: the frame tells the bank. A browser may close a dialog that would rather stay.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void frame.post('fail');
  });
  dialog.addEventListener('close', () => void frame.post('fail'));
  dialog.append(frame.element);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
