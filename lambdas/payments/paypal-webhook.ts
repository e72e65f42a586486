import * as z from 'zod';
import { centimetresToSteps } from '../../shared/depth/prices.ts';
import type { SignedRequest } from '../http/signed-request.ts';
import { getLedgerEntries } from '../table/ledger.ts';
import { getOrder } from '../table/payment-order.ts';
import { getMember, isDeleted } from '../table/profile.ts';
import { completeOrder, type KnownOrder, settleOrder } from './complete-order.ts';
import { InvalidSignature, OrderNotApproved, OrderNotFound, PaymentDeclined } from './errors.ts';
import { parseCents } from './offer.ts';
import { callPayPal, PayPalError, paypalKeys } from './paypal-client.ts';
import { findOrderOfCapture, type PayPalOrder, readPayPalOrder } from './paypal-orders.ts';
import type { Reversal } from './provider-payment.ts';

/** Maximum age of an event, in milliseconds. PayPal retries for three days and signs each attempt again. */
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
 * Handles an event of PayPal's webhook: captures orders whose page was closed after the approval, and records refunds.
 * The event only identifies the order; the ledger follows the order's current state at PayPal.
 *
 * @throws InvalidSignature if PayPal doesn't confirm the signature
 * @throws PaymentsUnavailable if PayPal can't be reached; PayPal then sends the event again
 */
export async function receivePaypalEvent(request: SignedRequest): Promise<Record<string, never>> {
  await verify(request);
  const { data } = event.safeParse(JSON.parse(request.body));
  if (!data || !/^(CHECKOUT\.ORDER\.APPROVED|PAYMENT\.CAPTURE\.)/.test(data.event_type)) return {};
  await ignoreFinalErrors(() => handleEvent(data));
  return {};
}

async function handleEvent(data: PayPalEvent): Promise<void> {
  const orderId = await findOrderId(data);
  const order = await readPayPalOrder(orderId);
  const userId = order.purchase_units[0]?.custom_id;
  const stored = userId ? await getOrder(userId, orderId) : undefined;
  if (data.event_type === 'CHECKOUT.ORDER.APPROVED') {
    // Don't charge a member who has left since. The approval expires at PayPal.
    if (!stored || isDeleted(await getMember(stored.userId, { consistent: true }))) return;
    return void (await completeOrder(stored));
  }
  // Don't capture here: a denied capture also sends an event, so a new attempt for each event would loop.
  const known = stored ?? (await findCreditedOrder(orderId, order)) ?? describeUnknownOrder(orderId, userId);
  await settleOrder(known, order, parseReversals(data));
}

/**
 * Rebuilds an order from the ledger, if its payment was credited. The purge of an account deletes the stored orders and
 * keeps the ledger's entries of payments.
 */
async function findCreditedOrder(orderId: string, { purchase_units: [unit] }: PayPalOrder) {
  const [userId, capture] = [unit?.custom_id, unit?.payments.captures[0]];
  if (!userId || !capture) return undefined;
  const [credit] = await getLedgerEntries(userId, [{ source: 'paypal', sourceId: capture.id }]);
  if (!credit) return undefined;
  const { purchasedCm, payment } = credit;
  return { orderId, userId, steps: centimetresToSteps(purchasedCm), packageName: payment?.packageName ?? '' };
}

function describeUnknownOrder(orderId: string, userId: string | undefined): KnownOrder {
  const objection = 'no member has this order, or the account was deleted';
  return { orderId, userId, steps: undefined, packageName: '', objection };
}

/** Verifies a signature with PayPal's API. Inserts the raw body: parsing and serialising would break the signature. */
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
  const requestBody = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body}}`;
  const path = '/v1/notifications/verify-webhook-signature';
  const { verification_status: status } = await callPayPal(
    { method: 'POST', path, body: requestBody },
    verification,
  ).catch((error: unknown) => {
    if (error instanceof PayPalError) throw new InvalidSignature();
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

/** Returns the ID of an event's order, directly or through the event's capture. */
async function findOrderId({ event_type: type, resource }: PayPalEvent): Promise<string> {
  if (type.startsWith('CHECKOUT.ORDER.')) return resource.id;
  const orderId = resource.supplementary_data?.related_ids?.order_id;
  if (orderId) return orderId;
  // A refund links to its capture.
  const captureUrl = resource.links.find(({ rel }) => rel === 'up')?.href;
  return findOrderOfCapture(captureUrl?.split('/').at(-1) ?? resource.id);
}

/** Returns the reversal in an event of a chargeback, which the order doesn't include. */
function parseReversals({ event_type: type, resource }: PayPalEvent): Reversal[] {
  if (type !== 'PAYMENT.CAPTURE.REVERSED' || !resource.amount) return [];
  return [{ source: 'dispute', id: resource.id, cents: parseCents(resource.amount.value), state: 'taken' }];
}

/** Ignores errors that a retry of the event can't fix. */
async function ignoreFinalErrors(complete: () => Promise<unknown>): Promise<void> {
  try {
    await complete();
  } catch (error) {
    const final = [OrderNotApproved, OrderNotFound, PaymentDeclined];
    if (!final.some((kind) => error instanceof kind)) throw error;
  }
}
