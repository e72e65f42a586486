/** Where Stripe serves its script, in the release that our types are of. */
export const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/** Where PayPal serves its script, for payments that are real and for those that are not. */
export const PAYPAL_SCRIPTS = {
  live: 'https://www.paypal.com/sdk/js',
  sandbox: 'https://www.sandbox.paypal.com/sdk/js',
} as const;
