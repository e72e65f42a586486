import { connectToParent } from '../../providers/browser/connect-to-parent.js';

/** The texts before and after "PayPal", by the page's label. */
const LABELS = {
  pay: ['Pay with ', ''],
  checkout: ['', ' Checkout'],
  buynow: ['', ' Buy Now'],
  subscribe: ['Subscribe with ', ''],
  donate: ['Donate with ', ''],
};

const { settings, send, listen } = await connectToParent();
const { label, color = 'gold', shape = 'rect', borderRadius } = settings;

const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'));

const [before = '', after = ''] = LABELS[/** @type {keyof typeof LABELS} */ (label)] ?? [];
/** @type {HTMLElement} */ (button.querySelector('.before')).textContent = before;
/** @type {HTMLElement} */ (button.querySelector('.after')).textContent = after;

button.dataset.color = color;
button.dataset.shape = shape;
if (borderRadius !== undefined) button.style.borderRadius = `${borderRadius}px`;

// Sends the click even if the button is disabled, so that the page can show which input is missing.
button.addEventListener('click', () => send('click'));

listen({
  focus: () => button.focus(),
  state({ enabled, busy }) {
    button.setAttribute('aria-disabled', String(!enabled));
    button.setAttribute('aria-busy', String(busy));
  },
});
send('ready');
