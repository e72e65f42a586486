/** URL of Stripe.js. The release must match the version of `@stripe/stripe-js`. */
export const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/** URLs of PayPal's SDK, by environment. */
export const PAYPAL_SCRIPTS = {
  live: 'https://www.paypal.com/sdk/js',
  sandbox: 'https://www.sandbox.paypal.com/sdk/js',
} as const;
