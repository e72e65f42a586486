import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { orderKey } from './keys.ts';

/**
 * How long an order is remembered, in days. Nobody can approve it for nearly as long; but its money can be disputed for
 * half a year, which may take another half to be decided, and what goes back must be found here.
 */
const REMEMBERED_DAYS = 2 * 365;

/** An order that a member has begun with PayPal, as it was when it was begun. */
export interface PaymentOrder {
  readonly orderId: string;
  readonly userId: string;
  /** What it lifts, in tenths of a metre. */
  readonly steps: number;
  readonly packageName: string;
  /** To whom it is paid: an order can be altered by whoever approves it. */
  readonly merchantId: string;
}

/** Remembers an order, before its member can approve it. */
export async function rememberOrder(order: PaymentOrder): Promise<void> {
  const expiresAt = Math.floor(Date.now() / 1000) + REMEMBERED_DAYS * 86_400;
  const Item = { ...orderKey(order.userId, order.orderId), ...order, expiresAt };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

/** A member's order, or undefined when they have begun none of that id. */
export async function getOrder(userId: string, orderId: string): Promise<PaymentOrder | undefined> {
  const Key = orderKey(userId, orderId);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as PaymentOrder | undefined;
}
