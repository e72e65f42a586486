import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { payments } from '../../shared/contract/payments.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { priceCents, purchaseSteps } from '../../shared/depth/prices.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { getOrder } from '../table/payment-order.ts';
import { completeOrder } from './complete-order.ts';
import { OrderNotFound, PriceMismatch } from './errors.ts';
import { centsOf } from './offer.ts';

/**
 * Completes a PayPal purchase that its member has approved (specification §7). Repeated, it answers the same.
 *
 * @throws OrderNotFound when the caller has begun no such order
 * @throws PriceMismatch when amount or depth are not those of the order
 * @throws OrderNotApproved, PaymentDeclined, PaymentsUnavailable
 */
export async function completePurchase(
  caller: Caller,
  { orderId, amount, depth }: Input<typeof payments.processPurchase>,
): Promise<Response<typeof payments.processPurchase>> {
  await ensureProfile(caller);
  const order = await getOrder(caller.userId, orderId);
  if (!order) throw new OrderNotFound();
  const price = priceCents(order.steps);
  if (purchaseSteps(depth) !== order.steps || centsOf(amount) !== price) throw new PriceMismatch(price);
  const status = await completeOrder(order);
  const profile = await ensureProfile(caller);
  return { status, depth: toMetres(profile.depth) };
}
