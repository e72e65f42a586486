import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { type Brand, detectBrand, digitsOf, findIncomplete, findInvalid, passesLuhn } from './browser/card-number.ts';
import { buildInvalidRequestError, StripeApiError } from './errors.ts';
import { type Form, readEmail, readMetadata, readNested, readText, rejectUnknownFields, requireText } from './form.ts';
import type { PaymentMethod } from './objects.ts';

/** The reason why a bank declines a card: https://docs.stripe.com/declines/codes */
export interface Decline {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
}

interface TestCard {
  readonly number: string;
  /** Stripe's fixed payment method IDs for this card. */
  readonly methodIds: readonly string[];
  readonly decline?: Decline;
  /** Set if the bank requires 3-D Secure, in which the cardholder confirms the payment. */
  readonly requiresAuthentication?: true;
}

const createDecline = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});

const GENERIC_DECLINE = createDecline('generic_decline');
const NO_FUNDS = createDecline('insufficient_funds', 'Your card has insufficient funds.');
const VELOCITY_EXCEEDED = createDecline(
  'card_velocity_exceeded',
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
);
const EXPIRED_CARD: Decline = { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' };
const BAD_CVC: Decline = { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' };
const PROCESSING_ERROR: Decline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};

/** Builds a test card. `methodNames` are the names of its payment methods, separated by spaces. */
const buildTestCard = (
  number: string,
  methodNames: string,
  behavior: Pick<TestCard, 'decline' | 'requiresAuthentication'> = {},
): TestCard => ({
  number,
  methodIds: methodNames.split(' ').map((name) => `pm_card_${name}`),
  ...behavior,
});

/** Stripe's test cards: https://docs.stripe.com/testing. Their last four digits are unique. */
const CARDS: readonly TestCard[] = [
  buildTestCard('4242424242424242', 'visa'),
  buildTestCard('4000056655665556', 'visa_debit'),
  buildTestCard('5555555555554444', 'mastercard'),
  buildTestCard('5200828282828210', 'mastercard_debit'),
  buildTestCard('378282246310005', 'amex'),
  buildTestCard('6011111111111117', 'discover'),
  buildTestCard('36227206271667', 'diners'),
  buildTestCard('3566002020360505', 'jcb'),
  buildTestCard('4000000000000002', 'visa_chargeDeclined chargeDeclined', { decline: GENERIC_DECLINE }),
  buildTestCard('4000000000009995', 'visa_chargeDeclinedInsufficientFunds chargeDeclinedInsufficientFunds', {
    decline: NO_FUNDS,
  }),
  buildTestCard('4000000000009987', 'visa_chargeDeclinedLostCard', { decline: createDecline('lost_card') }),
  buildTestCard('4000000000009979', 'visa_chargeDeclinedStolenCard', { decline: createDecline('stolen_card') }),
  buildTestCard('4100000000000019', 'radarBlock', { decline: createDecline('fraudulent') }),
  buildTestCard('4000000000006975', 'visa_chargeDeclinedVelocityLimitExceeded', { decline: VELOCITY_EXCEEDED }),
  buildTestCard('4000000000000069', 'chargeDeclinedExpiredCard', { decline: EXPIRED_CARD }),
  buildTestCard('4000000000000127', 'chargeDeclinedIncorrectCvc', { decline: BAD_CVC }),
  buildTestCard('4000000000000119', 'chargeDeclinedProcessingError', { decline: PROCESSING_ERROR }),
  buildTestCard('4000002500003155', 'authenticationRequiredOnSetup', { requiresAuthentication: true }),
  buildTestCard('4000002760003184', 'authenticationRequired', { requiresAuthentication: true }),
  buildTestCard('4000000000003220', 'threeDSecure2Required', { requiresAuthentication: true }),
  buildTestCard('4000000000003063', 'threeDSecureRequired', { requiresAuthentication: true }),
  buildTestCard('4000008400001629', 'threeDSecureRequiredChargeDeclined', {
    requiresAuthentication: true,
    decline: GENERIC_DECLINE,
  }),
  buildTestCard('4000008260003178', 'authenticationRequiredChargeDeclinedInsufficientFunds', {
    requiresAuthentication: true,
    decline: NO_FUNDS,
  }),
];

/** The fields of a new payment method. Only Stripe.js sends `key` and `payment_user_agent`. */
const CREATE_FIELDS = ['type', 'card', 'billing_details', 'metadata', 'key', 'payment_user_agent'];

/** Returns the bank's behavior for a payment method's card. */
export function findTestCardBehavior({
  card: { last4 },
}: PaymentMethod): Pick<TestCard, 'decline' | 'requiresAuthentication'> {
  return CARDS.find(({ number }) => number.endsWith(last4)) ?? {};
}

/**
 * Creates a payment method from a card number. The number itself is not stored.
 *
 * @throws StripeApiError card_error for an invalid, expired, or real card.
 */
export function createPaymentMethod(account: StripeAccount, form: Form): PaymentMethod {
  rejectUnknownFields(form, CREATE_FIELDS);
  if (requireText(form, 'type') !== 'card') {
    throw buildInvalidRequestError('The local Stripe accepts only cards.', { param: 'type' });
  }

  const fields = readNested(form, 'card');
  const number = digitsOf(requireText(fields, 'number'));
  const month = requireText(fields, 'exp_month').padStart(2, '0');
  const expiry = `${month}${requireText(fields, 'exp_year').slice(-2)}`;
  const input = { number, expiry, cvc: readText(fields, 'cvc') ?? '', postal: undefined };

  if (!passesLuhn(number))
    throw buildCardError('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  const problem = findInvalid(input, new Date()) ?? findIncomplete(input);
  // Only the codes of Stripe.js distinguish past dates; the API's codes don't.
  if (problem)
    throw buildCardError(problem.code.replace(/_past$/, ''), problem.message, { param: findParam(problem.code) });

  // Any other card could be a real one.
  if (!CARDS.some((testCard) => testCard.number === number)) {
    const message =
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid ' +
      'test cards, visit: https://stripe.com/docs/testing.';
    throw buildCardError('card_declined', message, { decline_code: 'test_mode_live_card' });
  }

  return addPaymentMethod(
    account,
    number,
    { exp_month: Number(month), exp_year: 2000 + Number(expiry.slice(2)) },
    form,
  );
}

/**
 * Returns the payment method with this ID. Creates a payment method for a test card's ID such as `pm_card_visa`.
 *
 * @throws StripeApiError resource_missing if the ID is unknown
 */
export function resolvePaymentMethod(account: StripeAccount, id: string): PaymentMethod {
  const testCard = CARDS.find(({ methodIds }) => methodIds.includes(id));
  if (!testCard) return account.get('payment_method', id, 'payment_method');
  return addPaymentMethod(account, testCard.number, { exp_month: 12, exp_year: new Date().getFullYear() + 1 }, {});
}

/** Stores a payment method for a valid card number, with the billing details of the request. */
function addPaymentMethod(
  account: StripeAccount,
  number: string,
  expiry: Pick<PaymentMethod['card'], 'exp_month' | 'exp_year'>,
  form: Form,
): PaymentMethod {
  const billing = readNested(form, 'billing_details');
  const address = readNested(billing, 'address');
  const addressFields = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'];
  const brand: Brand = detectBrand(number);

  return account.add<PaymentMethod>({
    id: newId('pm'),
    object: 'payment_method',
    billing_details: {
      address: Object.fromEntries(addressFields.map((field) => [field, readText(address, field) ?? null])),
      email: readEmail(billing, 'email') ?? null,
      name: readText(billing, 'name') ?? null,
      phone: readText(billing, 'phone') ?? null,
    },
    card: { brand, ...expiry, funding: 'credit', last4: number.slice(-4) },
    created: nowSeconds(),
    livemode: false,
    metadata: readMetadata(form),
    type: 'card',
  });
}

function buildCardError(
  code: string,
  message: string,
  more: { param?: string; decline_code?: string },
): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, message, ...more });
}

/** Returns the API's name of the field that a problem with this code concerns. */
function findParam(code: string): string {
  if (code.includes('expiry')) return code.includes('month') ? 'exp_month' : 'exp_year';
  return code.includes('cvc') ? 'cvc' : 'number';
}
