import { invalidRequest, missing, type StripeApiError } from './errors.ts';
import { allowOnly, email, flag, metadata, nested, oneOf, requiredText, text } from './fields.ts';
import { type Form, textList } from './form.ts';
import { newId, nowSeconds, randomText } from './ids.ts';
import { price } from './money.ts';
import type { Intent } from './objects.ts';

/** Since the release train "endive" `payment_method_types` is no longer among them. */
const CREATE_FIELDS = [
  'allowed_payment_method_types',
  'amount',
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
  'currency',
  'description',
  'metadata',
  'payment_method',
  'receipt_email',
  'return_url',
  'statement_descriptor',
  'statement_descriptor_suffix',
];

const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** What a browser, which has no more than the publishable key and the client secret, is shown of a payment. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const;

/**
 * A payment as a server asks for it. Nothing is paid yet.
 *
 * @throws StripeApiError when the fields are no payment's.
 */
export function intentOf(form: Form): Intent {
  allowOnly(form, CREATE_FIELDS);
  const { amount, currency } = price(form);
  // Holding money back and taking it later is not offered here.
  oneOf(form, 'capture_method', ['automatic', 'automatic_async']);
  oneOf(form, 'confirmation_method', ['automatic']);
  const id = newId('pi');
  return {
    ...blank(id),
    ...waysToPay(form),
    amount,
    currency,
    description: text(form, 'description') ?? null,
    metadata: metadata(form),
    receipt_email: email(form, 'receipt_email') ?? null,
    statement_descriptor: text(form, 'statement_descriptor') ?? null,
    statement_descriptor_suffix: text(form, 'statement_descriptor_suffix') ?? null,
  };
}

/**
 * Cancels a payment that is not made.
 *
 * @throws StripeApiError payment_intent_unexpected_state for one that is made, or canceled already.
 */
export function cancel(intent: Intent, form: Form): void {
  allowOnly(form, ['cancellation_reason']);
  const reason = oneOf(form, 'cancellation_reason', REASONS) ?? null;
  if (!OPEN.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one ` +
        'of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, ' +
        'requires_action, processing.',
    );
  }
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
  });
}

/**
 * @throws StripeApiError payment_intent_unexpected_state for a payment that is made or canceled.
 */
export function requireOpen(intent: Intent): void {
  if (intent.status === 'succeeded') {
    const words = 'it has already succeeded after being previously confirmed.';
    throw unexpectedState(intent, `You cannot confirm this PaymentIntent because ${words}`);
  }
  if (OPEN.includes(intent.status)) return;
  throw unexpectedState(
    intent,
    `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one ` +
      'of the following statuses may be confirmed: requires_confirmation, requires_action.',
  );
}

/**
 * Checks what a browser knows of a payment.
 *
 * @throws StripeApiError without the client secret of this very payment.
 */
export function requireClientSecret(intent: Intent, form: Form): void {
  if (requiredText(form, 'client_secret') === intent.client_secret) return;
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}

/** A payment as browsers are shown it: without metadata, and without its charge. */
export function publicView(intent: Intent): Partial<Intent> {
  return Object.fromEntries(PUBLIC_FIELDS.map((name) => [name, intent[name]]));
}

/** An error that comes of the state that a payment is in. */
export function unexpectedState(intent: Intent, message: string): StripeApiError {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

/** A payment that does not exist. */
export function noSuchIntent(id: string): StripeApiError {
  return missing('payment_intent', id, { param: 'intent' });
}

function waysToPay(form: Form): Pick<Intent, 'allowed_payment_method_types' | 'automatic_payment_methods'> {
  const types = textList(form.allowed_payment_method_types);
  const automatic = nested(form, 'automatic_payment_methods');
  const enabled = flag(automatic, 'enabled') ?? types.length === 0;
  const other = types.find((type) => type !== 'card');
  if (other !== undefined) {
    throw invalidRequest(`The payment method type "${other}" is invalid. The local Stripe takes cards only.`, {
      param: 'allowed_payment_method_types',
    });
  }
  const redirects = oneOf(automatic, 'allow_redirects', ['always', 'never']) ?? 'always';
  return {
    allowed_payment_method_types: types.length > 0 ? ['card'] : null,
    automatic_payment_methods: enabled ? { enabled, allow_redirects: redirects } : null,
  };
}

function blank(id: string): Omit<Intent, 'amount' | 'currency'> {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}
