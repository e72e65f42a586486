import { surroundingPage } from '../../providers/browser/surrounding-page.js';

/** The texts before and after the name, by the label that a page chooses. */
const LABELS = {
  pay: ['Pay with ', ''],
  checkout: ['', ' Checkout'],
  buynow: ['', ' Buy Now'],
  subscribe: ['Subscribe with ', ''],
  donate: ['Donate with ', ''],
};

const { settings, tell, listen } = await surroundingPage();
const { label, color = 'gold', shape = 'rect', borderRadius } = settings;
const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'));
const [before = '', after = ''] = LABELS[/** @type {keyof typeof LABELS} */ (label)] ?? [];
/** @type {HTMLElement} */ (button.querySelector('.before')).textContent = before;
/** @type {HTMLElement} */ (button.querySelector('.after')).textContent = after;
button.dataset.color = color;
button.dataset.shape = shape;
if (borderRadius !== undefined) button.style.borderRadius = `${borderRadius}px`;

// The page decides what a click does, even on a disabled button: it may show what is missing.
button.addEventListener('click', () => tell('click'));
listen({
  focus: () => button.focus(),
  state({ enabled, busy }) {
    button.setAttribute('aria-disabled', String(!enabled));
    button.setAttribute('aria-busy', String(busy));
  },
});
tell('ready');
