import { surroundingPage } from '../../providers/browser/surrounding-page.js';
import { callStripe } from './errors.js';

const complete = document.querySelector('#test-source-authorize-3ds');
const fail = document.querySelector('#test-source-fail-3ds');
const { settings, tell, listen } = await surroundingPage();
let answered = false;

const { amount, currency } = settings;
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
document.querySelector('#amount').textContent = money;
complete.addEventListener('click', () => answer('complete'));
fail.addEventListener('click', () => answer('fail'));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void answer('fail');
});
listen({ leave: () => answer('fail') });
document.querySelector('h1').focus();
tell('ready');

async function answer(outcome) {
  if (answered) return;
  answered = true;
  complete.disabled = true;
  fail.disabled = true;
  const { id, clientSecret } = settings;
  const form = new URLSearchParams({ payment_intent: id, client_secret: clientSecret, outcome });
  const { error } = await callStripe('/endive/challenge', form);
  tell('done', { error });
}
