import { z } from 'zod';
import { invalid, unprocessable } from './errors.ts';

/** An amount as it is written in every request and answer. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** An amount in a request, still unchecked. */
export const moneyField = z.object({ currency_code: z.string(), value: z.string() });

/** Those of PayPal's currencies that have two decimal places. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
);

/** PayPal's share of a commercial payment in the United States: 3.49 % and 49 cents. */
const FEE_RATE = 0.0349;
const FIXED_FEE_CENTS = 49;

/**
 * Checks an amount, and writes it with two decimal places.
 *
 * @param field where it stands in the body
 * @throws PayPalApiError when it is no amount of money above nothing, in a currency that is taken
 */
export function checkedMoney({ currency_code, value }: Money, field: string): Money {
  if (!CURRENCIES.has(currency_code)) throw unprocessable('CURRENCY_NOT_SUPPORTED', `${field}/currency_code`);
  if (!/^-?\d{1,10}(\.\d{1,9})?$/.test(value)) {
    const description = 'The value of a field does not conform to the expected format.';
    throw invalid('INVALID_PARAMETER_SYNTAX', description, `${field}/value`);
  }
  if (/\.\d{3,}$/.test(value)) throw unprocessable('DECIMAL_PRECISION', `${field}/value`);
  const cents = centsOf({ currency_code, value });
  if (cents <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', `${field}/value`);
  return moneyOf(cents, currency_code);
}

/** An amount in the currency's hundredths. */
export function centsOf({ value }: Money): number {
  return Math.round(Number(value) * 100);
}

/** An amount of so many hundredths. */
export function moneyOf(cents: number, currency_code: string): Money {
  return { currency_code, value: (cents / 100).toFixed(2) };
}

/** What PayPal keeps of a payment, in cents: never more than all of it. */
export function feeCents(grossCents: number): number {
  return Math.min(grossCents, Math.round(grossCents * FEE_RATE) + FIXED_FEE_CENTS);
}
