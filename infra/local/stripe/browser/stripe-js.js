import { Elements } from './card-element.js';
import { integrationError } from './errors.js';
import { Payments } from './payments.js';

/** Where the stand-in is: where this script came from. */
const { origin } = new URL(document.currentScript.src);

/**
 * The stand-in for Stripe.js: as much of https://docs.stripe.com/js as paying by card needs.
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
      throw integrationError('The local Stripe makes no tokens. Use stripe.createPaymentMethod.');
    },
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

// The package @stripe/stripe-js warns of any release but its own.
Stripe.version = 'endive';
window.Stripe = Stripe;
