import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { payments } from '../../shared/contract/payments.ts';
import { toMetres } from '../../shared/rules/depth.ts';
import { priceCents, toPurchaseSteps } from '../../shared/rules/prices.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { getOrder } from '../table/payment-order.ts';
import { completeOrder } from './complete-order.ts';
import { OrderNotFound, PriceMismatch } from './errors.ts';
import { parseCents } from './offer.ts';

/**
 * Completes an approved PayPal purchase. Idempotent.
 *
 * @throws OrderNotFound if the caller has no such order
 * @throws PriceMismatch if the amount or the depth differs from the order's
 * @throws the errors of {@link completeOrder}
 */
export async function processPurchase(
  caller: Caller,
  { orderId, amount, depth }: Input<typeof payments.processPurchase>,
): Promise<Response<typeof payments.processPurchase>> {
  await ensureProfile(caller);
  const order = await getOrder(caller.userId, orderId);
  if (!order) throw new OrderNotFound();

  const price = priceCents(order.steps);
  if (toPurchaseSteps(depth) !== order.steps || parseCents(amount) !== price) throw new PriceMismatch(price);

  const status = await completeOrder(order);
  const profile = await ensureProfile(caller);
  return { status, depth: toMetres(profile.depth) };
}
