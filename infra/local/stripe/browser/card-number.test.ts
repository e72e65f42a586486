/** Tests of the card fields of the local Stripe. Formats, rules, and messages are those of Stripe's own fields. */
import { describe, expect, it } from 'vitest';
import {
  type CardInput,
  detectBrand,
  findIncomplete,
  findInvalid,
  formatExpiry,
  formatNumber,
  parseExpiry,
  passesLuhn,
} from './card-number.ts';

/** 15 October 2026. */
const NOW = new Date(2026, 9, 15);
const VALID_CARD: CardInput = { number: '4242 4242 4242 4242', expiry: '10 / 26', cvc: '123', postal: '90210' };

describe('card number', () => {
  it.each<[digits: string, brand: string]>([
    ['4', 'visa'],
    ['55', 'mastercard'],
    ['2223', 'mastercard'],
    ['37', 'amex'],
    ['6011', 'discover'],
    ['36', 'diners'],
    ['35', 'jcb'],
    ['9', 'unknown'],
    ['', 'unknown'],
  ])('recognizes digits starting with "%s" as %s', (digits, brand) => {
    expect(detectBrand(digits)).toBe(brand);
  });

  it.each([
    ['42424', '4242 4'],
    ['4242-4242-4242-42429', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['', ''],
  ])('formats "%s" as "%s"', (input, formatted) => {
    expect(formatNumber(input)).toBe(formatted);
  });

  it('validates the check digit', () => {
    expect(passesLuhn('4242424242424242')).toBe(true);
    expect(passesLuhn('4242424242424241')).toBe(false);
    expect(passesLuhn('378282246310005')).toBe(true);
    expect(passesLuhn('')).toBe(false);
  });
});

describe('card expiry', () => {
  it.each([
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['12/3', '12 / 3'],
    ['12345', '12 / 34'],
  ])('formats "%s" as "%s"', (input, formatted) => {
    expect(formatExpiry(input)).toBe(formatted);
  });

  it('removes the slash while the member deletes', () => {
    expect(formatExpiry('12 /', { isDeleting: true })).toBe('12');
  });

  it('parses the year as 20YY', () => {
    expect(parseExpiry('02 / 34')).toEqual({ month: 2, year: 2034 });
  });
});

describe('findInvalid', () => {
  it.each([
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ expiry: '13 / ' }, "Your card's expiration date is invalid."],
    [{ expiry: '12 / 25' }, "Your card's expiration year is in the past."],
    [{ expiry: '09 / 26' }, "Your card's expiration date is in the past."],
    [{ expiry: '01 / 77' }, "Your card's expiration year is invalid."],
  ])('reports %j: %s', (part, message) => {
    expect(findInvalid({ ...VALID_CARD, ...part }, NOW)).toMatchObject({ message });
  });

  it('accepts unfinished fields and a card that expires at the end of this month', () => {
    expect(findInvalid(VALID_CARD, NOW)).toBeUndefined();
    expect(findInvalid({ number: '4242', expiry: '1', cvc: '', postal: '' }, NOW)).toBeUndefined();
  });
});

describe('findIncomplete', () => {
  it.each([
    [{ number: '4242' }, 'number', 'Your card number is incomplete.'],
    [{ expiry: '10 / 2' }, 'expiry', "Your card's expiration date is incomplete."],
    [{ cvc: '12' }, 'cvc', "Your card's security code is incomplete."],
    // American Express has security codes of four digits.
    [{ number: '3782 822463 10005', cvc: '123' }, 'cvc', "Your card's security code is incomplete."],
    [{ postal: '9' }, 'postal', 'Your postal code is incomplete.'],
  ])('reports %j in the field %s: %s', (part, field, message) => {
    expect(findIncomplete({ ...VALID_CARD, ...part })).toMatchObject({ field, message });
  });

  it('accepts a complete card, with or without a postal code field', () => {
    expect(findIncomplete(VALID_CARD)).toBeUndefined();
    expect(findIncomplete({ ...VALID_CARD, postal: undefined })).toBeUndefined();
  });
});
