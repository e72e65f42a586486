import { describe, expect, it } from 'vitest';
import {
  brandOf,
  type CardText,
  cardError,
  cardLack,
  expiryOf,
  grouped,
  groupedExpiry,
  passesLuhn,
} from './card-number.ts';

const NOW = new Date(2026, 9, 15);
const FINE: CardText = { number: '4242 4242 4242 4242', expiry: '10 / 26', cvc: '123', postal: '90210' };

describe('a number', () => {
  it.each([
    ['4', 'visa'],
    ['55', 'mastercard'],
    ['2223', 'mastercard'],
    ['37', 'amex'],
    ['6011', 'discover'],
    ['36', 'diners'],
    ['35', 'jcb'],
    ['9', 'unknown'],
    ['', 'unknown'],
  ])('that begins with "%s" is of %s', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand);
  });

  it.each([
    ['42424', '4242 4'],
    ['4242-4242-4242-42429', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['', ''],
  ])('typed as "%s" is shown as "%s"', (typed, shown) => {
    expect(grouped(typed)).toBe(shown);
  });

  it('ends with the digit that the others ask for', () => {
    expect(passesLuhn('4242424242424242')).toBe(true);
    expect(passesLuhn('4242424242424241')).toBe(false);
    expect(passesLuhn('378282246310005')).toBe(true);
    expect(passesLuhn('')).toBe(false);
  });
});

describe('an expiry', () => {
  it.each([
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['12/3', '12 / 3'],
    ['12345', '12 / 34'],
  ])('typed as "%s" is shown as "%s"', (typed, shown) => {
    expect(groupedExpiry(typed, false)).toBe(shown);
  });

  it('gives up its slash to a member who deletes', () => {
    expect(groupedExpiry('12 /', true)).toBe('12');
  });

  it('is a month of this century', () => {
    expect(expiryOf('02 / 34')).toEqual({ month: 2, year: 2034 });
  });
});

describe('what is wrong with a card', () => {
  it.each([
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ expiry: '13 / ' }, "Your card's expiration date is invalid."],
    [{ expiry: '12 / 25' }, "Your card's expiration year is in the past."],
    [{ expiry: '09 / 26' }, "Your card's expiration date is in the past."],
    [{ expiry: '01 / 77' }, "Your card's expiration year is invalid."],
  ])('is said of %j', (part, message) => {
    expect(cardError({ ...FINE, ...part }, NOW)).toMatchObject({ message });
  });

  it('is nothing while it is only unfinished, or valid to the end of this month', () => {
    expect(cardError(FINE, NOW)).toBeUndefined();
    expect(cardError({ number: '4242', expiry: '1', cvc: '', postal: '' }, NOW)).toBeUndefined();
  });
});

describe('what a card lacks', () => {
  it.each([
    [{ number: '4242' }, 'number', 'Your card number is incomplete.'],
    [{ expiry: '10 / 2' }, 'expiry', "Your card's expiration date is incomplete."],
    [{ cvc: '12' }, 'cvc', "Your card's security code is incomplete."],
    [{ number: '3782 822463 10005', cvc: '123' }, 'cvc', "Your card's security code is incomplete."],
    [{ postal: '9' }, 'postal', 'Your postal code is incomplete.'],
  ])('is said of %j', (part, field, message) => {
    expect(cardLack({ ...FINE, ...part })).toMatchObject({ field, message });
  });

  it('is nothing when all is there, and no postal code where none is asked for', () => {
    expect(cardLack(FINE)).toBeUndefined();
    expect(cardLack({ ...FINE, postal: undefined })).toBeUndefined();
  });
});
