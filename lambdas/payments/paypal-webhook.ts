import * as z from 'zod';
import type { SignedRequest } from '../http/signed-request.ts';
import { logger } from '../platform/logger.ts';
import { count } from '../platform/metrics.ts';
import { getOrder } from '../table/payment-order.ts';
import { keepUnclaimed } from '../table/unclaimed-payment.ts';
import { completeOrder, settleOrder } from './complete-order.ts';
import { InvalidSignature, OrderNotApproved, OrderNotFound, PaymentDeclined } from './errors.ts';
import { centsOf } from './offer.ts';
import { callPayPal, PayPalRefusal, paypalKeys } from './paypal-client.ts';
import { orderOfCapture, readPayPalOrder } from './paypal-orders.ts';
import type { Taking } from './provider-payment.ts';

/** Events later than this are not believed, in milliseconds: PayPal signs each attempt anew, for three days. */
const TOLERANCE_MS = 4 * 86_400_000;

const event = z.object({
  event_type: z.string(),
  resource: z.object({
    id: z.string(),
    amount: z.object({ value: z.string() }).optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  }),
});
type PayPalEvent = z.output<typeof event>;

const verification = z.object({ verification_status: z.string() });

/**
 * Takes an event of PayPal's webhook: the safety net for members whose browser has vanished between approval and
 * capture, and the way in which refunds are learnt of. As with Stripe, the event says which order to look at.
 *
 * @throws InvalidSignature when PayPal says that it has not sent exactly this
 * @throws PaymentsUnavailable when PayPal cannot be asked; it sends the event again
 */
export async function receivePaypalEvent(request: SignedRequest): Promise<Record<string, never>> {
  await verify(request);
  const { data } = event.safeParse(JSON.parse(request.body));
  if (!data || !/^(CHECKOUT\.ORDER\.APPROVED|PAYMENT\.CAPTURE\.)/.test(data.event_type)) return {};
  await quietly(() => follow(data));
  return {};
}

async function follow(data: PayPalEvent): Promise<void> {
  const orderId = await orderOf(data);
  const order = await readPayPalOrder(orderId);
  const userId = order.purchase_units[0]?.custom_id;
  const begun = userId ? await getOrder(userId, orderId) : undefined;
  if (begun && data.event_type === 'CHECKOUT.ORDER.APPROVED') return void (await completeOrder(begun));
  // A capture that was denied is told as well: to take the money again would be answered by the next such event.
  if (begun) return void (await settleOrder(begun, order, reversalOf(data)));
  const [capture] = order.purchase_units[0]?.payments.captures ?? [];
  if (!capture) return;
  const { value, currency_code: currency } = capture.amount;
  const reason = 'no member has begun this order, or they have left';
  const paid = { paymentId: capture.id, cents: centsOf(value), currency: currency.toLowerCase() };
  await keepUnclaimed({ provider: 'paypal', ...paid, userId, reason });
  count('paymentsUnclaimed');
  logger.error('A payment is unclaimed', { provider: 'paypal', paymentId: capture.id, reason });
}

/** The body is passed on as it came: parsed and written anew, it would not be what PayPal has signed. */
async function verify({ headers, body }: SignedRequest): Promise<void> {
  const { webhookId } = await paypalKeys();
  const sentAt = Date.parse(headers['paypal-transmission-time'] ?? '');
  if (!webhookId || !isJson(body) || !(Math.abs(Date.now() - sentAt) < TOLERANCE_MS)) throw new InvalidSignature();
  const fields = {
    auth_algo: headers['paypal-auth-algo'] ?? '',
    cert_url: headers['paypal-cert-url'] ?? '',
    transmission_id: headers['paypal-transmission-id'] ?? '',
    transmission_sig: headers['paypal-transmission-sig'] ?? '',
    transmission_time: headers['paypal-transmission-time'] ?? '',
    webhook_id: webhookId,
  };
  const question = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body}}`;
  const path = '/v1/notifications/verify-webhook-signature';
  const { verification_status: status } = await callPayPal(
    { method: 'POST', path, body: question },
    verification,
  ).catch((error: unknown) => {
    if (error instanceof PayPalRefusal) throw new InvalidSignature();
    throw error;
  });
  if (status !== 'SUCCESS') throw new InvalidSignature();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The order that an event is about: an order's own id, a capture's, or that of the capture which a refund names. */
async function orderOf({ event_type: type, resource }: PayPalEvent): Promise<string> {
  if (type.startsWith('CHECKOUT.ORDER.')) return resource.id;
  const named = resource.supplementary_data?.related_ids?.order_id;
  if (named) return named;
  const up = resource.links.find(({ rel }) => rel === 'up')?.href;
  return orderOfCapture(up?.split('/').at(-1) ?? resource.id);
}

/** Money that a bank has taken back, which the order itself does not tell. */
function reversalOf({ event_type: type, resource }: PayPalEvent): Taking[] {
  if (type !== 'PAYMENT.CAPTURE.REVERSED' || !resource.amount) return [];
  return [{ source: 'dispute', id: resource.id, cents: centsOf(resource.amount.value), state: 'taken' }];
}

/** What cannot be completed now is no fault of the event. */
async function quietly(complete: () => Promise<unknown>): Promise<void> {
  try {
    await complete();
  } catch (error) {
    const final = [OrderNotApproved, OrderNotFound, PaymentDeclined];
    if (!final.some((kind) => error instanceof kind)) throw error;
  }
}
