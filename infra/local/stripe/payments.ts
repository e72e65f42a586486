import { randomText } from '../providers/object-store.ts';
import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { resolveMethod, testCardOf } from './cards.ts';
import { invalidRequest, missing, StripeApiError } from './errors.ts';
import { allowOnly, email, type Form, flag, metadata, nested, oneOf, requiredText, text, textList } from './form.ts';
import { addBalanceTransaction, paymentFee, price } from './money.ts';
import type { Cause, Charge, Intent, PaymentMethod } from './objects.ts';

/** `payment_method_types` is not among them since the release train "endive". */
const CREATE_FIELDS = [
  ...['allowed_payment_method_types', 'amount', 'automatic_payment_methods', 'capture_method', 'confirm'],
  ...['confirmation_method', 'currency', 'description', 'metadata', 'payment_method', 'receipt_email', 'return_url'],
  ...['statement_descriptor', 'statement_descriptor_suffix'],
];
const CONFIRM_FIELDS = ['client_secret', 'key', 'payment_method', 'receipt_email', 'return_url', 'use_stripe_sdk'];
const CANCEL_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** A payment intent as a browser sees it: without metadata and charge. */
type PublicIntent = Omit<Intent, 'metadata' | 'latest_charge' | 'amount_received'>;

/** @throws StripeApiError resource_missing */
export function getIntent({ store }: StripeAccount, id: string): Intent {
  const intent = store.find('payment_intent', id);
  if (!intent) throw missing('payment_intent', id, { param: 'intent' });
  return intent;
}

/**
 * Returns a payment intent to the browser that has its client secret.
 *
 * @throws StripeApiError for an unknown payment intent or a wrong secret.
 */
export function getPublicIntent(account: StripeAccount, id: string, form: Form): PublicIntent {
  const intent = getIntent(account, id);
  if (requiredText(form, 'client_secret') === intent.client_secret) return publicView(intent);
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}

/**
 * Creates a payment intent, and charges it if `confirm` is set.
 *
 * @throws StripeApiError for invalid fields, and for a declined card.
 */
export function createIntent(account: StripeAccount, form: Form, cause: Cause): Intent {
  allowOnly(form, CREATE_FIELDS);
  const { amount, currency } = price(form);
  // Manual capture is not supported.
  oneOf(form, 'capture_method', ['automatic', 'automatic_async']);
  oneOf(form, 'confirmation_method', ['automatic']);
  const id = newId('pi');
  const methodId = text(form, 'payment_method');
  const method = methodId === undefined ? undefined : resolveMethod(account, methodId);
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    automatic_payment_methods: automaticMethods(form),
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: nowSeconds(),
    currency,
    description: text(form, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadata(form),
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_types: ['card'],
    receipt_email: email(form, 'receipt_email') ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
  const charged = flag(form, 'confirm') ? methodOf(account, intent) : undefined;
  account.add(intent);
  account.emit('payment_intent.created', intent, { cause });
  if (charged) pay(account, intent, charged, cause);
  return intent;
}

/**
 * Charges the payment method.
 *
 * @throws StripeApiError card_error if the card is declined. The intent then waits for another card.
 */
export function confirmIntent(account: StripeAccount, id: string, form: Form, cause: Cause): Intent {
  const intent = getIntent(account, id);
  allowOnly(form, CONFIRM_FIELDS);
  requireOpen(intent, 'confirm', 'requires_confirmation, requires_action');
  const receiptEmail = email(form, 'receipt_email');
  const method = methodOf(account, intent, text(form, 'payment_method'));
  intent.receipt_email = receiptEmail ?? intent.receipt_email;
  pay(account, intent, method, cause);
  return intent;
}

/** Confirms for the browser that has the client secret, and returns or throws what a browser may see. */
export function confirmPublicIntent(account: StripeAccount, id: string, form: Form, cause: Cause): PublicIntent {
  getPublicIntent(account, id, form);
  try {
    return publicView(confirmIntent(account, id, form, cause));
  } catch (error) {
    if (!(error instanceof StripeApiError) || error.body.payment_intent === undefined) throw error;
    throw new StripeApiError(error.status, { ...error.body, payment_intent: publicView(getIntent(account, id)) });
  }
}

/** @throws StripeApiError payment_intent_unexpected_state if the intent succeeded or was canceled. */
export function cancelIntent(account: StripeAccount, id: string, form: Form, cause: Cause): Intent {
  const intent = getIntent(account, id);
  allowOnly(form, ['cancellation_reason']);
  const reason = oneOf(form, 'cancellation_reason', CANCEL_REASONS) ?? null;
  requireOpen(intent, 'cancel', 'requires_payment_method, requires_capture, requires_confirmation, requires_action');
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
  });
  account.emit('payment_intent.canceled', intent, { cause });
  return intent;
}

/**
 * Continues a payment after 3-D Secure: charges it, or fails it.
 *
 * @throws StripeApiError if the intent does not wait for an authentication.
 */
export function authenticateIntent(account: StripeAccount, id: string, form: Form): PublicIntent {
  getPublicIntent(account, id, form);
  const intent = getIntent(account, id);
  requiredText(form, 'outcome');
  const outcome = oneOf(form, 'outcome', ['complete', 'fail']);
  if (intent.status !== 'requires_action') {
    throw unexpectedState(intent, 'This PaymentIntent does not wait for an authentication.');
  }
  const method = methodOf(account, intent);
  if (outcome === 'complete') charge(account, intent, method, { cause: null, authenticated: true });
  else {
    const code = 'payment_intent_authentication_failure';
    const message =
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
    fail(intent, { type: 'invalid_request_error', code, message, payment_method: method });
    account.emit('payment_intent.payment_failed', intent);
  }
  return publicView(intent);
}

function publicView({ metadata, latest_charge, amount_received, ...visible }: Intent): PublicIntent {
  return visible;
}

function automaticMethods(form: Form): Intent['automatic_payment_methods'] {
  const types = textList(form.allowed_payment_method_types);
  const other = types.find((type) => type !== 'card');
  if (other !== undefined) {
    const message = `The payment method type "${other}" is invalid. The local Stripe takes cards only.`;
    throw invalidRequest(message, { param: 'allowed_payment_method_types' });
  }
  const automatic = nested(form, 'automatic_payment_methods');
  const allow_redirects = oneOf(automatic, 'allow_redirects', ['always', 'never']) ?? 'always';
  return (flag(automatic, 'enabled') ?? types.length === 0) ? { enabled: true, allow_redirects } : null;
}

function methodOf(account: StripeAccount, intent: Intent, wanted?: string): PaymentMethod {
  const id = wanted ?? intent.payment_method;
  if (id !== null) return resolveMethod(account, id);
  throw unexpectedState(
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
      'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
      'method or ConfirmationToken.',
  );
}

function requireOpen(intent: Intent, action: 'confirm' | 'cancel', statuses: string): void {
  if (OPEN.includes(intent.status)) return;
  if (action === 'confirm' && intent.status === 'succeeded') {
    const reason = 'it has already succeeded after being previously confirmed.';
    throw unexpectedState(intent, `You cannot confirm this PaymentIntent because ${reason}`);
  }
  throw unexpectedState(
    intent,
    `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
      `one of the following statuses may be ${action}ed: ${statuses}.`,
  );
}

function unexpectedState(intent: Intent, message: string): StripeApiError {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

function pay(account: StripeAccount, intent: Intent, method: PaymentMethod, cause: Cause): void {
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  if (!testCardOf(method).authenticates) {
    const refusal = charge(account, intent, method, { cause, authenticated: false });
    if (refusal) throw refusal;
    return;
  }
  intent.status = 'requires_action';
  // Tells Stripe.js to show the bank's page.
  const source = newId('src');
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source } };
  account.emit('payment_intent.requires_action', intent, { cause });
}

/** Charges the card. Returns the error for the caller if the bank declines. */
function charge(
  account: StripeAccount,
  intent: Intent,
  method: PaymentMethod,
  { cause, authenticated }: { readonly cause: Cause | null; readonly authenticated: boolean },
): StripeApiError | undefined {
  const { decline } = testCardOf(method);
  const { amount, currency, description, receipt_email } = intent;
  const three_d_secure = authenticated ? { result: 'authenticated', version: '2.2.0' } : null;
  const made = account.add<Charge>({
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    created: nowSeconds(),
    currency,
    description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: { ...intent.metadata },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: { ...method.card, three_d_secure }, type: 'card' },
    receipt_email,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  });
  intent.latest_charge = made.id;
  if (decline) {
    const error = { type: 'card_error', ...decline, charge: made.id, payment_method: method } as const;
    fail(intent, error);
    account.emit('charge.failed', made, { cause });
    account.emit('payment_intent.payment_failed', intent, { cause });
    return new StripeApiError(402, { ...error, payment_intent: intent });
  }
  const line = { type: 'charge', amount, fee: paymentFee(amount), currency, source: made.id } as const;
  made.balance_transaction = addBalanceTransaction(account, line).id;
  Object.assign(intent, { amount_received: amount, status: 'succeeded', next_action: null });
  account.emit('charge.succeeded', made, { cause });
  account.emit('payment_intent.succeeded', intent, { cause });
  return undefined;
}

function fail(intent: Intent, last_payment_error: object): void {
  Object.assign(intent, {
    last_payment_error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
}
