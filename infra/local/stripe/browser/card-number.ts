/** What can be told of a card from its number, and what is wrong with what was typed. It runs in both worlds. */

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unknown';

/** Why a card's details cannot be used, with the code and the words that Stripe.js has for it. */
export interface CardProblem {
  readonly field: keyof CardText;
  readonly code: string;
  readonly message: string;
}

/** What a form shows of a card, as it was typed. */
export interface CardText {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  /** Undefined where no postal code is asked for. */
  readonly postal: string | undefined;
}

const BRANDS: readonly { readonly brand: Brand; readonly start: RegExp }[] = [
  { brand: 'visa', start: /^4/ },
  { brand: 'mastercard', start: /^(5[1-5]|2[2-7])/ },
  { brand: 'amex', start: /^3[47]/ },
  { brand: 'discover', start: /^(6011|65|64[4-9])/ },
  { brand: 'diners', start: /^3(0|6|8)/ },
  { brand: 'jcb', start: /^35/ },
];

/** The brand that a number begins like. */
export function brandOf(digits: string): Brand {
  return BRANDS.find(({ start }) => start.test(digits))?.brand ?? 'unknown';
}

/** How many digits a number of this brand has. */
export function numberLength(brand: Brand): number {
  if (brand === 'amex') return 15;
  return brand === 'diners' ? 14 : 16;
}

/** How many digits a security code of this brand has. */
export function cvcLength(brand: Brand): number {
  return brand === 'amex' ? 4 : 3;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A number as it is printed on cards: by fours, or as 4-6-5 on those of American Express. */
export function grouped(text: string): string {
  const brand = brandOf(digitsOf(text));
  const digits = digitsOf(text).slice(0, numberLength(brand));
  const groups =
    brand === 'amex' || brand === 'diners'
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
      : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter((group) => group !== '').join(' ');
}

/** An expiry as `MM / YY`. The slash comes with the month's second digit, and goes when the member deletes. */
export function groupedExpiry(text: string, deleting: boolean): string {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  if (digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  return digits.length === 2 && !deleting ? `${digits} / ` : digits;
}

/** Whether the last digit is what the others ask for (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The month and the whole year of an expiry as it was typed. */
export function expiryOf(text: string): { readonly month: number; readonly year: number } {
  const digits = digitsOf(text);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

/**
 * What is plainly wrong with a card already, while it is still being typed.
 *
 * @param now the time by which a card has expired.
 */
export function cardError({ number, expiry }: CardText, now: Date): CardProblem | undefined {
  const digits = digitsOf(number);
  if (digits.length === numberLength(brandOf(digits)) && !passesLuhn(digits)) {
    return { field: 'number', code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  const typed = digitsOf(expiry);
  if (typed.length >= 2 && !/^(0[1-9]|1[0-2])/.test(typed)) {
    return { field: 'expiry', code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." };
  }
  if (typed.length < 4) return undefined;
  const { month, year } = expiryOf(expiry);
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
  // So does Stripe: what is that far away was mistyped.
  if (year > now.getFullYear() + 50) {
    return { field: 'expiry', code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }
  return undefined;
}

/** What a card still lacks, field by field: what is said when a member goes on too early. */
export function cardLack({ number, expiry, cvc, postal }: CardText): CardProblem | undefined {
  const digits = digitsOf(number);
  const brand = brandOf(digits);
  if (digits.length < numberLength(brand)) {
    return { field: 'number', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  if (digitsOf(expiry).length < 4) {
    return { field: 'expiry', code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  }
  if (digitsOf(cvc).length < cvcLength(brand)) {
    return { field: 'cvc', code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
  }
  if (postal !== undefined && postal.trim().length < 3) {
    return { field: 'postal', code: 'incomplete_zip', message: 'Your postal code is incomplete.' };
  }
  return undefined;
}
