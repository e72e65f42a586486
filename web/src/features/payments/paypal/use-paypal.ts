import { useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { dollars } from '../../../../../shared/depth/prices.ts';
import { api } from '../../../platform/api/api.ts';
import { payPalProblem } from '../purchase/problem.ts';
import type { Purchase } from '../purchase/purchase.ts';
import type { Payment } from '../purchase/use-payment.ts';
import { completeOrder, isUnsettled } from './complete-order.ts';

/** An order at PayPal, and what it is for. */
interface Order {
  readonly orderId: string;
  readonly purchase: Purchase;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Pays with PayPal: an order is begun, approved by the member at PayPal, and completed on the server, whose answer
 * alone decides how it ended (decision 7). An approved order whose end is unknown is kept, so that it can be finished.
 */
export function usePayPal(profile: OwnProfile, purchase: Purchase, payment: Payment) {
  const begun = useRef<Order>(undefined);
  const told = useRef(false);
  const [unfinished, setUnfinished] = useState<Order>();
  const userId = profile.id;

  /** @throws Error whatever it was: PayPal's window then closes */
  async function createOrder(): Promise<string> {
    if (!payment.begin()) throw new Error('A payment is under way already.');
    told.current = false;
    const { metres, cents, packageName } = purchase;
    const idempotencyKey = payment.key.of(`paypal ${metres}`);
    const order = { userId, amount: dollars(cents), depth: metres, packageName, idempotencyKey };
    try {
      const { orderId } = await api.payments.createOrder(order);
      begun.current = { orderId, purchase };
      return orderId;
    } catch (error) {
      told.current = true;
      payment.fail(error, payPalProblem);
      throw error;
    }
  }

  async function complete(order: Order): Promise<void> {
    const { metres, cents, packageName } = order.purchase;
    const approved = { userId, orderId: order.orderId, amount: dollars(cents), depth: metres, packageName };
    try {
      const { status, depth } = await completeOrder(() => api.payments.processPurchase(approved), pause);
      setUnfinished(undefined);
      payment.succeed(order.purchase, { status: status === 'completed' ? 'succeeded' : 'pending', depth });
    } catch (error) {
      setUnfinished(isUnsettled(error) ? order : undefined);
      // A refused order is never approved again: another try needs another one.
      if (!isUnsettled(error)) payment.end();
      payment.fail(error, payPalProblem);
    }
  }

  async function onApprove(): Promise<void> {
    if (begun.current) await complete(begun.current);
  }

  function onError(error: unknown): void {
    // What the server has refused is shown already, in better words than PayPal has for it.
    if (!told.current) payment.fail(error, payPalProblem);
    told.current = false;
  }

  async function finish(): Promise<void> {
    if (unfinished && payment.begin()) await complete(unfinished);
  }

  return { createOrder, onApprove, onCancel: payment.cancel, onError, unfinished, finish };
}

export type PayPal = ReturnType<typeof usePayPal>;
