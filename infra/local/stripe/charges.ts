import { newId, nowSeconds } from './ids.ts';
import type { Charge, Intent, StoredMethod } from './objects.ts';
import type { Decline } from './test-cards.ts';

/**
 * One attempt to take a payment's money from a card.
 *
 * @param decline why the bank does not give it; undefined when it does.
 */
export function chargeOf(
  intent: Intent,
  { method }: StoredMethod,
  { decline, authenticated }: { readonly decline: Decline | undefined; readonly authenticated: boolean },
): Charge {
  const { amount, currency, description, metadata, receipt_email } = intent;
  return {
    ...BLANK,
    id: newId('ch'),
    amount,
    amount_captured: decline ? 0 : amount,
    billing_details: method.billing_details,
    captured: decline === undefined,
    created: nowSeconds(),
    currency,
    description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: { ...metadata },
    outcome: outcomeOf(decline),
    paid: decline === undefined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method, authenticated), type: 'card' },
    receipt_email,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
  };
}

function outcomeOf(decline: Decline | undefined): NonNullable<Charge['outcome']> {
  const risk = { risk_level: 'normal', risk_score: 20, network_advice_code: null, network_decline_code: null };
  if (!decline) {
    return {
      ...risk,
      advice_code: null,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  return {
    ...risk,
    advice_code: 'try_again_later',
    network_status: 'declined_by_network',
    reason: decline.decline_code ?? decline.code,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

type CardDetails = NonNullable<NonNullable<Charge['payment_method_details']>['card']>;

function cardDetails(intent: Intent, method: StoredMethod['method'], authenticated: boolean): CardDetails {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: method.billing_details.address?.postal_code ? 'pass' : null,
      cvc_check: 'pass',
    },
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: fingerprint ?? null,
    funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

const BLANK = {
  object: 'charge',
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: 'STAND-IN',
  customer: null,
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  transfer_data: null,
  transfer_group: null,
} as const satisfies Partial<Charge>;
