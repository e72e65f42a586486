import { useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { formatDollars } from '../../../../../shared/rules/prices.ts';
import { api } from '../../../platform/api/api.ts';
import { wait } from '../../../platform/time/wait.ts';
import { describePayPalError } from '../purchase/payment-errors.ts';
import type { Purchase } from '../purchase/purchase.ts';
import type { Payment } from '../purchase/use-payment.ts';
import { completeOrder, isOutcomeUnknown } from './complete-order.ts';

/** A PayPal order and its purchase. */
interface Order {
  readonly orderId: string;
  readonly purchase: Purchase;
}

/** Returns the fields of a request that describe the purchase. */
function describePurchase({ metres, cents, packageName }: Purchase) {
  return { amount: formatDollars(cents), depth: metres, packageName };
}

/**
 * Returns functions that pay with PayPal.
 *
 * The server creates an order, the member approves it at PayPal, and the server captures it. Only the server's response
 * decides the result. An approved order with an unknown outcome stays, so that the member can finish it.
 */
export function usePayPal(profile: OwnProfile, purchase: Purchase | undefined, payment: Payment) {
  /** The order that the member approves in PayPal's window. */
  const openOrder = useRef<Order>(undefined);
  const wasErrorShown = useRef(false);
  const [unfinishedOrder, setUnfinishedOrder] = useState<Order>();
  const userId = profile.id;

  /** Creates an order, and returns its ID. Any error closes PayPal's window. */
  async function createOrder(): Promise<string> {
    if (!purchase || !payment.start()) throw new Error('A payment is already in progress.');

    wasErrorShown.current = false;
    // A retry of the same choice gets the same key, so that the member pays once.
    const idempotencyKey = payment.key.forChoice(`paypal ${purchase.metres}`);
    const request = { userId, ...describePurchase(purchase), idempotencyKey };

    try {
      const { orderId } = await api.payments.createOrder(request);
      openOrder.current = { orderId, purchase };
      return orderId;
    } catch (error) {
      wasErrorShown.current = true;
      payment.fail(error, describePayPalError);
      throw error;
    }
  }

  /** Captures an approved order, and shows the result. */
  async function captureAndShowResult(order: Order): Promise<void> {
    const request = { userId, orderId: order.orderId, ...describePurchase(order.purchase) };

    try {
      const { status, depth } = await completeOrder(
        // `completeOrder` retries, so the API client must not.
        () => api.payments.processPurchase(request, { retries: 'caller' }),
        wait,
      );
      setUnfinishedOrder(undefined);
      payment.succeed(order.purchase, { status: status === 'completed' ? 'succeeded' : 'pending', depth });
    } catch (error) {
      const mayBeCaptured = isOutcomeUnknown(error);
      setUnfinishedOrder(mayBeCaptured ? order : undefined);
      // A declined order can't be approved again. With a new idempotency key, the next attempt creates a new order.
      if (!mayBeCaptured) payment.endAttempt();
      payment.fail(error, describePayPalError);
    }
  }

  async function onApprove(): Promise<void> {
    if (openOrder.current) await captureAndShowResult(openOrder.current);
  }

  function onError(error: unknown): void {
    // The server's error is already shown. PayPal reports it again, with a worse text.
    if (!wasErrorShown.current) payment.fail(error, describePayPalError);
    wasErrorShown.current = false;
  }

  /** Retries the capture of an order whose outcome is unknown, when the member requests it. */
  async function finishOrder(): Promise<void> {
    if (unfinishedOrder && payment.start()) await captureAndShowResult(unfinishedOrder);
  }

  return { createOrder, onApprove, onCancel: payment.cancel, onError, unfinishedOrder, finishOrder };
}

/** The functions that pay with PayPal, and the order whose outcome is unknown. */
export type PayPal = ReturnType<typeof usePayPal>;
