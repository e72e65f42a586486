import { type Brand, brandOf } from './browser/card-number.ts';

/** How a card's bank says no: https://docs.stripe.com/declines/codes */
export interface Decline {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
}

const DECLINED = 'Your card was declined.';

const DECLINES = {
  generic: { code: 'card_declined', decline_code: 'generic_decline', message: DECLINED },
  funds: { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  lost: { code: 'card_declined', decline_code: 'lost_card', message: DECLINED },
  stolen: { code: 'card_declined', decline_code: 'stolen_card', message: DECLINED },
  fraudulent: { code: 'card_declined', decline_code: 'fraudulent', message: DECLINED },
  velocity: {
    code: 'card_declined',
    decline_code: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' },
  cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  processing: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, Decline>;

export type DeclineName = keyof typeof DECLINES;

/** What becomes of a payment by a card. */
export interface CardBehaviour {
  /** Whether the bank asks its customer first (3-D Secure). */
  readonly authenticates: boolean;
  /** Undefined for a card that pays. */
  readonly decline: DeclineName | undefined;
}

export interface TestCard extends CardBehaviour {
  readonly brand: Brand;
  readonly last4: string;
}

interface Row {
  readonly number: string;
  /** The payment methods that stand for this card in requests of servers. */
  readonly methods?: readonly string[];
  readonly decline?: DeclineName;
  readonly authenticates?: true;
}

/** https://docs.stripe.com/testing */
const CARDS: readonly Row[] = [
  { number: '4242424242424242', methods: ['pm_card_visa'] },
  { number: '4000056655665556', methods: ['pm_card_visa_debit'] },
  { number: '5555555555554444', methods: ['pm_card_mastercard'] },
  { number: '5200828282828210', methods: ['pm_card_mastercard_debit'] },
  { number: '378282246310005', methods: ['pm_card_amex'] },
  { number: '6011111111111117', methods: ['pm_card_discover'] },
  { number: '36227206271667', methods: ['pm_card_diners'] },
  { number: '3566002020360505', methods: ['pm_card_jcb'] },
  {
    number: '4000000000000002',
    methods: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    decline: 'generic',
  },
  {
    number: '4000000000009995',
    methods: ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
    decline: 'funds',
  },
  { number: '4000000000009987', methods: ['pm_card_visa_chargeDeclinedLostCard'], decline: 'lost' },
  { number: '4000000000009979', methods: ['pm_card_visa_chargeDeclinedStolenCard'], decline: 'stolen' },
  { number: '4100000000000019', methods: ['pm_card_radarBlock'], decline: 'fraudulent' },
  { number: '4000000000006975', methods: ['pm_card_visa_chargeDeclinedVelocityLimitExceeded'], decline: 'velocity' },
  { number: '4000000000000069', methods: ['pm_card_chargeDeclinedExpiredCard'], decline: 'expired' },
  { number: '4000000000000127', methods: ['pm_card_chargeDeclinedIncorrectCvc'], decline: 'cvc' },
  { number: '4000000000000119', methods: ['pm_card_chargeDeclinedProcessingError'], decline: 'processing' },
  { number: '4000002500003155', methods: ['pm_card_authenticationRequiredOnSetup'], authenticates: true },
  { number: '4000002760003184', methods: ['pm_card_authenticationRequired'], authenticates: true },
  { number: '4000000000003220', methods: ['pm_card_threeDSecure2Required'], authenticates: true },
  { number: '4000000000003063', methods: ['pm_card_threeDSecureRequired'], authenticates: true },
  {
    number: '4000008400001629',
    methods: ['pm_card_threeDSecureRequiredChargeDeclined'],
    authenticates: true,
    decline: 'generic',
  },
  {
    number: '4000008260003178',
    methods: ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
    authenticates: true,
    decline: 'funds',
  },
];

/** The test card of a number. */
export function cardByNumber(digits: string): TestCard | undefined {
  return described(CARDS.find(({ number }) => number === digits));
}

/** The test card for which a well-known payment method stands, such as `pm_card_visa`. */
export function cardByMethod(id: string): TestCard | undefined {
  return described(CARDS.find(({ methods }) => methods?.includes(id)));
}

/** What a bank answers to a payment that it declines. */
export function declineOf(name: DeclineName): Decline {
  return DECLINES[name];
}

function described(row: Row | undefined): TestCard | undefined {
  if (!row) return undefined;
  const { number, authenticates = false, decline } = row;
  return { brand: brandOf(number), last4: number.slice(-4), authenticates, decline };
}
