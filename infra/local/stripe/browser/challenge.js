import { Frame } from './frame.js';

/**
 * Shows the bank's question to its customer over the whole page, and waits for the answer.
 *
 * @param {{ origin: string, intent: object }} parts
 * @returns {Promise<{ error?: object }>} an error when the answer could not be given.
 */
export async function askBank({ origin, intent }) {
  const before = document.activeElement;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', '3D Secure authentication');
  let answered;
  const answer = new Promise((resolve) => {
    answered = resolve;
  });
  const { id, client_secret, amount, currency } = intent;
  const frame = new Frame({
    origin,
    page: 'challenge-page.html',
    title: '3D Secure authentication',
    settings: { id, clientSecret: client_secret, amount, currency },
    onEvent: ({ kind, error }) => {
      if (kind === 'ready') frame.element.focus();
      if (kind === 'done') answered({ error });
    },
  });
  const whole = { width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none' };
  Object.assign(dialog.style, { ...whole, padding: '0', border: '0', background: 'transparent', overflow: 'hidden' });
  Object.assign(frame.element.style, whole);
  // To leave is to say no. The frame tells the bank.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void frame.post('fail');
  });
  dialog.append(frame.element);
  document.body.append(dialog);
  // Over a dialog of the page itself, too, and with nothing behind it in reach.
  dialog.showModal();
  try {
    return await answer;
  } finally {
    frame.remove();
    dialog.remove();
    before?.focus?.();
  }
}
