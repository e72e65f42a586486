import { useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Response } from '../../../../../shared/contract/endpoint.ts';
import type { payments } from '../../../../../shared/contract/payments.ts';
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
  /** The order that the member approves in PayPal's window. Undefined before it is created, and from its approval on. */
  const openOrder = useRef<Order>(undefined);
  /** Whether the next error that PayPal reports comes from `createOrder`, and is handled. */
  const isErrorHandled = useRef(false);
  const [unfinishedOrder, setUnfinishedOrder] = useState<Order>();
  const userId = profile.id;

  /** Creates an order, and returns its ID. Any error closes PayPal's window. */
  async function createOrder(): Promise<string> {
    if (!purchase || !payment.start()) {
      // The running payment shows its own result.
      isErrorHandled.current = true;
      throw new Error('A payment is already in progress.');
    }

    openOrder.current = undefined;
    isErrorHandled.current = false;
    // A retry of the same choice gets the same key, so that the member pays once.
    const idempotencyKey = payment.key.forChoice(`paypal ${purchase.metres}`);
    const request = { userId, ...describePurchase(purchase), idempotencyKey };

    try {
      const { orderId } = await api.payments.createOrder(request);
      openOrder.current = { orderId, purchase };
      return orderId;
    } catch (error) {
      isErrorHandled.current = true;
      payment.fail(error, describePayPalError);
      throw error;
    }
  }

  /** Returns the request that captures an approved order. */
  const buildCaptureRequest = ({ orderId, purchase: orderPurchase }: Order) => ({
    userId,
    orderId,
    ...describePurchase(orderPurchase),
  });

  function showSuccess(order: Order, { status, depth }: Response<typeof payments.processPurchase>): void {
    setUnfinishedOrder(undefined);
    payment.succeed(order.purchase, { status: status === 'completed' ? 'succeeded' : 'pending', depth });
  }

  /** Captures an approved order, and shows the result. */
  async function captureAndShowResult(order: Order): Promise<void> {
    const request = buildCaptureRequest(order);

    try {
      // `completeOrder` retries, so the API client must not.
      const send = () => api.payments.processPurchase(request, { retries: 'caller' });
      showSuccess(order, await completeOrder(send, wait));
    } catch (error) {
      const mayBeCaptured = isOutcomeUnknown(error);
      setUnfinishedOrder(mayBeCaptured ? order : undefined);
      // A declined order can't be approved again. With a new idempotency key, the next attempt creates a new order.
      if (!mayBeCaptured) payment.endAttempt();
      payment.fail(error, describePayPalError);
    }
  }

  /** Returns the order in PayPal's window, and clears it, so that it is completed once. */
  function takeOpenOrder(): Order | undefined {
    const order = openOrder.current;
    openOrder.current = undefined;
    return order;
  }

  async function onApprove(): Promise<void> {
    const order = takeOpenOrder();
    if (order) await captureAndShowResult(order);
  }

  function onCancel(): void {
    openOrder.current = undefined;
    payment.cancel();
  }

  /**
   * Handles an error of PayPal's script. The member may have approved the order before, so the server checks the order.
   *
   * If the order isn't paid, the next attempt creates a new order: this one may have expired, and would fail again.
   */
  async function onError(error: unknown): Promise<void> {
    // PayPal reports errors of `createOrder` again. They are already shown, with a better text.
    const wasHandled = isErrorHandled.current;
    isErrorHandled.current = false;
    if (wasHandled) return;

    const order = takeOpenOrder();
    if (!order) return payment.fail(error, describePayPalError);

    try {
      showSuccess(order, await api.payments.processPurchase(buildCaptureRequest(order)));
    } catch (serverError) {
      if (!isOutcomeUnknown(serverError)) payment.endAttempt();
      payment.fail(error, describePayPalError);
    }
  }

  /** Retries the capture of an order whose outcome is unknown, when the member requests it. */
  async function finishOrder(): Promise<void> {
    if (unfinishedOrder && payment.start()) await captureAndShowResult(unfinishedOrder);
  }

  return { createOrder, onApprove, onCancel, onError, unfinishedOrder, finishOrder };
}

/** The functions that pay with PayPal, and the order whose outcome is unknown. */
export type PayPal = ReturnType<typeof usePayPal>;
