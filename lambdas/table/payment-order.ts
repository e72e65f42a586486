import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { table, tableName } from './client.ts';
import { attemptWrite } from './conditional-write.ts';
import { paymentOrderKey } from './keys.ts';

/**
 * How long an order is kept, in days. A reversal needs the order: a payment can be disputed for half a year, and the
 * decision can take another half-year.
 */
const RETENTION_DAYS = 2 * 365;

/** The terms of a PayPal order when it was created. */
export interface PaymentOrder {
  readonly orderId: string;
  readonly userId: string;
  /** Purchased depth, in tenths of a metre. */
  readonly steps: number;
  readonly packageName: string;
  /** The payee when the order was created. The payer can alter the order while approving it. */
  readonly merchantId: string;
}

/**
 * Stores an order, unless it is stored. Call this function before the member can approve the order.
 *
 * PayPal returns an order's current state to a repeated request, and the payer can have altered the payee by then. So
 * only the terms of the first response are stored.
 */
export async function storeOrder(order: PaymentOrder): Promise<void> {
  const expiresAt = Math.floor(Date.now() / 1000) + RETENTION_DAYS * DAY_SECONDS;
  const Item = { ...paymentOrderKey(order.userId, order.orderId), ...order, expiresAt };
  const ConditionExpression = 'attribute_not_exists(pk)';

  await attemptWrite(table.send(new PutCommand({ TableName: tableName(), Item, ConditionExpression })));
}

/** Returns a member's order, or undefined. Strongly consistent. */
export async function getOrder(userId: string, orderId: string): Promise<PaymentOrder | undefined> {
  const Key = paymentOrderKey(userId, orderId);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as PaymentOrder | undefined;
}
