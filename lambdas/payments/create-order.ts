import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { payments } from '../../shared/contract/payments.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { countUsesOnce } from '../table/conduct.ts';
import { storeOrder } from '../table/payment-order.ts';
import { createOffer, parseCents } from './offer.ts';
import { createPayPalOrder } from './paypal-orders.ts';

/**
 * Creates a PayPal order. Stores the order before returning it, so that every approved order is stored.
 *
 * @throws PriceMismatch if the amount is not the price
 * @throws BelowMinimum if the price is below PayPal's minimum
 * @throws LimitReached if the caller has started too many payments this hour
 * @throws PaymentsUnavailable if PayPal can't be reached
 */
export async function createOrder(
  caller: Caller,
  { amount, depth, packageName, idempotencyKey = ulid() }: Input<typeof payments.createOrder>,
): Promise<Response<typeof payments.createOrder>> {
  const offer = createOffer('paypal', { depth, cents: parseCents(amount), packageName });
  const profile = await ensureProfile(caller);
  const { userId } = profile;
  const { steps } = offer;

  // A repeated key is the same purchase, so it counts once. No one reads the ID that is stored under the key.
  const useKey = { userId, kind: 'PAYMENT', key: `paypal:${idempotencyKey}:${steps}` } as const;
  await countUsesOnce(profile, { payments: 1 }, useKey, ulid());

  // PayPal returns the first order for a repeated request ID, even for another amount. So the ID includes the steps.
  const order = await createPayPalOrder(userId, offer, `${userId}:${idempotencyKey}:${steps}`);

  const orderId = order.id;
  const merchantId = order.purchase_units[0]?.payee?.merchant_id ?? '';
  await storeOrder({ orderId, userId, steps, packageName: offer.packageName, merchantId });

  return { orderId };
}
