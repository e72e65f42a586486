import type { StripeCardElementOptions } from '@stripe/stripe-js';
import type { Scheme } from '../../../ocean/palette.ts';

/** The colours of Stripe's card field. CSS colours, but not OKLCH, which Stripe doesn't accept. */
interface CardColours {
  readonly text: string;
  readonly placeholder: string;
  readonly icon: string;
  /** The text and the icon of an invalid card number. */
  readonly invalid: string;
}

/**
 * The colours of Stripe's card field on dark and on light sheets, for every depth.
 *
 * The field is an iframe, so the page's CSS doesn't apply to it. card-style.test.ts checks the contrast of the colours.
 */
export const CARD_COLOURS: Readonly<Record<Scheme, CardColours>> = {
  // Pure white: axe takes the frame's transparent background for white, and doesn't check text of the same colour.
  night: { text: '#ffffff', placeholder: '#c6d7e2', icon: '#94ecf1', invalid: '#ffd6d8' },
  day: { text: '#0d2033', placeholder: '#38536a', icon: '#08527e', invalid: '#a51d2b' },
};

/** Builds the options of Stripe's card field. */
export function buildCardOptions(scheme: Scheme): StripeCardElementOptions {
  const { text, placeholder, icon, invalid } = CARD_COLOURS[scheme];

  return {
    hidePostalCode: true,
    disableLink: true,
    style: {
      base: {
        color: text,
        fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
        fontSize: '17px',
        fontSmoothing: 'antialiased',
        iconColor: icon,
        '::placeholder': { color: placeholder },
      },
      invalid: { color: invalid, iconColor: invalid },
    },
  };
}
