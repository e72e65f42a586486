import { connectToParent } from '../../providers/browser/connect-to-parent.js';

const { isFramed, send, listen } = await connectToParent();
const { problem = '', order = '' } = document.body.dataset;
const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const payButton = find('.pay');
let isSubmitting = false;

async function approve() {
  if (isSubmitting) return;

  isSubmitting = true;
  payButton.setAttribute('aria-disabled', 'true');
  try {
    const response = await fetch(`/checkoutnow/approve?token=${encodeURIComponent(order)}`, { method: 'POST' });
    if (!response.ok) throw new Error(`${response.status}`);

    const { payerID } = await response.json();
    finish('approved', { payerID }, 'Payment approved. You can close this page.');
  } catch {
    isSubmitting = false;
    payButton.removeAttribute('aria-disabled');
    find('.outcome').textContent = "Couldn't approve the payment. Try again, or cancel.";
  }
}

/** @param {string} message shown if the page was opened by its link. */
function finish(kind, detail, message) {
  send(kind, detail);
  if (isFramed) return;

  document.body.dataset.done = '';
  find('.outcome').textContent = message;
}

const cancel = () => finish('cancelled', {}, "You haven't paid. You can close this page.");

if (problem) send('failed', { message: problem });
else {
  payButton.addEventListener('click', () => void approve());
  find('.cancel').addEventListener('click', cancel);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') cancel();
  });
  listen({ leave: cancel });
  send('ready');
  find('main').focus();
}
