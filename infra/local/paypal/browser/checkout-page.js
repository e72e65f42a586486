import { surroundingPage } from '../../providers/browser/surrounding-page.js';

const { isFramed, tell, listen } = await surroundingPage();
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
    end('approved', { payerID }, 'You have agreed to pay. You can close this page.');
  } catch {
    asked = false;
    pay.removeAttribute('aria-disabled');
    find('.outcome').textContent = 'That did not work. Try again, or cancel.';
  }
}

/** @param {string} words shown if the member came here by the link. */
function end(kind, detail, words) {
  tell(kind, detail);
  if (isFramed) return;
  document.body.dataset.done = '';
  find('.outcome').textContent = words;
}

const cancel = () => end('cancelled', {}, 'You have not paid. You can close this page.');
if (problem) tell('failed', { message: problem });
else {
  pay.addEventListener('click', () => void approve());
  find('.cancel').addEventListener('click', cancel);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') cancel();
  });
  listen({ leave: cancel });
  tell('ready');
  find('main').focus();
}
