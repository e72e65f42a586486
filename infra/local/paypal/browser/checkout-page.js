import { isFramed, tell } from './surrounding-page.js';

const { problem = '', order = '' } = document.body.dataset;
const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const pay = find('.pay');
let asked = false;

async function approve() {
  if (asked) return;
  asked = true;
  pay.setAttribute('aria-disabled', 'true');
  try {
    const response = await fetch(`/checkoutnow/approve?token=${encodeURIComponent(order)}`, { method: 'POST' });
    if (!response.ok) throw new Error(`${response.status}`);
    const { payerID } = await response.json();
    end({ type: 'approved', payerID }, 'You have agreed to pay. You can close this page.');
  } catch {
    asked = false;
    pay.removeAttribute('aria-disabled');
    find('.outcome').textContent = 'That did not work. Try again, or cancel.';
  }
}

/**
 * @param {{ type: string, [field: string]: unknown }} outcome
 * @param {string} words for somebody who came here by the link, and not in a frame
 */
function end(outcome, words) {
  tell(outcome);
  if (isFramed) return;
  document.body.dataset.done = '';
  find('.outcome').textContent = words;
}

const cancel = () => end({ type: 'cancelled' }, 'You have not paid. You can close this page.');
if (problem) tell({ type: 'failed', message: problem });
else {
  pay.addEventListener('click', () => void approve());
  find('.cancel').addEventListener('click', cancel);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') cancel();
  });
  tell({ type: 'ready' });
  find('main').focus();
}
