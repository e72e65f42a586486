import * as z from 'zod';
import { toPurchaseSteps } from '../rules/prices.ts';
import { endpoints } from './endpoint.ts';
import { encodeFormat } from './field-rule.ts';
import { wholeNumber } from './number.ts';
import { idempotencyKeySchema } from './page.ts';
import { ownUserIdSchema } from './user-id.ts';

/** The depth to purchase. */
const purchaseDepthSchema = z
  .number()
  .refine((metres) => toPurchaseSteps(metres) !== undefined, { error: encodeFormat('purchase-depth') })
  .describe('Metres: 0.1 to 10,000, in steps of 0.1.');

/** The purchase's name on receipts. Restricted, because payment providers show it. */
const packageNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N} .,()'-]{1,100}$/u, encodeFormat('package-name'))
  .optional();

/** The fields of every purchase. */
const purchaseFields = { userId: ownUserIdSchema, depth: purchaseDepthSchema, packageName: packageNameSchema };

/** The price in cents, as Stripe states it. */
const centsSchema = wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('Cents. Must be the price: one cent per metre.');

/** The price in dollars, as PayPal states it. */
const dollarsSchema = z
  .string()
  .regex(/^\d{1,6}\.\d{2}$/, encodeFormat('dollars'))
  .describe('Dollars with two decimals. Must be the price: one cent per metre.');

/** A PayPal order's ID. */
const orderIdSchema = z.string().regex(/^[A-Z0-9-]{1,64}$/, encodeFormat('order-id'));

/** The fields of a purchase that examples share. */
const examplePurchase = { depth: 100, packageName: '100m Depth Package' };

export const payments = endpoints('payments', {
  createPaymentIntent: () => ({
    method: 'POST',
    path: '/stripe/create-payment-intent',
    access: 'member',
    resource: 'self',
    limit: { within: ['payments'] },
    timeoutSeconds: 25,
    summary: 'Create a PaymentIntent for a card payment.',
    description: 'The browser confirms it with Stripe. The purchase is credited when the webhook reports the payment.',
    body: z.strictObject({ ...purchaseFields, amount: centsSchema, idempotencyKey: idempotencyKeySchema }),
    example: { ...examplePurchase, amount: 100, idempotencyKey: 'purchase-0001' },
    response: z.object({
      clientSecret: z.string().describe('The browser confirms the PaymentIntent with it.'),
      paymentIntentId: z.string(),
    }),
    errors: [
      'Unauthenticated',
      'LimitReached',
      'NotYou',
      'PriceMismatch',
      'BelowMinimum',
      'Conflict',
      'PaymentsUnavailable',
    ],
  }),
  stripeWebhook: () => ({
    method: 'POST',
    path: '/stripe/webhook',
    access: 'provider',
    resource: 'provider',
    timeoutSeconds: 25,
    summary: 'Receive a signed Stripe event.',
    description:
      "Updates the ledger to the payment's current state at Stripe. Stripe signs the body in the header " +
      '`Stripe-Signature`.',
    response: z.object({}),
    errors: ['InvalidSignature', 'BodyTooLarge', 'PaymentsUnavailable'],
  }),
  createOrder: () => ({
    method: 'POST',
    path: '/paypal/create-order',
    access: 'member',
    resource: 'self',
    limit: { within: ['payments'] },
    timeoutSeconds: 25,
    summary: 'Create a PayPal order for the caller to approve.',
    body: z.strictObject({ ...purchaseFields, amount: dollarsSchema, idempotencyKey: idempotencyKeySchema }),
    example: { ...examplePurchase, amount: '1.00', idempotencyKey: 'purchase-0001' },
    response: z.object({ orderId: orderIdSchema }),
    errors: ['Unauthenticated', 'LimitReached', 'NotYou', 'PriceMismatch', 'BelowMinimum', 'PaymentsUnavailable'],
  }),
  processPurchase: () => ({
    method: 'POST',
    path: '/paypal/process-purchase',
    access: 'member',
    resource: 'self',
    limit: { none: 'Completes an order that was counted when it was created.' },
    timeoutSeconds: 29,
    summary: 'Capture an approved PayPal order and credit it.',
    description:
      'Idempotent. Status `pending` means that PayPal reviews the payment; it is credited when it completes.',
    body: z.strictObject({ ...purchaseFields, orderId: orderIdSchema, amount: dollarsSchema }),
    example: { ...examplePurchase, orderId: '5O190127TN364715T', amount: '1.00' },
    response: z.object({
      status: z.enum(['completed', 'pending']).describe('Pending: PayPal reviews the payment.'),
      depth: z.number().describe("The caller's new depth, in metres."),
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
  }),
  paypalWebhook: () => ({
    method: 'POST',
    path: '/paypal/webhook',
    access: 'provider',
    resource: 'provider',
    timeoutSeconds: 29,
    summary: 'Receive a signed PayPal event.',
    description:
      'Completes orders whose page was closed after the approval, and records refunds. PayPal signs the body in the ' +
      'headers `PayPal-Transmission-Id`, `PayPal-Transmission-Time`, `PayPal-Transmission-Sig`, `PayPal-Auth-Algo`, ' +
      'and `PayPal-Cert-Url`.',
    response: z.object({}),
    errors: ['InvalidSignature', 'BodyTooLarge', 'PaymentsUnavailable'],
  }),
});
