import { chargeOf } from './charges.ts';
import { invalidRequest, StripeApiError } from './errors.ts';
import { allowOnly, email, flag, oneOf, requiredText, text } from './fields.ts';
import type { Form } from './form.ts';
import { newId } from './ids.ts';
import {
  cancel,
  intentOf,
  noSuchIntent,
  publicView,
  requireClientSecret,
  requireOpen,
  unexpectedState,
} from './intents.ts';
import type { PaymentMethods } from './methods.ts';
import { balanceTransaction, paymentFee } from './money.ts';
import type { Cause, Charge, Emit, Intent, StoredMethod } from './objects.ts';
import { own, type StripeStore } from './store.ts';
import { declineOf } from './test-cards.ts';

const CONFIRM_FIELDS = ['client_secret', 'key', 'payment_method', 'receipt_email', 'return_url', 'use_stripe_sdk'];

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Payments, from being asked for until the money is there: https://docs.stripe.com/payments/paymentintents/lifecycle */
export class Payments {
  readonly #store: StripeStore;
  readonly #methods: PaymentMethods;
  readonly #emit: Emit;

  constructor(parts: { readonly store: StripeStore; readonly methods: PaymentMethods; readonly emit: Emit }) {
    this.#store = parts.store;
    this.#methods = parts.methods;
    this.#emit = parts.emit;
  }

  /**
   * @throws StripeApiError resource_missing
   */
  get(id: string): Intent {
    const intent = own(this.#store.account.intents, id);
    if (!intent) throw noSuchIntent(id);
    return intent;
  }

  /**
   * A payment for the browser that was given its client secret.
   *
   * @throws StripeApiError for an unknown payment, and for another one's secret.
   */
  getPublic(id: string, form: Form): Partial<Intent> {
    const intent = this.get(id);
    requireClientSecret(intent, form);
    return publicView(intent);
  }

  /**
   * @throws StripeApiError for what is no payment, and for a declined card when it is confirmed at once.
   */
  create(form: Form, cause: Cause): Intent {
    const intent = intentOf(form);
    const wanted = text(form, 'payment_method');
    if (wanted !== undefined) {
      intent.payment_method = this.#methods.use(wanted).method.id;
      intent.status = 'requires_confirmation';
    }
    const method = flag(form, 'confirm') ? this.#methodOf(intent, undefined) : undefined;
    this.#store.account.intents[intent.id] = intent;
    this.#emit('payment_intent.created', intent, { cause });
    if (method) this.#pay(intent, method, cause);
    return intent;
  }

  /**
   * Tries to take the money.
   *
   * @throws StripeApiError card_error when the card is declined; the payment then waits for another card.
   */
  confirm(id: string, form: Form, cause: Cause): Intent {
    const intent = this.get(id);
    allowOnly(form, CONFIRM_FIELDS);
    requireOpen(intent);
    const receiptEmail = email(form, 'receipt_email');
    const stored = this.#methodOf(intent, text(form, 'payment_method'));
    intent.receipt_email = receiptEmail ?? intent.receipt_email;
    this.#pay(intent, stored, cause);
    return intent;
  }

  /**
   * As `confirm`, for the browser that was given the client secret.
   *
   * @throws StripeApiError also for another payment's secret.
   */
  confirmPublic(id: string, form: Form, cause: Cause): Partial<Intent> {
    requireClientSecret(this.get(id), form);
    try {
      return publicView(this.confirm(id, form, cause));
    } catch (error) {
      if (!(error instanceof StripeApiError) || error.body.payment_intent === undefined) throw error;
      throw new StripeApiError(error.status, { ...error.body, payment_intent: publicView(this.get(id)) });
    }
  }

  /**
   * @throws StripeApiError payment_intent_unexpected_state
   */
  cancel(id: string, form: Form, cause: Cause): Intent {
    const intent = this.get(id);
    cancel(intent, form);
    this.#emit('payment_intent.canceled', intent, { cause });
    return intent;
  }

  /**
   * What became of the bank's question to its customer (3-D Secure).
   *
   * @throws StripeApiError when the payment waits for no such answer.
   */
  authenticate(id: string, form: Form): Partial<Intent> {
    const intent = this.get(id);
    requireClientSecret(intent, form);
    requiredText(form, 'outcome');
    const outcome = oneOf(form, 'outcome', ['complete', 'fail']);
    if (intent.status !== 'requires_action') {
      throw unexpectedState(intent, 'This PaymentIntent does not wait for an authentication.');
    }
    const stored = this.#methodOf(intent, undefined);
    if (outcome === 'fail') this.#failAuthentication(intent, stored);
    else this.#charge(intent, stored, { cause: null, authenticated: true });
    return publicView(intent);
  }

  #methodOf(intent: Intent, wanted: string | undefined): StoredMethod {
    const id = wanted ?? intent.payment_method;
    if (id !== null) return this.#methods.use(id);
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
    );
  }

  #pay(intent: Intent, stored: StoredMethod, cause: Cause): void {
    intent.payment_method = stored.method.id;
    intent.last_payment_error = null;
    if (stored.behaviour.authenticates) {
      intent.status = 'requires_action';
      intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: challenge() };
      this.#emit('payment_intent.requires_action', intent, { cause });
      return;
    }
    const refusal = this.#charge(intent, stored, { cause, authenticated: false });
    if (refusal) throw refusal;
  }

  /** The answer to the one who asked, when the bank declines. */
  #charge(
    intent: Intent,
    stored: StoredMethod,
    { cause, authenticated }: { readonly cause: Cause | null; readonly authenticated: boolean },
  ): StripeApiError | undefined {
    const { decline: name } = stored.behaviour;
    const decline = name && declineOf(name);
    const charge = chargeOf(intent, stored, { decline, authenticated });
    this.#store.account.charges[charge.id] = charge;
    intent.latest_charge = charge.id;
    intent.next_action = null;
    if (!decline) {
      this.#receive(intent, charge, cause);
      return undefined;
    }
    const error = { type: 'card_error', ...decline, charge: charge.id, payment_method: stored.method } as const;
    this.#fail(intent, error);
    this.#emit('charge.failed', charge, { cause });
    this.#emit('payment_intent.payment_failed', intent, { cause });
    return new StripeApiError(402, { ...error, payment_intent: intent });
  }

  #receive(intent: Intent, charge: Charge, cause: Cause | null): void {
    const { amount, currency } = charge;
    const fee = paymentFee(amount);
    const line = balanceTransaction({ type: 'charge', amount, fee, currency, source: charge.id });
    this.#store.account.balanceTransactions[line.id] = line;
    charge.balance_transaction = line.id;
    intent.amount_received = amount;
    intent.status = 'succeeded';
    this.#emit('charge.succeeded', charge, { cause });
    this.#emit('payment_intent.succeeded', intent, { cause });
  }

  #failAuthentication(intent: Intent, { method }: StoredMethod): void {
    const code = 'payment_intent_authentication_failure';
    const { body } = invalidRequest(NOT_AUTHENTICATED, { code });
    this.#fail(intent, { type: body.type, code, message: body.message, payment_method: method });
    intent.next_action = null;
    this.#emit('payment_intent.payment_failed', intent);
  }

  #fail(intent: Intent, error: NonNullable<Intent['last_payment_error']>): void {
    intent.last_payment_error = error;
    intent.payment_method = null;
    intent.status = 'requires_payment_method';
  }
}

/** Stripe.js knows by this that it has to show the bank's question. */
function challenge(): Record<string, string> {
  return { type: 'three_d_secure_redirect', source: newId('src'), known_frame_issues: 'false' };
}
