import * as z from 'zod';
import { purchaseSteps } from '../depth/prices.ts';
import { endpoints } from './endpoint.ts';
import { idempotencyKey } from './page.ts';
import { ownUserId } from './user-id.ts';

/** Metres to be bought: tenths, from 0.1 to 10,000. */
const purchaseDepth = z
  .number()
  .refine((metres) => purchaseSteps(metres) !== undefined, { error: 'must be 0.1 to 10000 metres, in steps of 0.1' });

/** What the purchase is called on receipts: plain words, for it is shown by others than us. */
const packageName = z
  .string()
  .regex(/^[\p{L}\p{N} .,()'-]{1,100}$/u, 'must be plain words of at most 100 characters')
  .optional();

const purchase = { userId: ownUserId, depth: purchaseDepth, packageName };
const cents = z.number().int().min(0).describe('Cents. Must be the price: one cent per metre.');
const dollars = z
  .string()
  .regex(/^\d{1,6}\.\d{2}$/, 'must be dollars with two decimals, such as "1.00"')
  .describe('Dollars with two decimals. Must be the price: one cent per metre.');

/** A PayPal order's id. */
const orderId = z.string().regex(/^[A-Z0-9-]{1,64}$/, 'must be the id of an order');

export const payments = endpoints('payments', {
  createPaymentIntent: {
    method: 'POST',
    path: '/stripe/create-payment-intent',
    access: 'member',
    accesses: 'self',
    timeoutSeconds: 25,
    summary: 'Begins a card payment. The browser confirms it with Stripe; the webhook alone credits it.',
    body: z.strictObject({ ...purchase, amount: cents, idempotencyKey }),
    response: z.object({
      clientSecret: z.string().describe('With it the browser confirms the PaymentIntent.'),
      paymentIntentId: z.string(),
    }),
    errors: ['Unauthenticated', 'NotYou', 'PriceMismatch', 'BelowMinimum', 'Conflict', 'PaymentsUnavailable'],
  },
  stripeWebhook: {
    method: 'POST',
    path: '/stripe/webhook',
    access: 'provider',
    accesses: 'provider',
    timeoutSeconds: 25,
    summary: 'Takes events that Stripe has signed, and brings the ledger in line with what Stripe says of the payment.',
    response: z.object({}),
    errors: ['InvalidSignature', 'PaymentsUnavailable'],
  },
  createOrder: {
    method: 'POST',
    path: '/paypal/create-order',
    access: 'member',
    accesses: 'self',
    timeoutSeconds: 25,
    summary: 'Begins a PayPal payment: an order, for the member to approve.',
    body: z.strictObject({ ...purchase, amount: dollars, idempotencyKey }),
    response: z.object({ orderId }),
    errors: ['Unauthenticated', 'NotYou', 'PriceMismatch', 'BelowMinimum', 'PaymentsUnavailable'],
  },
  processPurchase: {
    method: 'POST',
    path: '/paypal/process-purchase',
    access: 'member',
    accesses: 'self',
    timeoutSeconds: 29,
    summary: 'Captures an order that the member has approved, and credits it. May be repeated.',
    body: z.strictObject({ ...purchase, orderId, amount: dollars }),
    response: z.object({
      status: z.enum(['completed', 'pending']).describe('Pending: PayPal reviews it; it is credited when completed.'),
      depth: z.number().describe("The caller's depth now, in metres."),
    }),
    errors: [
      'Unauthenticated',
      'NotYou',
      'OrderNotFound',
      'OrderNotApproved',
      'PriceMismatch',
      'PaymentDeclined',
      'PaymentsUnavailable',
    ],
  },
  paypalWebhook: {
    method: 'POST',
    path: '/paypal/webhook',
    access: 'provider',
    accesses: 'provider',
    timeoutSeconds: 29,
    summary: 'Takes events that PayPal has signed: the safety net for payments whose browser has vanished.',
    response: z.object({}),
    errors: ['InvalidSignature', 'PaymentsUnavailable'],
  },
});
