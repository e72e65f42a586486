import * as z from 'zod';
import { dollars } from '../../shared/depth/prices.ts';
import { OrderNotFound } from './errors.ts';
import type { Offer } from './offer.ts';
import { callPayPal, type PayPalCall, PayPalRefusal } from './paypal-client.ts';

/** PayPal takes its time where a bank has to be asked, in milliseconds. */
const CAPTURE_TIMEOUT_MS = 12_000;

const amount = z.object({ currency_code: z.string(), value: z.string() });
const capture = z.object({ id: z.string(), status: z.string(), amount });
const refund = z.object({ id: z.string(), status: z.string(), amount });

/** An order as PayPal has it. */
const order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: amount.optional(),
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
        payments: z
          .object({ captures: z.array(capture).default([]), refunds: z.array(refund).default([]) })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .min(1),
});
export type PayPalOrder = z.output<typeof order>;

const relatedCapture = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
});

/** Begins an order for a member to approve. The same request id begins it once. */
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
            amount: { currency_code: 'USD', value: dollars(cents) },
          },
        ],
        payment_source: {
          paypal: {
            experience_context: { brand_name: 'Fathom', shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
          },
        },
      },
    },
    order,
  );
}

/**
 * An order as it is by now.
 *
 * @throws OrderNotFound when PayPal has none of that id, or none any more: those that nobody approves end after hours
 */
export function readPayPalOrder(orderId: string): Promise<PayPalOrder> {
  return found({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(orderId)}` }, order);
}

/** Takes the money of an order that its member has approved. Repeated, it is taken once. */
export function capturePayPalOrder(orderId: string): Promise<PayPalOrder> {
  return callPayPal(
    {
      method: 'POST',
      path: `/v2/checkout/orders/${encodeURIComponent(orderId)}/capture`,
      requestId: `capture-${orderId}`,
      body: {},
      timeoutMs: CAPTURE_TIMEOUT_MS,
    },
    order,
  );
}

/**
 * The order that a capture belongs to.
 *
 * @throws OrderNotFound when PayPal has no such capture
 */
export async function orderOfCapture(captureId: string): Promise<string> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
  const { supplementary_data: about } = await found({ method: 'GET', path }, relatedCapture);
  return about.related_ids.order_id;
}

async function found<T extends z.ZodType>(call: PayPalCall, answer: T): Promise<z.output<T>> {
  try {
    return await callPayPal(call, answer);
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status === 404) throw new OrderNotFound();
    throw error;
  }
}
