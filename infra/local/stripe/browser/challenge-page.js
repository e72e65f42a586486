import { connectToParent } from '../../providers/browser/connect-to-parent.js';
import { callStripe } from './errors.js';

const completeButton = document.querySelector('#test-source-authorize-3ds');
const failButton = document.querySelector('#test-source-fail-3ds');
const { settings, send, listen } = await connectToParent();
let isSubmitted = false;

const { amount, currency } = settings;
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
document.querySelector('#amount').textContent = money;

completeButton.addEventListener('click', () => submit('complete'));
failButton.addEventListener('click', () => submit('fail'));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void submit('fail');
});

listen({ leave: () => submit('fail') });
document.querySelector('h1').focus();
send('ready');

async function submit(outcome) {
  if (isSubmitted) return;

  isSubmitted = true;
  completeButton.disabled = true;
  failButton.disabled = true;

  const { id, clientSecret } = settings;
  const form = new URLSearchParams({ payment_intent: id, client_secret: clientSecret, outcome });
  const { error } = await callStripe('/js/challenge', form);
  send('done', { error });
}
