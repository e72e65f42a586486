import { z } from 'zod';
import { notFound, unprocessable } from './errors.ts';
import type { Emit, EventType } from './events.ts';
import { newId, now } from './ids.ts';
import { checkedMoney, moneyField } from './money.ts';
import { captureJson, orderJson } from './representations.ts';
import { parsed } from './request-body.ts';
import type { PayPalStore, StoredCapture, StoredOrder } from './store.ts';

/** Texts that come back as they were given, with PayPal's own limits. */
const unit = z.object({
  reference_id: z.string().min(1).max(256).default('default'),
  custom_id: z.string().max(255).optional(),
  invoice_id: z.string().max(127).optional(),
  description: z.string().max(127).optional(),
  amount: moneyField,
});

const context = z.looseObject({ brand_name: z.string().max(127).optional() });

const orderFields = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.array(unit).length(1),
  application_context: context.optional(),
  payment_source: z.object({ paypal: z.looseObject({ experience_context: context.optional() }) }).optional(),
});

/** The orders of buyers, until they are paid. */
export class Orders {
  readonly #store: PayPalStore;
  readonly #emit: Emit;

  constructor(store: PayPalStore, emit: Emit) {
    this.#store = store;
    this.#emit = emit;
  }

  /**
   * Begins an order. One that says how it will be paid waits for its buyer at once, as PayPal's own do.
   *
   * @throws PayPalApiError when the body is not an order, or its invoice has been paid.
   */
  create(body: unknown): StoredOrder {
    const { purchase_units, payment_source, application_context } = parsed(orderFields, body);
    const { amount, ...texts } = purchase_units[0]!;
    const checked = { ...texts, amount: checkedMoney(amount, '/purchase_units/0/amount') };
    this.#requireNewInvoice(checked.invoice_id);
    const created = now();
    const experience = payment_source?.paypal.experience_context ?? application_context;
    const order: StoredOrder = {
      id: newId(),
      created,
      updated: created,
      status: payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
      unit: checked,
      paymentSource: payment_source,
      brandName: experience?.brand_name,
      captureId: undefined,
    };
    this.#store.state.orders[order.id] = order;
    return order;
  }

  /** @throws PayPalApiError for an unknown order. */
  get(id: string): StoredOrder {
    const { orders } = this.#store.state;
    if (!Object.hasOwn(orders, id)) throw notFound();
    return orders[id]!;
  }

  /**
   * Notes that the buyer agrees. Said twice, it is noted once.
   *
   * @throws PayPalApiError for an unknown order, and for one that is paid.
   */
  approve(id: string): StoredOrder {
    const order = this.get(id);
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED');
    if (order.status === 'APPROVED') return order;
    order.status = 'APPROVED';
    order.updated = now();
    this.#emit({
      type: 'CHECKOUT.ORDER.APPROVED',
      resourceType: 'checkout-order',
      summary: 'An order has been approved by buyer',
      resource: orderJson(this.#store, order),
    });
    return order;
  }

  /**
   * Takes an order's money.
   *
   * @param decline whether the buyer's bank refuses. The order stays approved then: another attempt may go well.
   * @throws PayPalApiError when the order is not approved, or paid already, or the bank refuses.
   */
  capture(id: string, decline: boolean): StoredCapture {
    const order = this.get(id);
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
    this.#requireNewInvoice(order.unit.invoice_id);
    if (decline) {
      this.#deny(order);
      throw unprocessable('INSTRUMENT_DECLINED');
    }
    const capture = this.#newCapture(order, 'COMPLETED');
    order.captureId = capture.id;
    order.status = 'COMPLETED';
    order.updated = capture.created;
    this.#tell('PAYMENT.CAPTURE.COMPLETED', 'Payment completed', capture);
    return capture;
  }

  /** Told once for an order: a merchant who tries again at each such event would be told, and try again, for ever. */
  #deny(order: StoredOrder): void {
    const { captures } = this.#store.state;
    if (Object.values(captures).some(({ orderId, status }) => orderId === order.id && status === 'DECLINED')) return;
    this.#tell('PAYMENT.CAPTURE.DENIED', 'Payment denied', this.#newCapture(order, 'DECLINED'));
  }

  #newCapture({ id: orderId }: StoredOrder, status: StoredCapture['status']): StoredCapture {
    const created = now();
    const capture: StoredCapture = { id: newId(), orderId, created, updated: created, status };
    this.#store.state.captures[capture.id] = capture;
    return capture;
  }

  #tell(type: EventType, what: string, capture: StoredCapture): void {
    const { value, currency_code } = this.get(capture.orderId).unit.amount;
    const summary = `${what} for $ ${value} ${currency_code}`;
    this.#emit({ type, resourceType: 'capture', summary, resource: captureJson(this.#store, capture) });
  }

  /** An invoice is paid once: https://developer.paypal.com/docs/api/orders/v2/#error-DUPLICATE_INVOICE_ID */
  #requireNewInvoice(invoiceId: string | undefined): void {
    if (invoiceId === undefined) return;
    const paid = Object.values(this.#store.state.orders).some(
      ({ status, unit }) => status === 'COMPLETED' && unit.invoice_id === invoiceId,
    );
    if (paid) throw unprocessable('DUPLICATE_INVOICE_ID', '/purchase_units/0/invoice_id');
  }
}
