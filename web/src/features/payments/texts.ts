import type { Layer } from '../../../../shared/rules/layers.ts';
import {
  MAX_PURCHASE_METRES,
  MIN_PURCHASE_METRES,
  type PaymentMethod,
  PURCHASE_STEP_METRES,
} from '../../../../shared/rules/prices.ts';

type LayerName = Layer['name'];

/** Returns the text for a purchase below a minimum. `other` is the name of a method without this minimum. */
type MinimumText = (price: string, depth: string, other: string | undefined) => string;

const orPayWith = (other: string | undefined) => (other ? `, or pay with ${other}` : '');

const withArticle = (layer: LayerName) => (layer === 'Surface' ? `the ${layer}` : layer);

/** Texts of the payment form. */
export const texts = {
  heading: 'Choose your ascent',
  /** At the surface. */
  headingAtSurface: 'Choose your depth',
  packages: 'Depth packages',
  /** Where a purchase leads: to another layer, or higher in the same. */
  leadsTo: (layer: LayerName) => `to ${withArticle(layer)}`,
  staysIn: (layer: LayerName) => `higher in ${layer}`,
  custom: 'Or your own depth, in metres',
  /** Without packages. */
  customOnly: 'Your own depth, in metres',
  customHint: `From ${PURCHASE_STEP_METRES} to ${MAX_PURCHASE_METRES}, in steps of ${PURCHASE_STEP_METRES}.`,
  notPositive: `Depth must be more than 0m. Enter at least ${MIN_PURCHASE_METRES}m.`,
  notInSteps: `Depth comes in steps of ${PURCHASE_STEP_METRES}m. Choose another value.`,
  tooDeep: `One purchase lifts you by ${MAX_PURCHASE_METRES}m at most. Choose less.`,
  belowMinimum: {
    stripe: (price, depth, other) => `Card payments start at ${price}. Choose at least ${depth}${orPayWith(other)}.`,
    paypal: (price, depth, other) => `PayPal payments start at ${price}. Choose at least ${depth}${orPayWith(other)}.`,
  } satisfies Record<PaymentMethod, MinimumText>,
  // The summary
  depthNow: 'You are at',
  youGet: 'You buy',
  youPay: 'Price',
  depthAfter: 'You rise to',
  /** In place of each number that isn't known yet. */
  noValue: '—',
  nothingChosen: 'Enter a depth, or choose a package.',
  nothingEntered: 'Enter a depth.',
  // At the surface
  surfaceHeading: "You're at the surface",
  surfaceText: 'Every layer of the ocean is open to you, so there are no packages left to buy.',
  support: 'Support Fathom',
  supportText: 'You can still buy depth, as much as you like, to support Fathom.',
  // Payment methods
  payment: 'Payment',
  method: 'Payment method',
  methods: { stripe: 'Credit Card', paypal: 'PayPal' } satisfies Record<PaymentMethod, string>,
  unavailable: {
    stripe: "Card payments aren't available here.",
    paypal: "PayPal isn't available here.",
  } satisfies Record<PaymentMethod, string>,
  tryOther: (other: string) => `Pay with ${other} instead.`,
  settingsFailed: (message: string) => `Payment options couldn't be loaded. ${message}`,
  retry: 'Retry',
  loading: 'Loading payment options...',
  // By card
  card: 'Card details',
  cardNote: 'Your card number goes directly to Stripe. Fathom never sees it.',
  loadingCard: 'Loading the card form...',
  loadAgain: 'Load again',
  /** `price` is undefined if the selection can't be bought. */
  pay: (price: string | undefined) => (price ? `Pay ${price}` : 'Choose a depth to pay'),
  processing: 'Processing...',
  cardFormMissing: "The card form couldn't be loaded.",
  /** The error of a payment before the card form has loaded. */
  stripeMissing: 'Stripe.js has not yet loaded',
  mustLogIn: 'You must be logged in to make a payment',
  intentFailed: 'Failed to create payment intent',
  stripeError: (message: string) => `Stripe Error: ${message}`,
  paymentFailed: (message: string) => `Payment Failed: ${message}`,
  notCompleted: "The payment wasn't completed. Please try again.",
  cardIncomplete: 'Enter your card number, expiry date, and security code.',
  unknownFailure: "Something went wrong. Try again. You won't be charged twice.",
  // By PayPal
  paypalNote: 'You approve the payment at PayPal, then return here.',
  loadingPaypal: 'Loading PayPal...',
  paypalMissing: "PayPal couldn't be loaded. Check your connection and try again.",
  paypalFailed: (message: string) => `PayPal Payment Failed: ${message}`,
  cancelled: "PayPal was closed. You haven't paid anything.",
  finishNote: (depth: string, price: string) =>
    `You approved ${price} for ${depth}, but we don't know yet if the payment went through.`,
  finish: 'Finish the payment',
  // Results
  success: (depth: string) => `Payment successful! You've bought ${depth} of depth.`,
  pending: (depth: string) =>
    `Thank you! Your payment is being reviewed. We'll add your ${depth} of depth when it's done.`,
  onTheWay: 'Your new depth is on its way...',
  late: 'Your payment went through. The depth is taking longer than usual, but it will arrive automatically.',
  leave: {
    question: 'A payment is in progress. Leave this page?',
    consequence: 'The payment may still go through. If it does, your depth is added automatically.',
    confirmLabel: 'Leave this page',
  },
};
