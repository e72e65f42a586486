import type { Layer } from '../../../../shared/rules/layers.ts';
import { MAX_PURCHASE_METRES, type PaymentMethod, PURCHASE_STEP_METRES } from '../../../../shared/rules/prices.ts';

type LayerName = Layer['name'];

const withArticle = (layer: LayerName) => (layer === 'Surface' ? `the ${layer}` : layer);

/** Texts of the payment form. The folders have the texts of card payments, PayPal, and results. */
export const texts = {
  // Choosing a depth
  heading: 'Choose your ascent',
  packages: 'Depth packages',
  /** Where a purchase leads: to another layer, or higher in the same. */
  leadsTo: (layer: LayerName) => `to ${withArticle(layer)}`,
  staysIn: (layer: LayerName) => `higher in ${layer}`,
  custom: 'Or your own depth, in metres',
  customHint: `From ${PURCHASE_STEP_METRES} to ${MAX_PURCHASE_METRES}, in steps of ${PURCHASE_STEP_METRES}.`,
  // Choosing a depth at the surface, without packages
  headingAtSurface: 'Choose your depth',
  customOnly: 'Your own depth, in metres',
  surfaceHeading: "You're at the surface",
  surfaceText: 'Every layer of the ocean is open to you, so there are no packages left to buy.',
  support: 'Support Fathom',
  supportText: 'You can still buy depth, as much as you like, to support Fathom.',
  // The summary
  depthNow: 'You are at',
  youGet: 'You buy',
  youPay: 'Price',
  depthAfter: 'You rise to',
  /** In place of each number that isn't known yet. */
  noValue: '—',
  nothingChosen: 'Enter a depth, or choose a package.',
  nothingEntered: 'Enter a depth.',
  // Payment methods
  payment: 'Payment',
  method: 'Payment method',
  unavailable: {
    stripe: "Card payments aren't available here.",
    paypal: "PayPal isn't available here.",
  } satisfies Record<PaymentMethod, string>,
  tryOther: (other: string) => `Pay with ${other} instead.`,
  loading: 'Loading payment options...',
  settingsFailed: (message: string) => `Payment options couldn't be loaded. ${message}`,
  retry: 'Retry',
  // Paying
  /** `price` is undefined if the selection can't be bought. */
  pay: (price: string | undefined) => (price ? `Pay ${price}` : 'Choose a depth to pay'),
  processing: 'Processing...',
  leave: {
    question: 'A payment is in progress. Leave this page?',
    consequence: 'The payment may still go through. If it does, your depth is added automatically.',
    confirmLabel: 'Leave this page',
  },
};
