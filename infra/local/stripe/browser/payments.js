import { showInDialog } from '../../providers/browser/dialog.js';
import { CardElement } from './card-element.js';
import { callStripe, integrationError, NOT_CONNECTED } from './errors.js';

/** The functions of Stripe.js for payments. They require the publishable key and a payment's client secret. */
export class Payments {
  #origin;
  #key;

  constructor({ origin, key }) {
    this.#origin = origin;
    this.#key = key;
  }

  /** https://docs.stripe.com/js/payment_intents/retrieve_payment_intent */
  async retrieve(clientSecret) {
    const id = parseIntentId(clientSecret, 'retrievePaymentIntent');
    const query = new URLSearchParams({ key: this.#key, client_secret: clientSecret });
    return this.#call(`/v1/payment_intents/${id}?${query}`);
  }

  /** https://docs.stripe.com/js/payment_intents/confirm_card_payment */
  async confirm(clientSecret, data = {}, { handleActions = true } = {}) {
    const id = parseIntentId(clientSecret, 'confirmCardPayment');
    const { paymentMethod, error } = await this.#resolveMethod(data.payment_method);
    if (error) return { error };

    const fields = new URLSearchParams({ key: this.#key, client_secret: clientSecret, use_stripe_sdk: 'true' });
    if (paymentMethod) fields.set('payment_method', paymentMethod);
    if (data.receipt_email) fields.set('receipt_email', data.receipt_email);

    const result = await this.#call(`/v1/payment_intents/${id}/confirm`, fields);
    return handleActions ? this.#authenticate(result) : result;
  }

  /** https://docs.stripe.com/js/payment_intents/handle_card_action */
  async handleAction(clientSecret) {
    parseIntentId(clientSecret, 'handleCardAction');
    return this.#authenticate(await this.retrieve(clientSecret));
  }

  async createMethod(details) {
    const { type, card, ...otherDetails } = details;
    if (type !== 'card' || !(card instanceof CardElement)) {
      throw integrationError('The local Stripe creates payment methods only from card elements.');
    }
    return withConnectionError(() => card._createPaymentMethod(otherDetails));
  }

  /** Returns the ID of the page's payment method. Creates a payment method for a card element. */
  async #resolveMethod(method) {
    if (method === undefined || typeof method === 'string') return { paymentMethod: method };

    const { card, ...details } = method;
    const { paymentMethod, error } = await this.createMethod({ type: 'card', card, ...details });
    return error ? { error } : { paymentMethod: paymentMethod.id };
  }

  async #authenticate(result) {
    const { paymentIntent: intent } = result;
    if (intent?.status !== 'requires_action') return result;

    const { id, client_secret: clientSecret, amount, currency } = intent;
    const title = '3D Secure authentication';
    const settings = { id, clientSecret, amount, currency };
    const { error } = await showInDialog({
      label: title,
      page: { origin: this.#origin, path: '/js/challenge-page.html', title, settings },
      unreachable: { error: NOT_CONNECTED },
    });
    if (error) return { error };

    const newResult = await this.retrieve(clientSecret);
    const lastError = newResult.paymentIntent?.last_payment_error;
    return lastError ? { error: { ...lastError, payment_intent: newResult.paymentIntent } } : newResult;
  }

  async #call(path, fields) {
    const { error, ...paymentIntent } = await callStripe(`${this.#origin}${path}`, fields);
    return error ? { error } : { paymentIntent };
  }
}

async function withConnectionError(request) {
  try {
    return await request();
  } catch (error) {
    if (error.name === 'IntegrationError') throw error;
    return { error: NOT_CONNECTED };
  }
}

function parseIntentId(clientSecret, method) {
  const [, id] = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(clientSecret)) ?? [];
  if (id) return id;
  throw integrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form ` +
      `\${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  );
}
