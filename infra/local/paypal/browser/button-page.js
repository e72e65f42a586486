import { listen, tell } from './surrounding-page.js';

/** What stands before and behind the name, by the label that a page asks for. */
const LABELS = {
  pay: ['Pay with ', ''],
  checkout: ['', ' Checkout'],
  buynow: ['', ' Buy Now'],
  subscribe: ['Subscribe with ', ''],
  donate: ['Donate with ', ''],
};

const query = new URL(location.href).searchParams;
const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'));
const [before = '', after = ''] = LABELS[/** @type {keyof typeof LABELS} */ (query.get('label'))] ?? [];
/** @type {HTMLElement} */ (button.querySelector('.before')).textContent = before;
/** @type {HTMLElement} */ (button.querySelector('.after')).textContent = after;
button.dataset.color = query.get('color') ?? 'gold';
button.dataset.shape = query.get('shape') ?? 'rect';
if (query.has('radius')) button.style.borderRadius = `${Number(query.get('radius'))}px`;

// The page decides what a click leads to, on a disabled button too: it may want to say what is missing.
button.addEventListener('click', () => tell({ type: 'click' }));
listen(({ type, enabled, busy }) => {
  if (type === 'focus') button.focus();
  if (type !== 'state') return;
  button.setAttribute('aria-disabled', String(!enabled));
  button.setAttribute('aria-busy', String(busy));
});
tell({ type: 'ready' });
