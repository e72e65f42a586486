import { createHash } from 'node:crypto';
import { cardError, cardLack, digitsOf, passesLuhn } from './browser/card-number.ts';
import { invalidRequest, missing, StripeApiError } from './errors.ts';
import { allowOnly, email, metadata, nested, requiredText, text } from './fields.ts';
import type { Form } from './form.ts';
import { newId, nowSeconds } from './ids.ts';
import type { StoredMethod } from './objects.ts';
import { own, type StripeStore } from './store.ts';
import { cardByMethod, cardByNumber, type TestCard } from './test-cards.ts';

/** Beside these, Stripe.js tells what it knows of the page and the browser. */
const CREATE_FIELDS = ['type', 'card', 'billing_details', 'metadata', 'key', 'payment_user_agent'];

interface Expiry {
  readonly month: number;
  readonly year: number;
}

/** The cards that people have typed in, and those for which well-known names stand. No number is ever kept. */
export class PaymentMethods {
  readonly #store: StripeStore;

  constructor(store: StripeStore) {
    this.#store = store;
  }

  /**
   * Makes a payment method of a card's number.
   *
   * @throws StripeApiError card_error for a card that is mistyped, has expired or is no test card.
   */
  create(form: Form): StoredMethod {
    allowOnly(form, CREATE_FIELDS);
    if (requiredText(form, 'type') !== 'card') {
      throw invalidRequest('The local Stripe takes cards only.', { param: 'type' });
    }
    const fields = nested(form, 'card');
    const number = digitsOf(requiredText(fields, 'number'));
    const month = requiredText(fields, 'exp_month').padStart(2, '0');
    const expiry = `${month}${requiredText(fields, 'exp_year').slice(-2)}`;
    const typed = { number, expiry, cvc: text(fields, 'cvc') ?? '', postal: undefined };
    if (!passesLuhn(number)) throw cardRefused('incorrect_number', 'Your card number is incorrect.', 'number');
    const problem = cardError(typed, new Date()) ?? cardLack(typed);
    if (problem) throw cardRefused(problem.code.replace(/_past$/, ''), problem.message, paramOf(problem.code));
    const card = cardByNumber(number);
    if (!card) throw liveCard();
    const year = 2000 + Number(expiry.slice(2));
    return this.#keep(card, { month: Number(month), year }, form);
  }

  /**
   * The payment method of an id: one that was made of a number, or a fresh one of a well-known name.
   *
   * @throws StripeApiError resource_missing
   */
  use(id: string): StoredMethod {
    const found = own(this.#store.account.methods, id);
    if (found) return found;
    const card = cardByMethod(id);
    if (!card) throw missing('PaymentMethod', id, { param: 'payment_method', status: 400 });
    return this.#keep(card, { month: 12, year: new Date().getFullYear() + 1 }, {});
  }

  #keep(card: TestCard, expiry: Expiry, form: Form): StoredMethod {
    const stored = storedMethod(card, expiry, form);
    this.#store.account.methods[stored.method.id] = stored;
    return stored;
  }
}

function storedMethod({ brand, last4, authenticates, decline }: TestCard, expiry: Expiry, form: Form): StoredMethod {
  const billing = nested(form, 'billing_details');
  const address = nested(billing, 'address');
  const line = (name: string) => text(address, name) ?? null;
  const method: StoredMethod['method'] = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: line('city'),
        country: line('country'),
        line1: line('line1'),
        line2: line('line2'),
        postal_code: line('postal_code'),
        state: line('state'),
      },
      email: email(billing, 'email') ?? null,
      name: text(billing, 'name') ?? null,
      phone: text(billing, 'phone') ?? null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      // One for each test card, and not of its number: nothing of that is kept.
      fingerprint: createHash('sha256').update(`${brand} ${last4}`).digest('base64url').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: metadata(form),
    type: 'card',
  };
  return { method, behaviour: { authenticates, decline } };
}

function cardRefused(code: string, message: string, param: string): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, message, param });
}

/** Real cards have no business here: nobody shall come to type one in. */
function liveCard(): StripeApiError {
  return new StripeApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid ' +
      'test cards, visit: https://stripe.com/docs/testing.',
  });
}

function paramOf(code: string): string {
  if (code.includes('expiry')) return code.includes('month') ? 'exp_month' : 'exp_year';
  return code.includes('cvc') ? 'cvc' : 'number';
}
