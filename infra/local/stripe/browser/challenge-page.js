import { NOT_CONNECTED } from './connection.js';
import { surroundingPage } from './surrounding-page.js';

const complete = document.querySelector('#test-source-authorize-3ds');
const fail = document.querySelector('#test-source-fail-3ds');
const { settings, port } = await surroundingPage();
let answered = false;

const { amount, currency } = settings;
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
document.querySelector('#amount').textContent = money;
complete.addEventListener('click', () => answer('complete'));
fail.addEventListener('click', () => answer('fail'));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void answer('fail');
});
port.onmessage = ({ data }) => {
  if (data.kind === 'fail') void answer('fail');
};
document.querySelector('h1').focus();
port.postMessage({ kind: 'ready' });

async function answer(outcome) {
  if (answered) return;
  answered = true;
  complete.disabled = true;
  fail.disabled = true;
  port.postMessage({ kind: 'done', error: await tellBank(outcome) });
}

async function tellBank(outcome) {
  const { id, clientSecret } = settings;
  const body = new URLSearchParams({ payment_intent: id, client_secret: clientSecret, outcome });
  try {
    const response = await fetch('/endive/challenge', { method: 'POST', body });
    const { error } = await response.json();
    return error;
  } catch {
    return NOT_CONNECTED;
  }
}
