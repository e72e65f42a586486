import { randomText } from '../providers/object-store.ts';
import type { Money } from './money.ts';

/**
 * An order at the local PayPal, with one purchase unit. Times are in ISO 8601.
 *
 * In this and the other objects, fields without `readonly` change after the creation.
 */
export interface Order {
  readonly id: string;
  readonly created: string;
  readonly unit: PurchaseUnit;
  /** The payment source in the request that created the order. */
  readonly paymentSource: Readonly<Record<string, unknown>> | undefined;
  /** The merchant's name on the checkout page. */
  readonly brandName: string | undefined;
  updated: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  captureId: string | undefined;
}

interface PurchaseUnit {
  readonly reference_id: string;
  readonly custom_id?: string | undefined;
  readonly invoice_id?: string | undefined;
  readonly description?: string | undefined;
  readonly amount: Money;
}

/** A payment of an order. */
export interface Capture {
  readonly id: string;
  readonly created: string;
  readonly orderId: string;
  updated: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
}

/** A refund, or a reversal by the buyer's bank. */
export interface Refund {
  readonly id: string;
  readonly created: string;
  readonly captureId: string;
  readonly amount: Money;
  /** The sum of the capture's refunds, including this one. */
  readonly totalRefunded: Money;
  readonly note: string | undefined;
  /** Whether the buyer's bank reversed the payment. Orders don't list reversals. */
  readonly reversal: boolean;
}

export interface PayPalObjects {
  order: Order;
  capture: Capture;
  refund: Refund;
}

/** The IDs and keys of the application, the merchant, and the only buyer. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appId: string;
  readonly webhookId: string;
  readonly merchantId: string;
  readonly payerId: string;
  readonly certificateId: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The JSON of an object, which PayPal calls its representation, with the fields that all objects share. */
export interface Representation {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

/** Returns a new ID. IDs of orders, captures, refunds, and webhooks have 17 characters. */
export function createId(length = 17): string {
  return randomText(length, { upperCase: true });
}

/** Returns the current time as ISO 8601, in UTC and whole seconds. */
export function formatNow(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
