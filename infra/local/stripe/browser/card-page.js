import { connectToParent } from '../../providers/browser/connect-to-parent.js';
import { CardFields } from './card-fields.js';
import { callStripe } from './errors.js';

const STYLES = ['fontFamily', 'fontSize', 'fontStyle', 'fontWeight', 'letterSpacing', 'lineHeight'];

const fields = new CardFields(document.forms[0]);
const { settings, send, listen } = await connectToParent();
let hadFocus = false;

listen({
  update: ({ options }) => apply(options),
  focus: () => fields.focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => fields.clear(),
  async create({ id, details }) {
    send('result', { id, result: await createPaymentMethod(details) });
  },
});

fields.onChange = (state) => send('change', state);
fields.onEscape = () => send('escape');
fields.onSubmit = () => send('submit');

document.addEventListener('focusin', reportFocus);
// Waits for the new focus: while the focus moves between fields, no field has it.
document.addEventListener('focusout', () => setTimeout(reportFocus));

apply(settings.options);
new ResizeObserver(reportHeight).observe(document.querySelector('.card'));
reportHeight();
send('ready');

function reportFocus() {
  const hasFocus = document.hasFocus() && document.activeElement instanceof HTMLInputElement;
  if (hasFocus === hadFocus) return;
  hadFocus = hasFocus;
  send(hasFocus ? 'focus' : 'blur');
}

function reportHeight() {
  send('height', { height: Math.ceil(document.querySelector('.card').getBoundingClientRect().height) });
}

function apply(options) {
  const { style = {}, hideIcon = false } = options;
  const { base = {}, invalid = {} } = style;
  const root = document.documentElement;
  for (const name of STYLES) {
    if (typeof base[name] === 'string') root.style[name] = base[name];
  }
  setColor('--color', base.color);
  setColor('--placeholder', base['::placeholder']?.color);
  setColor('--invalid', invalid.color);

  document.querySelector('.brand').hidden = hideIcon;
  fields.apply(options);
}

function setColor(property, color) {
  if (typeof color === 'string' && CSS.supports('color', color)) {
    document.documentElement.style.setProperty(property, color);
  }
}

/** Creates a payment method. Card details go only to the local Stripe. */
async function createPaymentMethod({ billing_details: billing = {}, metadata = {} }) {
  const problem = fields.validate();
  if (problem) return { error: { type: 'validation_error', ...problem } };

  const { number, month, year, cvc, postal } = fields.card;
  const form = new URLSearchParams({
    key: settings.key,
    type: 'card',
    'card[number]': number,
    'card[exp_month]': String(month),
    'card[exp_year]': String(year),
    'card[cvc]': cvc,
  });
  const address = { ...billing.address, ...(postal && { postal_code: postal }) };
  appendField(form, 'billing_details', { ...billing, address });
  appendField(form, 'metadata', metadata);

  const { error, ...paymentMethod } = await callStripe('/v1/payment_methods', form);
  return error ? { error } : { paymentMethod };
}

/** Adds a field to the form. An object adds one field for each leaf: `metadata[uid]`. */
function appendField(form, name, value) {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') {
    form.append(name, String(value));
    return;
  }

  for (const [fieldName, field] of Object.entries(value)) appendField(form, `${name}[${fieldName}]`, field);
}
