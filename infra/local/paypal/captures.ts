import { z } from 'zod';
import { notFound, unprocessable } from './errors.ts';
import type { Emit, EventType } from './events.ts';
import { newId, now } from './ids.ts';
import { centsOf, checkedMoney, type Money, moneyField, moneyOf } from './money.ts';
import { refundJson } from './representations.ts';
import { parsed } from './request-body.ts';
import type { PayPalStore, StoredCapture, StoredRefund } from './store.ts';

const refundFields = z.object({ amount: moneyField.optional(), note_to_payer: z.string().max(255).optional() });

/** The money of paid orders, and its ways back. */
export class Captures {
  readonly #store: PayPalStore;
  readonly #emit: Emit;

  constructor(store: PayPalStore, emit: Emit) {
    this.#store = store;
    this.#emit = emit;
  }

  /** @throws PayPalApiError for an unknown capture. */
  get(id: string): StoredCapture {
    const { captures } = this.#store.state;
    if (!Object.hasOwn(captures, id)) throw notFound();
    return captures[id]!;
  }

  /** @throws PayPalApiError for an unknown refund. */
  getRefund(id: string): StoredRefund {
    const { refunds } = this.#store.state;
    if (!Object.hasOwn(refunds, id)) throw notFound();
    return refunds[id]!;
  }

  /**
   * Gives money back: what the body names, or all that is left.
   *
   * @throws PayPalApiError when there is not that much left, or the body is no refund.
   */
  refund(captureId: string, body: unknown): StoredRefund {
    const { amount, note_to_payer } = parsed(refundFields, body);
    const capture = this.get(captureId);
    const left = this.#left(capture);
    const asked = amount ? checkedMoney(amount, '/amount') : left;
    if (asked.currency_code !== left.currency_code) throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount');
    if (centsOf(asked) > centsOf(left)) throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value');
    capture.status = centsOf(asked) === centsOf(left) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    capture.updated = now();
    return this.#giveBack(capture, asked, { type: 'PAYMENT.CAPTURE.REFUNDED', note: note_to_payer });
  }

  /**
   * Has the buyer's bank take back what is left. The capture itself does not tell of it; the event does.
   *
   * @throws PayPalApiError when there is nothing left.
   */
  reverse(captureId: string): StoredRefund {
    const capture = this.get(captureId);
    return this.#giveBack(capture, this.#left(capture), {
      type: 'PAYMENT.CAPTURE.REVERSED',
      note: 'Payment reversed',
    });
  }

  #giveBack(
    capture: StoredCapture,
    amount: Money,
    { type, note }: { readonly type: EventType; readonly note: string | undefined },
  ): StoredRefund {
    const back = this.#refundedCents(capture) + centsOf(amount);
    const reversal = type === 'PAYMENT.CAPTURE.REVERSED';
    const refund: StoredRefund = {
      id: newId(),
      captureId: capture.id,
      created: now(),
      amount,
      totalRefunded: moneyOf(back, amount.currency_code),
      note,
      reversal,
    };
    this.#store.state.refunds[refund.id] = refund;
    this.#emit({
      type,
      resourceType: 'refund',
      summary: `A $ ${amount.value} ${amount.currency_code} capture payment was ${reversal ? 'reversed' : 'refunded'}`,
      resource: refundJson(this.#store, refund),
    });
    return refund;
  }

  #left(capture: StoredCapture): Money {
    if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED');
    const { amount } = this.#store.state.orders[capture.orderId]!.unit;
    const left = centsOf(amount) - this.#refundedCents(capture);
    if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED');
    return moneyOf(left, amount.currency_code);
  }

  #refundedCents({ id }: StoredCapture): number {
    return this.#store.refundsOf(id).reduce((sum, { amount }) => sum + centsOf(amount), 0);
  }
}
