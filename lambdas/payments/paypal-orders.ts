import * as z from 'zod';
import { formatDollars } from '../../shared/rules/prices.ts';
import { OrderNotFound } from './errors.ts';
import type { Offer } from './offer.ts';
import { callPayPal, type PayPalCall, PayPalError } from './paypal-client.ts';

/** Timeout of a capture, in milliseconds. Captures take longer because PayPal contacts the bank. */
const CAPTURE_TIMEOUT_MS = 12_000;

const amountSchema = z.object({ currency_code: z.string(), value: z.string() });

/** A capture or a refund. */
const transactionSchema = z.object({ id: z.string(), status: z.string(), amount: amountSchema });

/** An order's state at PayPal. */
const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: amountSchema.optional(),
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
        payments: z
          .object({ captures: z.array(transactionSchema).default([]), refunds: z.array(transactionSchema).default([]) })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .min(1),
});
export type PayPalOrder = z.output<typeof orderSchema>;

/** States of captures whose money was received, even if it was refunded later. */
export const RECEIVED_STATES = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

/** States of captures that never receive money. */
const UNPAID_STATES = new Set(['DECLINED', 'FAILED']);

/** The part of a capture that names its order. */
const relatedCaptureSchema = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
});

/**
 * Returns the capture of an order that has received its money, or one that may still receive it. Undefined if the order
 * is unpaid.
 *
 * A declined capture can precede it, because the payer can then approve the order with another card.
 */
export function findCapture({ purchase_units: [unit] }: PayPalOrder) {
  const captures = unit?.payments.captures ?? [];
  return (
    captures.find(({ status }) => RECEIVED_STATES.has(status)) ??
    captures.find(({ status }) => !UNPAID_STATES.has(status))
  );
}

/** Creates an order for a member to approve. A repeated request ID returns the first order. */
export function createPayPalOrder(userId: string, { cents, packageName }: Offer, requestId: string) {
  return callPayPal(
    {
      method: 'POST',
      path: '/v2/checkout/orders',
      requestId,
      body: {
        intent: 'CAPTURE',
        purchase_units: [
          {
            custom_id: userId,
            description: packageName,
            amount: { currency_code: 'USD', value: formatDollars(cents) },
          },
        ],
        payment_source: {
          paypal: {
            experience_context: { brand_name: 'Fathom', shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
          },
        },
      },
    },
    orderSchema,
  );
}

/**
 * Reads an order's current state.
 *
 * @throws OrderNotFound if PayPal has no such order, for instance because it expired without an approval
 */
export function readPayPalOrder(orderId: string): Promise<PayPalOrder> {
  return callOrThrowNotFound(
    { method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(orderId)}` },
    orderSchema,
  );
}

/** Captures an approved order. Idempotent. */
export function capturePayPalOrder(orderId: string): Promise<PayPalOrder> {
  return callPayPal(
    {
      method: 'POST',
      path: `/v2/checkout/orders/${encodeURIComponent(orderId)}/capture`,
      requestId: `capture-${orderId}`,
      body: {},
      timeoutMs: CAPTURE_TIMEOUT_MS,
    },
    orderSchema,
  );
}

/**
 * Returns the ID of the order that a capture belongs to.
 *
 * @throws OrderNotFound if PayPal has no such capture
 */
export async function findOrderOfCapture(captureId: string): Promise<string> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
  const { supplementary_data: relations } = await callOrThrowNotFound({ method: 'GET', path }, relatedCaptureSchema);
  return relations.related_ids.order_id;
}

async function callOrThrowNotFound<T extends z.ZodType>(call: PayPalCall, responseSchema: T): Promise<z.output<T>> {
  try {
    return await callPayPal(call, responseSchema);
  } catch (error) {
    if (error instanceof PayPalError && error.status === 404) throw new OrderNotFound();
    throw error;
  }
}
