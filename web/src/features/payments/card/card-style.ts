import type { StripeCardElementOptions } from '@stripe/stripe-js';

/** The style of Stripe's card field. It is an iframe, so the page's CSS doesn't apply. */
export const cardStyle: StripeCardElementOptions = {
  hidePostalCode: true,
  disableLink: true,
  style: {
    base: {
      color: '#ffffff',
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSize: '17px',
      fontSmoothing: 'antialiased',
      iconColor: '#8df0f2',
      '::placeholder': { color: '#c6d7e2' },
    },
    invalid: { color: '#ffb3bf', iconColor: '#ffb3bf' },
  },
};
