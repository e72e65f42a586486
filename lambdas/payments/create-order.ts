import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { payments } from '../../shared/contract/payments.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { rememberOrder } from '../table/payment-order.ts';
import { centsOf, offerOf } from './offer.ts';
import { createPayPalOrder } from './paypal-orders.ts';

/**
 * Begins a PayPal payment. The order is remembered before the member learns of it: whatever they approve is known here.
 *
 * @throws PriceMismatch, BelowMinimum when the amount is not the price, or too little for PayPal
 * @throws PaymentsUnavailable when PayPal cannot be reached
 */
export async function startOrder(
  caller: Caller,
  { amount, depth, packageName, idempotencyKey = ulid() }: Input<typeof payments.createOrder>,
): Promise<Response<typeof payments.createOrder>> {
  const offer = offerOf('paypal', { depth, cents: centsOf(amount), packageName });
  const { userId } = await ensureProfile(caller);
  // PayPal answers a repeated id with the first order, whatever else was asked: so the purchase is a part of it.
  const order = await createPayPalOrder(userId, offer, `${userId}:${idempotencyKey}:${offer.steps}`);
  const merchantId = order.purchase_units[0]?.payee?.merchant_id ?? '';
  const { steps, packageName: name } = offer;
  await rememberOrder({ orderId: order.id, userId, steps, packageName: name, merchantId });
  return { orderId: order.id };
}
