import { MAX_PURCHASE_METRES, type PaymentMethod, PURCHASE_STEP_METRES } from '../../../../../shared/rules/prices.ts';

/** Returns the text for a purchase below a minimum. `other` is the name of a method without this minimum. */
type MinimumText = (price: string, depth: string, other: string | undefined) => string;

const orPayWith = (other: string | undefined) => (other ? `, or pay with ${other}` : '');

/** Texts of the purchase: why a depth can't be bought, and the results of payments. */
export const texts = {
  methods: { stripe: 'Credit Card', paypal: 'PayPal' } satisfies Record<PaymentMethod, string>,
  // Why a depth can't be bought
  notPositive: (minDepth: string) => `Depth must be more than 0m. Enter at least ${minDepth}.`,
  notInSteps: `Depth comes in steps of ${PURCHASE_STEP_METRES}m. Choose another value.`,
  tooDeep: `One purchase lifts you by ${MAX_PURCHASE_METRES}m at most. Choose less.`,
  belowMinimum: {
    stripe: (price, depth, other) => `Card payments start at ${price}. Choose at least ${depth}${orPayWith(other)}.`,
    paypal: (price, depth, other) => `PayPal payments start at ${price}. Choose at least ${depth}${orPayWith(other)}.`,
  } satisfies Record<PaymentMethod, MinimumText>,
  // Results
  success: (depth: string) => `Payment successful! You've bought ${depth} of depth.`,
  pending: (depth: string) =>
    `Thank you! Your payment is being reviewed. We'll add your ${depth} of depth when it's done.`,
  onTheWay: 'Your new depth is on its way...',
  late: 'Your payment went through. The depth is taking longer than usual, but it will arrive automatically.',
  cancelled: "PayPal was closed. You haven't paid anything.",
  // Errors
  mustLogIn: 'You must be logged in to make a payment',
  /** The error of a payment before the card form has loaded. */
  stripeMissing: 'Stripe.js has not yet loaded',
  intentFailed: 'Failed to create payment intent',
  stripeError: (message: string) => `Stripe Error: ${message}`,
  paymentFailed: (message: string) => `Payment Failed: ${message}`,
  paypalFailed: (message: string) => `PayPal Payment Failed: ${message}`,
  unknownFailure: "Something went wrong. Try again. You won't be charged twice.",
};
