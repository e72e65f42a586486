import { Elements } from './card-element.js';
import { integrationError } from './errors.js';
import { Payments } from './payments.js';

const { origin } = new URL(document.currentScript.src);

/**
 * The local Stripe.js. Supports the part of https://docs.stripe.com/js that card payments use.
 *
 * @param {string} key the publishable key.
 */
function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError(
      'Please call Stripe() with your publishable key. You used an empty string or another kind of key.',
    );
  }

  const payments = new Payments({ origin, key });
  return {
    elements: () => new Elements({ origin, key }),
    confirmCardPayment: (clientSecret, data, options) => payments.confirm(clientSecret, data, options),
    createPaymentMethod: (details) => payments.createMethod(details),
    handleCardAction: (clientSecret) => payments.handleAction(clientSecret),
    handleNextAction: ({ clientSecret }) => payments.handleAction(clientSecret),
    retrievePaymentIntent: (clientSecret) => payments.retrieve(clientSecret),
    async createToken() {
      throw integrationError('The local Stripe has no tokens. Use stripe.createPaymentMethod.');
    },
    // The packages @stripe/stripe-js and @stripe/react-stripe-js call these.
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

// Stripe's name of the release. @stripe/stripe-js warns about any other name.
Stripe.version = 'endive';
window.Stripe = Stripe;
