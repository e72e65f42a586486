import { showInDialog } from '../../providers/browser/dialog.js';
import { Frame } from '../../providers/browser/frame.js';

/**
 * What a page says of its buttons. Types are those of `PayPalButtonsComponentOptions` in @paypal/paypal-js.
 *
 * @typedef {import('@paypal/paypal-js').PayPalButtonsComponentOptions} Options
 */

const DEFAULT_HEIGHT = 45;
const [MIN_HEIGHT, MAX_HEIGHT] = [25, 55];
const SOURCE = 'paypal';

/**
 * The button, as `paypal.Buttons(options)` makes it.
 *
 * @param {string} origin of the stand-in
 * @param {Options} given
 */
export function createButtons(origin, given = {}) {
  const options = { ...given };
  const closed = new AbortController();
  const state = { enabled: true, busy: false };
  /** @type {Frame | undefined} */
  let frame;

  const change = (/** @type {Partial<typeof state>} */ to) => {
    Object.assign(state, to);
    void frame?.post('state', state);
  };
  const actions = { enable: async () => change({ enabled: true }), disable: async () => change({ enabled: false }) };

  async function click() {
    if (state.busy) return;
    change({ busy: true });
    try {
      const focus = () => void frame?.post('focus');
      await pay(origin, { options, enabled: state.enabled, signal: closed.signal, focus });
    } catch (error) {
      if (options.onError) options.onError(/** @type {Record<string, unknown>} */ (error));
      else console.error('PayPal:', error);
    } finally {
      change({ busy: false });
    }
  }

  return {
    isEligible: () => (options.fundingSource ?? SOURCE) === SOURCE,
    /** @param {HTMLElement | string} container */
    render(container) {
      const place = typeof container === 'string' ? document.querySelector(container) : container;
      if (!place) return Promise.reject(new Error(`Document is ready and element ${container} does not exist`));
      return new Promise((resolve) => {
        frame = createButtonFrame(origin, options, ({ kind }) => {
          if (kind === 'click') void click();
          if (kind !== 'ready') return;
          change({});
          options.onInit?.({ fundingSource: SOURCE }, actions);
          resolve(undefined);
        });
        place.append(frame.element);
      });
    },
    /** @param {Options} props */
    updateProps: async (props) => void Object.assign(options, props),
    close: async () => {
      closed.abort();
      frame?.remove();
    },
    resume() {},
    hasReturned: () => false,
  };
}

/**
 * What a click leads to. One on a button that is not enabled only tells the page, which may say what is missing.
 *
 * @param {string} origin
 * @param {{ options: Options, enabled: boolean, signal: AbortSignal, focus: () => void }} given
 */
async function pay(origin, { options, enabled, signal, focus }) {
  let rejected = false;
  const reject = async () => {
    rejected = true;
  };
  await options.onClick?.({ fundingSource: SOURCE }, { resolve: async () => {}, reject });
  if (!enabled || rejected) return;
  const orderID = await options.createOrder?.({ paymentSource: SOURCE }, { order: { create: leaveToServer } });
  if (typeof orderID !== 'string' || orderID === '') throw new Error('Expected an order id to be passed');
  for (let again = true; again && !signal.aborted; ) {
    again = false;
    const outcome = await showInDialog({
      label: 'PayPal',
      page: {
        origin,
        path: `/checkoutnow?token=${encodeURIComponent(orderID)}`,
        title: 'PayPal checkout',
        settings: {},
      },
      unreachable: { kind: 'failed', message: 'PayPal could not be reached.' },
      signal,
    });
    // First, because the page may move the focus elsewhere.
    focus();
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    if (outcome.kind === 'cancelled') await options.onCancel?.({ orderID }, { redirect });
    if (outcome.kind !== 'approved') return;
    const data = { orderID, payerID: outcome.payerID, paymentID: null, billingToken: null, paymentSource: SOURCE };
    const restart = () => {
      again = true;
    };
    await options.onApprove?.(data, { order: ORDER_ACTIONS, redirect, restart });
  }
}

/**
 * @param {string} origin
 * @param {Options} options
 * @param {(event: { kind: string }) => void} onEvent
 */
function createButtonFrame(origin, { style = {} }, onEvent) {
  const frame = new Frame({ origin, path: '/sdk/button', title: 'PayPal', settings: style, onEvent });
  const pixels = Math.min(Math.max(style.height ?? DEFAULT_HEIGHT, MIN_HEIGHT), MAX_HEIGHT);
  frame.element.style.height = `${pixels}px`;
  if (!style.disableMaxWidth) frame.element.style.maxWidth = '750px';
  return frame;
}

/** @param {string} [url] */
function redirect(url) {
  if (url) location.assign(url);
}

/** Browsers would need a token of the merchant's for it. @returns {Promise<never>} */
async function leaveToServer() {
  throw new Error('The stand-in for PayPal leaves orders to the server.');
}

const ORDER_ACTIONS = { capture: leaveToServer, authorize: leaveToServer, get: leaveToServer, patch: leaveToServer };
