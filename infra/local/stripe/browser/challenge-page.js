import { connectToParent } from '../../providers/browser/connect-to-parent.js';
import { callStripe } from './errors.js';

const complete = document.querySelector('#test-source-authorize-3ds');
const fail = document.querySelector('#test-source-fail-3ds');
const { settings, send, listen } = await connectToParent();
let submitted = false;

const { amount, currency } = settings;
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
document.querySelector('#amount').textContent = money;
complete.addEventListener('click', () => submit('complete'));
fail.addEventListener('click', () => submit('fail'));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void submit('fail');
});
listen({ leave: () => submit('fail') });
document.querySelector('h1').focus();
send('ready');

async function submit(outcome) {
  if (submitted) return;
  submitted = true;
  complete.disabled = true;
  fail.disabled = true;
  const { id, clientSecret } = settings;
  const form = new URLSearchParams({ payment_intent: id, client_secret: clientSecret, outcome });
  const { error } = await callStripe('/js/challenge', form);
  send('done', { error });
}
