import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { invalidRequest } from './errors.ts';
import { type Form, readPositiveInteger, requireText } from './form.ts';
import type { BalanceTransaction } from './objects.ts';

/** Minimum amounts in cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const CURRENCIES: Readonly<Record<string, { readonly sign: string; readonly minimum: number }>> = {
  usd: { sign: '$', minimum: 50 },
  eur: { sign: '€', minimum: 50 },
  chf: { sign: 'CHF', minimum: 50 },
  cad: { sign: 'CA$', minimum: 50 },
  aud: { sign: 'A$', minimum: 50 },
  gbp: { sign: '£', minimum: 30 },
};
const MAX_AMOUNT = 99_999_999;

/** Formats cents as in Stripe's messages: `$1,234.50`. */
export function formatMoney(cents: number, currency: string): string {
  const whole = Math.floor(cents / 100).toLocaleString('en-US');
  return `${CURRENCIES[currency]?.sign ?? ''}${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * Returns the amount in cents, and the currency, of a payment.
 *
 * @throws StripeApiError if the amount is outside the limits, or the currency is not supported.
 */
export function parsePrice(form: Form): { readonly amount: number; readonly currency: string } {
  requireText(form, 'amount');
  const amount = readPositiveInteger(form, 'amount') ?? 0;
  const currency = requireText(form, 'currency').toLowerCase();
  const minimum = CURRENCIES[currency]?.minimum;
  if (minimum === undefined) {
    const supported = Object.keys(CURRENCIES).join(', ');
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${supported}`;
    throw invalidRequest(message, { param: 'currency' });
  }
  const invalidAmount = (message: string, code: string) => invalidRequest(message, { code, param: 'amount' });
  if (amount < minimum) {
    throw invalidAmount(`Amount must be at least ${formatMoney(minimum, currency)} ${currency}`, 'amount_too_small');
  }
  if (amount > MAX_AMOUNT) {
    throw invalidAmount(`Amount must be no more than ${formatMoney(MAX_AMOUNT, currency)}`, 'amount_too_large');
  }

  return { amount, currency };
}

/** Returns Stripe's fee for a card payment in the United States, in cents: 2.9 % and 30 cents. */
export function paymentFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

/** Adds a balance transaction. Amounts are in cents; debits are negative. */
export function addBalanceTransaction(
  account: StripeAccount,
  { amount, fee = 0, ...line }: Pick<BalanceTransaction, 'type' | 'amount' | 'currency' | 'source'> & { fee?: number },
): BalanceTransaction {
  const id = newId('txn');
  const created = nowSeconds();

  return account.add<BalanceTransaction>({
    id,
    object: 'balance_transaction',
    created,
    amount,
    fee,
    net: amount - fee,
    ...line,
  });
}
