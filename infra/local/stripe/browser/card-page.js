import { surroundingPage } from '../../providers/browser/surrounding-page.js';
import { CardFields } from './card-fields.js';
import { callStripe } from './errors.js';

const STYLES = ['fontFamily', 'fontSize', 'fontStyle', 'fontWeight', 'letterSpacing', 'lineHeight'];

const fields = new CardFields(document.forms[0]);
const { settings, tell, listen } = await surroundingPage();
let focused = false;

listen({
  update: ({ options }) => apply(options),
  focus: () => fields.focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => fields.clear(),
  async create({ id, details }) {
    tell('result', { id, result: await createPaymentMethod(details) });
  },
});
fields.onChange = (state) => tell('change', state);
fields.onEscape = () => tell('escape');
fields.onSubmit = () => tell('submit');
document.addEventListener('focusin', noteFocus);
// Where the focus went is known only afterwards: between two fields it is nowhere.
document.addEventListener('focusout', () => setTimeout(noteFocus));
apply(settings.options);
new ResizeObserver(tellHeight).observe(document.querySelector('.card'));
tellHeight();
tell('ready');

function noteFocus() {
  const now = document.hasFocus() && document.activeElement instanceof HTMLInputElement;
  if (now === focused) return;
  focused = now;
  tell(now ? 'focus' : 'blur');
}

function tellHeight() {
  tell('height', { height: Math.ceil(document.querySelector('.card').getBoundingClientRect().height) });
}

function apply(options) {
  const { style = {}, hideIcon = false } = options;
  const { base = {}, invalid = {} } = style;
  const root = document.documentElement;
  for (const name of STYLES) if (typeof base[name] === 'string') root.style[name] = base[name];
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

/** Sends the number to where it belongs, and nowhere else. */
async function createPaymentMethod({ billing_details: billing = {}, metadata = {} }) {
  const problem = fields.requireComplete();
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
  append(form, 'billing_details', { ...billing, address });
  append(form, 'metadata', metadata);
  const { error, ...paymentMethod } = await callStripe('/v1/payment_methods', form);
  return error ? { error } : { paymentMethod };
}

function append(form, name, value) {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') {
    form.append(name, String(value));
    return;
  }
  for (const [inner, part] of Object.entries(value)) append(form, `${name}[${inner}]`, part);
}
