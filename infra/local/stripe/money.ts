import { invalidRequest } from './errors.ts';
import { positiveInteger, requiredText } from './fields.ts';
import type { Form } from './form.ts';
import { newId, nowSeconds } from './ids.ts';
import type { BalanceTransaction } from './objects.ts';

/** The least amounts, in cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST: Readonly<Record<string, number>> = { usd: 50, eur: 50, chf: 50, cad: 50, aud: 50, gbp: 30 };
const MOST = 99_999_999;
const SIGNS: Readonly<Record<string, string>> = { usd: '$', eur: '€', chf: 'CHF', cad: 'CA$', aud: 'A$', gbp: '£' };

/** Cents as Stripe's messages have them: `$1,234.50`. */
export function moneyText(cents: number, currency: string): string {
  const whole = Math.floor(cents / 100).toLocaleString('en-US');
  return `${SIGNS[currency] ?? ''}${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * What a payment is to be over, in cents.
 *
 * @throws StripeApiError when it is too little, too much, or in a currency that is not offered.
 */
export function price(form: Form): { readonly amount: number; readonly currency: string } {
  requiredText(form, 'amount');
  const amount = positiveInteger(form, 'amount') ?? 0;
  const currency = requiredText(form, 'currency').toLowerCase();
  const least = LEAST[currency];
  if (least === undefined) {
    const known = Object.keys(LEAST).join(', ');
    throw invalidRequest(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${known}`, {
      param: 'currency',
    });
  }
  if (amount < least) {
    throw invalidRequest(`Amount must be at least ${moneyText(least, currency)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > MOST) {
    throw invalidRequest(`Amount must be no more than ${moneyText(MOST, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  return { amount, currency };
}

/** What Stripe keeps of a payment by card in the United States, in cents: 2.9 % and 30 cents. */
export function paymentFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

/** A line of the account's balance. Amounts are in cents; what is taken away is negative. */
export function balanceTransaction(line: {
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  readonly source: string;
}): BalanceTransaction {
  const { type, amount, fee, currency, source } = line;
  const fees = [
    { amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' },
  ];
  const created = nowSeconds();
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : fees,
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'available',
    type,
  };
}
