/*
 * The rules for card details, shared by the local Stripe.js and the local API. So this module must run in browsers and
 * in Node.js. Each rule has the code and the message of Stripe.
 */

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unknown';

/** The reason for rejecting a card's details, with the code and the message of Stripe.js. */
export interface CardProblem {
  readonly field: keyof CardInput;
  readonly code: string;
  readonly message: string;
}

/** A card's details as typed. */
export interface CardInput {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  /** Undefined if the form has no postal code field. */
  readonly postal: string | undefined;
}

/** The first digits of each brand's card numbers. */
const BRANDS: readonly { readonly brand: Brand; readonly start: RegExp }[] = [
  { brand: 'visa', start: /^4/ },
  { brand: 'mastercard', start: /^(5[1-5]|2[2-7])/ },
  { brand: 'amex', start: /^3[47]/ },
  { brand: 'discover', start: /^(6011|65|64[4-9])/ },
  { brand: 'diners', start: /^3(0|6|8)/ },
  { brand: 'jcb', start: /^35/ },
];

/** Maximum number of years until a card's expiry. Stripe has the same limit. */
const MAX_YEARS_AHEAD = 50;

/** Digits of a complete expiry: two of the month, and two of the year. */
const EXPIRY_LENGTH = 4;

/** Minimum length of a postal code in any country. */
const MIN_POSTAL_LENGTH = 3;

/** Returns the brand from a number's first digits. */
export function detectBrand(digits: string): Brand {
  return BRANDS.find(({ start }) => start.test(digits))?.brand ?? 'unknown';
}

/** Returns the number of digits in the brand's card numbers. */
export function getNumberLength(brand: Brand): number {
  if (brand === 'amex') return 15;
  return brand === 'diners' ? 14 : 16;
}

/** Returns the number of digits in the brand's security codes. */
export function getCvcLength(brand: Brand): number {
  return brand === 'amex' ? 4 : 3;
}

/** Returns the digits in a text, without spaces and slashes. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Groups a number as on the card: fours, or 4-6-5 for American Express and 4-6-4 for Diners Club. */
export function formatNumber(text: string): string {
  const brand = detectBrand(digitsOf(text));
  const digits = digitsOf(text).slice(0, getNumberLength(brand));
  const groups =
    brand === 'amex' || brand === 'diners'
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
      : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter((group) => group !== '').join(' ');
}

/** Formats an expiry as `MM / YY`. Adds the slash after the month, unless the member is deleting. */
export function formatExpiry(text: string, { isDeleting = false } = {}): string {
  const typedDigits = digitsOf(text);
  // A month can't start with these digits, so it has one digit.
  const isOneDigitMonth = /^[2-9]/.test(typedDigits);
  const digits = `${isOneDigitMonth ? '0' : ''}${typedDigits}`.slice(0, EXPIRY_LENGTH);

  if (digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  return digits.length === 2 && !isDeleting ? `${digits} / ` : digits;
}

/** Returns whether the check digit is correct (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    // Every second digit from the right counts twice. A result of two digits counts as their sum.
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }

  return digits.length > 0 && sum % 10 === 0;
}

/** Returns the month and the four-digit year of an expiry. */
export function parseExpiry(text: string): { readonly month: number; readonly year: number } {
  const digits = digitsOf(text);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

/** Returns the first invalid field, except unfinished fields. Cards that end before `now` are invalid. */
export function findInvalid({ number, expiry }: CardInput, now: Date): CardProblem | undefined {
  const digits = digitsOf(number);
  if (digits.length === getNumberLength(detectBrand(digits)) && !passesLuhn(digits)) {
    return { field: 'number', code: 'invalid_number', message: 'Your card number is invalid.' };
  }

  const expiryDigits = digitsOf(expiry);
  if (expiryDigits.length >= 2 && !/^(0[1-9]|1[0-2])/.test(expiryDigits)) {
    return { field: 'expiry', code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." };
  }

  // An unfinished expiry is incomplete, not invalid.
  if (expiryDigits.length < EXPIRY_LENGTH) return undefined;

  const { month, year } = parseExpiry(expiry);
  if (year < now.getFullYear()) {
    return {
      field: 'expiry',
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    };
  }

  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return {
      field: 'expiry',
      code: 'invalid_expiry_month_past',
      message: "Your card's expiration date is in the past.",
    };
  }

  if (year > now.getFullYear() + MAX_YEARS_AHEAD) {
    return { field: 'expiry', code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }

  return undefined;
}

/** Returns the first unfinished field. */
export function findIncomplete({ number, expiry, cvc, postal }: CardInput): CardProblem | undefined {
  const digits = digitsOf(number);
  const brand = detectBrand(digits);
  if (digits.length < getNumberLength(brand)) {
    return { field: 'number', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }

  if (digitsOf(expiry).length < EXPIRY_LENGTH) {
    return { field: 'expiry', code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  }

  if (digitsOf(cvc).length < getCvcLength(brand)) {
    return { field: 'cvc', code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
  }

  if (postal !== undefined && postal.trim().length < MIN_POSTAL_LENGTH) {
    return { field: 'postal', code: 'incomplete_zip', message: 'Your postal code is incomplete.' };
  }

  return undefined;
}
