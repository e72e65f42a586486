import { randomText } from '../providers/object-store.ts';
import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { resolvePaymentMethod } from './cards.ts';
import { chargeCard, chargeOrAuthenticate, failIntent } from './charges.ts';
import { buildInvalidRequestError, buildMissingResourceError, StripeApiError } from './errors.ts';
import {
  type Form,
  readEmail,
  readFlag,
  readList,
  readMetadata,
  readNested,
  readOneOf,
  readText,
  rejectUnknownFields,
  requireText,
} from './form.ts';
import { parsePrice } from './money.ts';
import type { Cause, Intent, PaymentMethod } from './objects.ts';

/** The fields of a new payment intent. Stripe's release "endive" removed `payment_method_types`. */
const CREATE_FIELDS = [
  'allowed_payment_method_types',
  'amount',
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

/** The fields of a confirmation, by a server or by Stripe.js. */
const CONFIRM_FIELDS = ['client_secret', 'key', 'payment_method', 'receipt_email', 'return_url', 'use_stripe_sdk'];
const CANCEL_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** The statuses of payment intents that can still be confirmed or canceled. */
const OPEN_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** A payment intent without the fields that only callers with the secret key may see. */
type PublicIntent = Omit<Intent, 'metadata' | 'latest_charge' | 'amount_received'>;

/** Returns a payment intent. Throws a StripeApiError (resource_missing) for an unknown ID. */
export function getIntent({ store }: StripeAccount, id: string): Intent {
  const intent = store.find('payment_intent', id);
  if (!intent) throw buildMissingResourceError('payment_intent', id, { param: 'intent' });
  return intent;
}

/**
 * Returns a payment intent to a browser with its client secret.
 *
 * @throws StripeApiError for an unknown payment intent or a wrong client secret.
 */
export function getPublicIntent(account: StripeAccount, id: string, form: Form): PublicIntent {
  return toPublicIntent(requireClientSecret(account, id, form));
}

/**
 * Creates a payment intent. Charges it if `confirm` is set.
 *
 * @throws StripeApiError for invalid fields, and for a declined card.
 */
export function createIntent(account: StripeAccount, form: Form, cause: Cause): Intent {
  rejectUnknownFields(form, CREATE_FIELDS);
  const { amount, currency } = parsePrice(form);

  // Rejects manual capture and manual confirmation, which the local Stripe doesn't support.
  readOneOf(form, 'capture_method', ['automatic', 'automatic_async']);
  readOneOf(form, 'confirmation_method', ['automatic']);

  const id = newId('pi');
  const methodId = readText(form, 'payment_method');
  const method = methodId === undefined ? undefined : resolvePaymentMethod(account, methodId);
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    automatic_payment_methods: readAutomaticMethods(form),
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: nowSeconds(),
    currency,
    description: readText(form, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: readMetadata(form),
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_types: ['card'],
    receipt_email: readEmail(form, 'receipt_email') ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };

  // Requires the method before the intent is stored, so that a rejected request stores nothing.
  const chargedMethod = readFlag(form, 'confirm') ? requirePaymentMethod(account, intent) : undefined;
  account.add(intent);
  account.emit('payment_intent.created', intent, { cause });
  if (chargedMethod) chargeOrAuthenticate(account, intent, chargedMethod, cause);

  return intent;
}

/**
 * Charges the payment method.
 *
 * @throws StripeApiError card_error if the card is declined. The intent then waits for another card.
 */
export function confirmIntent(account: StripeAccount, id: string, form: Form, cause: Cause): Intent {
  const intent = getIntent(account, id);
  rejectUnknownFields(form, CONFIRM_FIELDS);
  requireOpen(intent, 'confirm', 'requires_confirmation, requires_action');

  const receiptEmail = readEmail(form, 'receipt_email');
  const method = requirePaymentMethod(account, intent, readText(form, 'payment_method'));

  intent.receipt_email = receiptEmail ?? intent.receipt_email;
  chargeOrAuthenticate(account, intent, method, cause);
  return intent;
}

/** Confirms for a browser with the client secret. The result and errors hold only public fields. */
export function confirmPublicIntent(account: StripeAccount, id: string, form: Form, cause: Cause): PublicIntent {
  requireClientSecret(account, id, form);

  try {
    return toPublicIntent(confirmIntent(account, id, form, cause));
  } catch (error) {
    if (!(error instanceof StripeApiError) || error.body.payment_intent === undefined) throw error;
    throw new StripeApiError(error.status, { ...error.body, payment_intent: toPublicIntent(getIntent(account, id)) });
  }
}

/**
 * Cancels a payment intent.
 *
 * @throws StripeApiError payment_intent_unexpected_state if the intent has succeeded or is canceled.
 */
export function cancelIntent(account: StripeAccount, id: string, form: Form, cause: Cause): Intent {
  const intent = getIntent(account, id);
  rejectUnknownFields(form, ['cancellation_reason']);

  const reason = readOneOf(form, 'cancellation_reason', CANCEL_REASONS) ?? null;
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
 * Charges or fails a payment after 3-D Secure.
 *
 * @throws StripeApiError if the intent doesn't require authentication.
 */
export function authenticateIntent(account: StripeAccount, id: string, form: Form): PublicIntent {
  const intent = requireClientSecret(account, id, form);
  // `readOneOf` would accept a missing outcome.
  requireText(form, 'outcome');
  const outcome = readOneOf(form, 'outcome', ['complete', 'fail']);
  if (intent.status !== 'requires_action') {
    throw buildUnexpectedStateError(intent, 'This PaymentIntent does not require authentication.');
  }

  const method = requirePaymentMethod(account, intent);
  if (outcome === 'complete') {
    // A decline is not thrown, because Stripe.js reads it from the intent's `last_payment_error`.
    chargeCard(account, intent, method, { cause: null, authenticated: true });
  } else {
    const code = 'payment_intent_authentication_failure';
    const message =
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
    failIntent(intent, { type: 'invalid_request_error', code, message, payment_method: method });
    account.emit('payment_intent.payment_failed', intent);
  }

  return toPublicIntent(intent);
}

/** Returns the payment intent if the form has its client secret. Otherwise, throws a StripeApiError. */
function requireClientSecret(account: StripeAccount, id: string, form: Form): Intent {
  const intent = getIntent(account, id);
  if (requireText(form, 'client_secret') === intent.client_secret) return intent;
  throw buildInvalidRequestError(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}

function toPublicIntent({ metadata, latest_charge, amount_received, ...publicFields }: Intent): PublicIntent {
  return publicFields;
}

/** Reads whether Stripe chooses the payment methods: by default, unless the request lists the allowed types. */
function readAutomaticMethods(form: Form): Intent['automatic_payment_methods'] {
  const types = readList(form.allowed_payment_method_types);
  const otherType = types.find((type) => type !== 'card');
  if (otherType !== undefined) {
    const message = `The payment method type "${otherType}" is invalid. The local Stripe accepts only cards.`;
    throw buildInvalidRequestError(message, { param: 'allowed_payment_method_types' });
  }

  const automatic = readNested(form, 'automatic_payment_methods');
  const allow_redirects = readOneOf(automatic, 'allow_redirects', ['always', 'never']) ?? 'always';
  return (readFlag(automatic, 'enabled') ?? types.length === 0) ? { enabled: true, allow_redirects } : null;
}

/** Returns the payment method of the request or of the intent. Throws a StripeApiError if both lack one. */
function requirePaymentMethod(account: StripeAccount, intent: Intent, methodId?: string): PaymentMethod {
  const id = methodId ?? intent.payment_method;
  if (id !== null) return resolvePaymentMethod(account, id);
  throw buildUnexpectedStateError(
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
      'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
      'method or ConfirmationToken.',
  );
}

/**
 * Checks that an intent can still be confirmed or canceled.
 *
 * @param statuses - the statuses that Stripe's message for this action names
 * @throws StripeApiError payment_intent_unexpected_state
 */
function requireOpen(intent: Intent, action: 'confirm' | 'cancel', statuses: string): void {
  if (OPEN_STATUSES.includes(intent.status)) return;
  if (action === 'confirm' && intent.status === 'succeeded') {
    const reason = 'it has already succeeded after being previously confirmed.';
    throw buildUnexpectedStateError(intent, `You cannot confirm this PaymentIntent because ${reason}`);
  }

  throw buildUnexpectedStateError(
    intent,
    `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
      `one of the following statuses may be ${action}ed: ${statuses}.`,
  );
}

function buildUnexpectedStateError(intent: Intent, message: string): StripeApiError {
  return buildInvalidRequestError(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}
