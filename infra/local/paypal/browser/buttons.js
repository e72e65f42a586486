import { showInDialog } from '../../providers/browser/dialog.js';
import { Frame } from '../../providers/browser/frame.js';

/**
 * The options of a page's button.
 *
 * @typedef {import('@paypal/paypal-js').PayPalButtonsComponentOptions} Options
 */

/** Heights of a button, in pixels. */
const DEFAULT_HEIGHT = 45;
const MIN_HEIGHT = 25;
const MAX_HEIGHT = 55;

/** The only funding source. */
const SOURCE = 'paypal';

/**
 * Implements `paypal.Buttons(options)`.
 *
 * @param {string} origin of the local PayPal
 * @param {Options} initialOptions
 */
export function createButtons(origin, initialOptions = {}) {
  const options = { ...initialOptions };
  const closing = new AbortController();
  const state = { enabled: true, busy: false };
  /** @type {Frame | undefined} */
  let frame;

  const update = (/** @type {Partial<typeof state>} */ changes) => {
    Object.assign(state, changes);
    void frame?.post('state', state);
  };
  const actions = { enable: async () => update({ enabled: true }), disable: async () => update({ enabled: false }) };

  async function click() {
    if (state.busy) return;

    update({ busy: true });
    try {
      const focus = () => void frame?.post('focus');
      await pay(origin, { options, enabled: state.enabled, signal: closing.signal, focus });
    } catch (error) {
      if (options.onError) options.onError(/** @type {Record<string, unknown>} */ (error));
      else console.error('PayPal:', error);
    } finally {
      update({ busy: false });
    }
  }

  return {
    isEligible: () => (options.fundingSource ?? SOURCE) === SOURCE,

    /** @param {HTMLElement | string} container */
    render(container) {
      const parent = typeof container === 'string' ? document.querySelector(container) : container;
      if (!parent) return Promise.reject(new Error(`Document is ready and element ${container} does not exist`));

      return new Promise((resolve) => {
        frame = createButtonFrame(origin, options, ({ kind }) => {
          if (kind === 'click') void click();
          if (kind !== 'ready') return;

          // Sends the current state to the new frame.
          update({});
          options.onInit?.({ fundingSource: SOURCE }, actions);
          resolve(undefined);
        });
        parent.append(frame.element);
      });
    },

    /** @param {Options} props */
    updateProps: async (props) => void Object.assign(options, props),
    close: async () => {
      closing.abort();
      frame?.remove();
    },
    resume() {},
    hasReturned: () => false,
  };
}

/**
 * Handles a click. If the button is disabled, only calls `onClick`, so that the page can show which input is missing.
 *
 * @param {string} origin
 * @param {{ options: Options, enabled: boolean, signal: AbortSignal, focus: () => void }} click
 */
async function pay(origin, { options, enabled, signal, focus }) {
  let isRejected = false;
  const reject = async () => {
    isRejected = true;
  };
  await options.onClick?.({ fundingSource: SOURCE }, { resolve: async () => {}, reject });
  if (!enabled || isRejected) return;

  const orderID = await options.createOrder?.({ paymentSource: SOURCE }, { order: { create: rejectAction } });
  if (typeof orderID !== 'string' || orderID === '') throw new Error('Expected an order id to be passed');

  for (let isDialogNeeded = true; isDialogNeeded && !signal.aborted; ) {
    isDialogNeeded = false;
    const outcome = await showInDialog({
      label: 'PayPal',
      page: {
        origin,
        path: `/checkoutnow?token=${encodeURIComponent(orderID)}`,
        title: 'PayPal checkout',
        settings: {},
      },
      unreachable: { kind: 'failed', message: "Couldn't reach PayPal." },
      signal,
    });

    // Returns the focus before the callbacks, because they may move it.
    focus();
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    if (outcome.kind === 'cancelled') await options.onCancel?.({ orderID }, { redirect });
    if (outcome.kind !== 'approved') return;

    const data = { orderID, payerID: outcome.payerID, paymentID: null, billingToken: null, paymentSource: SOURCE };
    const restart = () => {
      isDialogNeeded = true;
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

/** Rejects actions that require the merchant's token. @returns {Promise<never>} */
async function rejectAction() {
  throw new Error('The local PayPal handles orders only on the server.');
}

const ORDER_ACTIONS = { capture: rejectAction, authorize: rejectAction, get: rejectAction, patch: rejectAction };
