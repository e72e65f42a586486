import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { type Brand, brandOf, cardError, cardLack, digitsOf, passesLuhn } from './browser/card-number.ts';
import { invalidRequest, StripeApiError } from './errors.ts';
import { allowOnly, email, type Form, metadata, nested, requiredText, text } from './form.ts';
import type { PaymentMethod } from './objects.ts';

/** The reason a bank declines: https://docs.stripe.com/declines/codes */
interface Decline {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
}

interface TestCard {
  readonly number: string;
  /** Well-known payment method ids that servers send for this card. */
  readonly methods: readonly string[];
  readonly decline?: Decline;
  /** Whether the bank asks its customer first (3-D Secure). */
  readonly authenticates?: true;
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const GENERIC = declined('generic_decline');
const FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.');
const VELOCITY = declined(
  'card_velocity_exceeded',
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
);
const EXPIRED: Decline = { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' };
const CVC: Decline = { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' };
const PROCESSING: Decline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};

const card = (number: string, methods: string, more: Pick<TestCard, 'decline' | 'authenticates'> = {}): TestCard => ({
  number,
  methods: methods.split(' ').map((name) => `pm_card_${name}`),
  ...more,
});

/** https://docs.stripe.com/testing. The last four digits are unique. */
const CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa'),
  card('4000056655665556', 'visa_debit'),
  card('5555555555554444', 'mastercard'),
  card('5200828282828210', 'mastercard_debit'),
  card('378282246310005', 'amex'),
  card('6011111111111117', 'discover'),
  card('36227206271667', 'diners'),
  card('3566002020360505', 'jcb'),
  card('4000000000000002', 'visa_chargeDeclined chargeDeclined', { decline: GENERIC }),
  card('4000000000009995', 'visa_chargeDeclinedInsufficientFunds chargeDeclinedInsufficientFunds', { decline: FUNDS }),
  card('4000000000009987', 'visa_chargeDeclinedLostCard', { decline: declined('lost_card') }),
  card('4000000000009979', 'visa_chargeDeclinedStolenCard', { decline: declined('stolen_card') }),
  card('4100000000000019', 'radarBlock', { decline: declined('fraudulent') }),
  card('4000000000006975', 'visa_chargeDeclinedVelocityLimitExceeded', { decline: VELOCITY }),
  card('4000000000000069', 'chargeDeclinedExpiredCard', { decline: EXPIRED }),
  card('4000000000000127', 'chargeDeclinedIncorrectCvc', { decline: CVC }),
  card('4000000000000119', 'chargeDeclinedProcessingError', { decline: PROCESSING }),
  card('4000002500003155', 'authenticationRequiredOnSetup', { authenticates: true }),
  card('4000002760003184', 'authenticationRequired', { authenticates: true }),
  card('4000000000003220', 'threeDSecure2Required', { authenticates: true }),
  card('4000000000003063', 'threeDSecureRequired', { authenticates: true }),
  card('4000008400001629', 'threeDSecureRequiredChargeDeclined', { authenticates: true, decline: GENERIC }),
  card('4000008260003178', 'authenticationRequiredChargeDeclinedInsufficientFunds', {
    authenticates: true,
    decline: FUNDS,
  }),
];

/** Stripe.js sends `key` and `payment_user_agent` as well. */
const CREATE_FIELDS = ['type', 'card', 'billing_details', 'metadata', 'key', 'payment_user_agent'];

/** Returns how the bank of a payment method's card behaves. */
export function testCardOf({ card: { last4 } }: PaymentMethod): Pick<TestCard, 'decline' | 'authenticates'> {
  return CARDS.find(({ number }) => number.endsWith(last4)) ?? {};
}

/**
 * Creates a payment method from a card number. The number itself is not stored.
 *
 * @throws StripeApiError card_error for a mistyped or expired card, and for any but a test card.
 */
export function createMethod(account: StripeAccount, form: Form): PaymentMethod {
  allowOnly(form, CREATE_FIELDS);
  if (requiredText(form, 'type') !== 'card') {
    throw invalidRequest('The local Stripe takes cards only.', { param: 'type' });
  }
  const fields = nested(form, 'card');
  const number = digitsOf(requiredText(fields, 'number'));
  const month = requiredText(fields, 'exp_month').padStart(2, '0');
  const expiry = `${month}${requiredText(fields, 'exp_year').slice(-2)}`;
  const typed = { number, expiry, cvc: text(fields, 'cvc') ?? '', postal: undefined };
  if (!passesLuhn(number)) throw cardRefused('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  const problem = cardError(typed, new Date()) ?? cardLack(typed);
  if (problem) throw cardRefused(problem.code.replace(/_past$/, ''), problem.message, { param: paramOf(problem.code) });
  if (!CARDS.some((known) => known.number === number)) {
    // Nobody may type a real card into a stand-in.
    const message =
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid ' +
      'test cards, visit: https://stripe.com/docs/testing.';
    throw cardRefused('card_declined', message, { decline_code: 'test_mode_live_card' });
  }
  return addMethod(account, number, { exp_month: Number(month), exp_year: 2000 + Number(expiry.slice(2)) }, form);
}

/**
 * Returns the payment method with this id, or a new one for a well-known id such as `pm_card_visa`.
 *
 * @throws StripeApiError resource_missing
 */
export function resolveMethod(account: StripeAccount, id: string): PaymentMethod {
  const known = CARDS.find(({ methods }) => methods.includes(id));
  if (!known) return account.get('payment_method', id, 'payment_method');
  return addMethod(account, known.number, { exp_month: 12, exp_year: new Date().getFullYear() + 1 }, {});
}

function addMethod(
  account: StripeAccount,
  number: string,
  expiry: Pick<PaymentMethod['card'], 'exp_month' | 'exp_year'>,
  form: Form,
): PaymentMethod {
  const billing = nested(form, 'billing_details');
  const address = nested(billing, 'address');
  const lines = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'];
  const brand: Brand = brandOf(number);
  return account.add<PaymentMethod>({
    id: newId('pm'),
    object: 'payment_method',
    billing_details: {
      address: Object.fromEntries(lines.map((line) => [line, text(address, line) ?? null])),
      email: email(billing, 'email') ?? null,
      name: text(billing, 'name') ?? null,
      phone: text(billing, 'phone') ?? null,
    },
    card: { brand, ...expiry, funding: 'credit', last4: number.slice(-4) },
    created: nowSeconds(),
    livemode: false,
    metadata: metadata(form),
    type: 'card',
  });
}

function cardRefused(code: string, message: string, more: { param?: string; decline_code?: string }): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, message, ...more });
}

function paramOf(code: string): string {
  if (code.includes('expiry')) return code.includes('month') ? 'exp_month' : 'exp_year';
  return code.includes('cvc') ? 'cvc' : 'number';
}
