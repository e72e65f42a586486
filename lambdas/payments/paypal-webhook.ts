import * as z from 'zod';
import { centimetresToSteps } from '../../shared/rules/prices.ts';
import { openForJob } from '../access/open-sealed.ts';
import type { SignedRequest } from '../http/signed-request.ts';
import { getLedgerEntries } from '../table/ledger.ts';
import { getOrder } from '../table/payment-order.ts';
import { getMember, isDeleted } from '../table/profile.ts';
import { completeOrder, type KnownOrder, settleOrder } from './complete-order.ts';
import { InvalidEvent, OrderNotApproved, OrderNotFound, PaymentDeclined } from './errors.ts';
import { parseCents } from './offer.ts';
import { findCapture, findOrderOfCapture, type PayPalOrder, readPayPalOrder } from './paypal-orders.ts';
import { verifyPayPalSignature } from './paypal-signature.ts';
import { parseEvent } from './provider-event.ts';
import type { Reversal } from './provider-payment.ts';

/** An ID at PayPal. It becomes part of a URL, so it must not contain a slash. */
const paypalIdSchema = z.string().regex(/^[\w-]{1,64}$/);

/** The part of an event that states its type. */
const envelopeSchema = z.object({ event_type: z.string() });

/** The parts of an event of {@link MONEY_EVENTS} that identify its order, and its amount. */
const moneyEventSchema = envelopeSchema.extend({
  resource: z.object({
    id: paypalIdSchema,
    amount: z.object({ value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) }).optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: paypalIdSchema.optional() }).optional() })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  }),
});
type PayPalEvent = z.output<typeof moneyEventSchema>;

/** Events that can change the state of a payment. */
const MONEY_EVENTS = /^(CHECKOUT\.ORDER\.APPROVED|PAYMENT\.CAPTURE\.)/;

/**
 * Handles an event of PayPal's webhook: captures orders whose page was closed after the approval, and records refunds.
 * The event only identifies the order; the ledger follows the order's current state at PayPal.
 *
 * @throws InvalidSignature if the signature is not PayPal's, or too old
 * @throws InvalidEvent if the content is not an event
 * @throws PaymentsUnavailable if PayPal can't be reached; PayPal then sends the event again
 */
export async function receivePaypalEvent(request: SignedRequest): Promise<Record<string, never>> {
  await verifyPayPalSignature(request);
  const event = parseJson(request.body);
  if (!MONEY_EVENTS.test(parseEvent(envelopeSchema, event).event_type)) return {};

  const paypalEvent = parseEvent(moneyEventSchema, event);
  await ignoreFinalErrors(() => handleEvent(paypalEvent));
  return {};
}

async function handleEvent(event: PayPalEvent): Promise<void> {
  const orderId = await findOrderId(event);
  const paypalOrder = await readPayPalOrder(orderId);
  const userId = paypalOrder.purchase_units[0]?.custom_id;
  const storedOrder = userId ? await getOrder(userId, orderId) : undefined;

  if (event.event_type === 'CHECKOUT.ORDER.APPROVED') {
    // Charges no member who has deleted their account since the approval, which then expires at PayPal.
    if (!storedOrder) return;

    const sealedMember = getMember(storedOrder.userId, { consistent: true });
    if (isDeleted(await openForJob('checks whether accounts still exist', sealedMember))) return;
    await completeOrder(storedOrder);
    return;
  }

  // Captures nothing here: a denied capture also sends an event, so a new attempt for each event would loop.
  const knownOrder =
    storedOrder ?? (await findCreditedOrder(orderId, paypalOrder)) ?? describeUnknownOrder(orderId, userId);
  await settleOrder(knownOrder, paypalOrder, parseReversals(event));
}

/**
 * Rebuilds an order from the ledger, if its payment was credited. The purge of an account deletes the stored orders and
 * keeps the ledger's entries of payments.
 */
async function findCreditedOrder(orderId: string, paypalOrder: PayPalOrder) {
  const userId = paypalOrder.purchase_units[0]?.custom_id;
  const capture = findCapture(paypalOrder);
  if (!userId || !capture) return undefined;

  const [credit] = await getLedgerEntries(userId, [{ source: 'paypal', sourceId: capture.id }]);
  if (!credit) return undefined;

  const { purchasedCm, payment } = credit;
  return { orderId, userId, steps: centimetresToSteps(purchasedCm), packageName: payment?.packageName ?? '' };
}

/** Builds the data of an order that no member has. Its payment can't be credited. */
function describeUnknownOrder(orderId: string, userId: string | undefined): KnownOrder {
  const objection = 'no member has this order, or the account was deleted';
  return { orderId, userId, steps: undefined, packageName: '', objection };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidEvent();
  }
}

/** Returns the ID of an event's order, directly or through the event's capture. */
async function findOrderId({ event_type: type, resource }: PayPalEvent): Promise<string> {
  if (type.startsWith('CHECKOUT.ORDER.')) return resource.id;

  const orderId = resource.supplementary_data?.related_ids?.order_id;
  if (orderId) return orderId;

  // A refund links to its capture. Other events are about the capture itself.
  const captureUrl = resource.links.find(({ rel }) => rel === 'up')?.href;
  const captureId = captureUrl?.split('/').at(-1) ?? resource.id;
  return findOrderOfCapture(parseEvent(paypalIdSchema, captureId));
}

/** Returns the reversal in an event of a chargeback, which the order doesn't include. */
function parseReversals({ event_type: type, resource }: PayPalEvent): Reversal[] {
  if (type !== 'PAYMENT.CAPTURE.REVERSED' || !resource.amount) return [];
  return [{ source: 'dispute', id: resource.id, cents: parseCents(resource.amount.value), state: 'taken' }];
}

/** Ignores errors that a retry of the event can't fix. */
async function ignoreFinalErrors(handle: () => Promise<unknown>): Promise<void> {
  try {
    await handle();
  } catch (error) {
    const finalErrors = [OrderNotApproved, OrderNotFound, PaymentDeclined];
    if (!finalErrors.some((errorClass) => error instanceof errorClass)) throw error;
  }
}
