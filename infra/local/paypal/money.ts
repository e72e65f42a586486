import { z } from 'zod';
import { buildInvalidRequestError, buildUnprocessableError } from './errors.ts';

/** An amount in PayPal's format. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** The schema of an amount in a request. `validateMoney` checks its value. */
export const moneySchema = z.object({ currency_code: z.string(), value: z.string() });

/** PayPal's currencies with two decimal places. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
);

/**
 * Validates an amount and returns it with two decimal places.
 *
 * @param field the amount's JSON pointer in the body.
 * @throws PayPalApiError unless it is a positive amount in a supported currency.
 */
export function validateMoney({ currency_code, value }: Money, field: string): Money {
  if (!CURRENCIES.has(currency_code)) throw buildUnprocessableError('CURRENCY_NOT_SUPPORTED', `${field}/currency_code`);
  if (!/^-?\d{1,10}(\.\d{1,9})?$/.test(value)) {
    const description = 'The value of a field does not conform to the expected format.';
    throw buildInvalidRequestError('INVALID_PARAMETER_SYNTAX', description, `${field}/value`);
  }
  if (/\.\d{3,}$/.test(value)) throw buildUnprocessableError('DECIMAL_PRECISION', `${field}/value`);

  const cents = toCents({ currency_code, value });
  if (cents <= 0) throw buildUnprocessableError('CANNOT_BE_ZERO_OR_NEGATIVE', `${field}/value`);
  return toMoney(cents, currency_code);
}

/** Returns an amount in hundredths of its currency. */
export function toCents({ value }: Money): number {
  return Math.round(Number(value) * 100);
}

/** Returns hundredths of a currency in PayPal's format. */
export function toMoney(cents: number, currency_code: string): Money {
  return { currency_code, value: (cents / 100).toFixed(2) };
}

/** Returns PayPal's fee for a payment in the United States, in cents: 3.49 % and 49 cents, at most the payment. */
export function computeFeeCents(grossCents: number): number {
  return Math.min(grossCents, Math.round(grossCents * 0.0349) + 49);
}
