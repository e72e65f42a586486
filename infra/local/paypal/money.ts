import { z } from 'zod';
import { invalid, unprocessable } from './errors.ts';

/** An amount as in every request and response. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** An amount in a request, not yet checked. */
export const moneyField = z.object({ currency_code: z.string(), value: z.string() });

/** PayPal's currencies with two decimal places. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
);

/**
 * Checks an amount and returns it with two decimal places.
 *
 * @param field its JSON pointer in the body.
 * @throws PayPalApiError unless it is a positive amount in a supported currency.
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

/** Returns an amount in hundredths of its currency. */
export function centsOf({ value }: Money): number {
  return Math.round(Number(value) * 100);
}

export function moneyOf(cents: number, currency_code: string): Money {
  return { currency_code, value: (cents / 100).toFixed(2) };
}

/** Returns PayPal's fee for a payment in the United States, in cents: 3.49 % and 49 cents, at most everything. */
export function feeCents(grossCents: number): number {
  return Math.min(grossCents, Math.round(grossCents * 0.0349) + 49);
}
