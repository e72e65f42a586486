import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { buildInvalidRequestError } from './errors.ts';
import { type Form, readPositiveInteger, requireText } from './form.ts';
import type { BalanceTransaction } from './objects.ts';

/** Currencies and their minimum amounts: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const CURRENCIES: Readonly<Record<string, { readonly symbol: string; readonly minimumCents: number }>> = {
  usd: { symbol: '$', minimumCents: 50 },
  eur: { symbol: '€', minimumCents: 50 },
  chf: { symbol: 'CHF', minimumCents: 50 },
  cad: { symbol: 'CA$', minimumCents: 50 },
  aud: { symbol: 'A$', minimumCents: 50 },
  gbp: { symbol: '£', minimumCents: 30 },
};

/** Maximum amount of a payment in every currency: eight digits. */
const MAX_AMOUNT_CENTS = 99_999_999;

/** Stripe's fee for a card payment in the United States: a share of the amount, and a fixed part. */
const FEE_RATE = 0.029;
const FIXED_FEE_CENTS = 30;

/** Formats cents as in Stripe's messages: `$1,234.50`. */
export function formatMoney(cents: number, currency: string): string {
  const whole = Math.floor(cents / 100).toLocaleString('en-US');
  return `${CURRENCIES[currency]?.symbol ?? ''}${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * Reads the amount and the currency of a payment. The amount is in cents.
 *
 * @throws StripeApiError if the amount is outside the limits, or the currency is not supported.
 */
export function parsePrice(form: Form): { readonly amount: number; readonly currency: string } {
  requireText(form, 'amount');
  const amount = readPositiveInteger(form, 'amount') ?? 0;
  const currency = requireText(form, 'currency').toLowerCase();
  const minimumCents = CURRENCIES[currency]?.minimumCents;
  if (minimumCents === undefined) {
    const currencyList = Object.keys(CURRENCIES).join(', ');
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${currencyList}`;
    throw buildInvalidRequestError(message, { param: 'currency' });
  }

  if (amount < minimumCents) {
    const message = `Amount must be at least ${formatMoney(minimumCents, currency)} ${currency}`;
    throw buildInvalidRequestError(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > MAX_AMOUNT_CENTS) {
    const message = `Amount must be no more than ${formatMoney(MAX_AMOUNT_CENTS, currency)}`;
    throw buildInvalidRequestError(message, { code: 'amount_too_large', param: 'amount' });
  }

  return { amount, currency };
}

/** Returns Stripe's fee for a card payment, in cents. */
export function computeFeeCents(amountCents: number): number {
  return Math.round(amountCents * FEE_RATE) + FIXED_FEE_CENTS;
}

/** Adds a balance transaction. Amounts are in cents; debits are negative. */
export function addBalanceTransaction(
  account: StripeAccount,
  { amount, fee = 0, ...line }: Pick<BalanceTransaction, 'type' | 'amount' | 'currency' | 'source'> & { fee?: number },
): BalanceTransaction {
  return account.add<BalanceTransaction>({
    id: newId('txn'),
    object: 'balance_transaction',
    created: nowSeconds(),
    amount,
    fee,
    net: amount - fee,
    ...line,
  });
}
