import { createFrame, listenTo } from './frames.js';

/**
 * What became of a checkout.
 *
 * @typedef {{ type: 'approved', payerID: string }} Approved
 * @typedef {{ type: 'failed', message: string }} Failed
 * @typedef {Approved | Failed | { type: 'cancelled' } | { type: 'closed' }} Outcome
 */

/** All of the window, above everything: only inline styles, so that no policy for styles is needed. */
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
 * Lets the buyer agree to an order, or not, in a dialog over the page.
 *
 * @param {string} origin
 * @param {{ orderID: string, signal: AbortSignal }} given
 * @returns {Promise<Outcome>}
 */
export function checkOut(origin, { orderID, signal }) {
  const frame = createFrame(origin, { path: '/checkoutnow', title: 'PayPal checkout', query: { token: orderID } });
  Object.assign(frame.style, { display: 'block', height: '100%' });
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'PayPal');
  Object.assign(dialog.style, COVER);
  dialog.append(frame);
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  return new Promise((resolve) => {
    const ended = new AbortController();
    /** @param {Outcome} outcome */
    const end = (outcome) => {
      ended.abort();
      dialog.close();
      dialog.remove();
      // Browsers do not give the focus back to a frame by themselves, nor to what had it in there.
      before?.focus();
      resolve(outcome);
    };
    const options = { signal: ended.signal };
    signal.addEventListener('abort', () => end({ type: 'closed' }), options);
    // Escape, while the frame has not the focus yet.
    dialog.addEventListener('cancel', () => end({ type: 'cancelled' }), options);
    listenTo({ origin, frame, signal: ended.signal }, (message) => {
      if (message.type === 'ready') frame.focus();
      else end(/** @type {Outcome} */ (message));
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
