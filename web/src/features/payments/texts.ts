import { MAX_PURCHASE_METRES, type PaymentMethod, PURCHASE_STEP_METRES } from '../../../../shared/depth/prices.ts';

type MinimumText = (price: string, depth: string, other: string | undefined) => string;

const orPay = (other: string | undefined) => (other ? `, or pay with ${other}` : '');

/** What the payment form says. */
export const texts = {
  heading: 'Choose your ascent',
  packages: 'Depth packages',
  packageNotes: ['A breath of air', 'Up into daylight', 'All the way up'],
  custom: 'Or your own depth, in metres',
  customHint: `From ${PURCHASE_STEP_METRES} to ${MAX_PURCHASE_METRES}, in steps of ${PURCHASE_STEP_METRES}.`,
  notInSteps: `Depth comes in steps of ${PURCHASE_STEP_METRES}m. Please choose another one.`,
  tooDeep: `One purchase lifts you by ${MAX_PURCHASE_METRES}m at most. Please choose less.`,
  belowMinimum: {
    stripe: (price, depth, other) => `Card payments start at ${price}. Please choose at least ${depth}${orPay(other)}.`,
    paypal: (price, depth, other) =>
      `PayPal payments start at ${price}. Please choose at least ${depth}${orPay(other)}.`,
  } satisfies Record<PaymentMethod, MinimumText>,
  youGet: 'Depth',
  youPay: 'Price',
  rise: 'You rise to',
  noPrice: '—',
  method: 'Payment method',
  methods: { stripe: 'Credit Card', paypal: 'PayPal' } satisfies Record<PaymentMethod, string>,
  unavailable: {
    stripe: 'Card payments are not available here.',
    paypal: 'PayPal is not available here.',
  } satisfies Record<PaymentMethod, string>,
  tryOther: (other: string) => `Please pay with ${other} instead.`,
  settingsFailed: (message: string) => `The ways to pay could not be loaded. ${message}`,
  retry: 'Retry',
  loading: 'Loading the ways to pay...',
  // By card
  card: 'Card details',
  cardNote: 'Your card’s number goes to Stripe alone. Fathom never sees it.',
  loadingCard: 'Loading the card form...',
  loadAgain: 'Load it again',
  /** Without a price when there is nothing to be bought. */
  pay: (price: string) => `Pay ${price}`.trim(),
  processing: 'Processing...',
  stripeMissing: 'Stripe.js has not yet loaded',
  mustLogIn: 'You must be logged in to make a payment',
  intentFailed: 'Failed to create payment intent',
  stripeError: (message: string) => `Stripe Error: ${message}`,
  paymentFailed: (message: string) => `Payment Failed: ${message}`,
  notCompleted: 'The payment was not completed. Please try again.',
  cardIncomplete: 'Your card’s number, expiry date and security code are needed.',
  unknownFailure: 'Something went wrong. You can try again: nothing is charged twice.',
  // By PayPal
  paypalNote: 'You approve the payment at PayPal, and come back here.',
  loadingPaypal: 'Loading PayPal...',
  paypalMissing: 'PayPal could not be loaded. Check your connection and try again.',
  paypalFailed: (message: string) => `PayPal Payment Failed: ${message}`,
  cancelled: 'PayPal was closed. Nothing has been paid.',
  finishNote: (depth: string, price: string) =>
    `You have approved ${price} for ${depth}, but it is not known yet whether the payment went through.`,
  finish: 'Finish the payment',
  // How it ended
  success: (depth: string) => `Payment successful! You have bought ${depth} of depth.`,
  pending: (depth: string) =>
    `Thank you! Your payment is being reviewed. Your ${depth} of depth will be there by itself once it is done.`,
  onTheWay: 'Your new depth is on its way...',
  late: 'Your payment has gone through. The depth is taking longer than usual: it arrives by itself.',
  leave: 'A payment is under way. Leave this page?',
};
