import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { unclaimedPaymentKey } from './keys.ts';

/** Identifies a payment at its provider. */
interface PaymentId {
  readonly provider: 'stripe' | 'paypal';
  readonly paymentId: string;
}

/** A payment that couldn't be credited to a member. An operator returns the money or assigns it. */
export interface UnclaimedPayment extends PaymentId {
  /** The amount that was paid. */
  readonly cents: number;
  /** The part of `cents` that has been returned to the payer. */
  readonly returnedCents: number;
  readonly currency: string;
  /** The member that the payment names, if any. */
  readonly userId?: string | undefined;
  readonly reason: string;
}

/** Returns the record of an unclaimed payment, or undefined. Strongly consistent. */
export async function getUnclaimed({ provider, paymentId }: PaymentId): Promise<UnclaimedPayment | undefined> {
  const Key = unclaimedPaymentKey(provider, paymentId);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as UnclaimedPayment | undefined;
}

/** Stores an unclaimed payment. Replaces an earlier record of the same payment. */
export async function storeUnclaimed(payment: UnclaimedPayment, now = new Date()): Promise<void> {
  const key = unclaimedPaymentKey(payment.provider, payment.paymentId);
  const Item = { ...key, ...payment, at: now.toISOString() };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

/**
 * Deletes the record of a payment that was credited or returned.
 *
 * @returns whether there was a record
 */
export async function deleteUnclaimed({ provider, paymentId }: PaymentId): Promise<boolean> {
  const Key = unclaimedPaymentKey(provider, paymentId);
  const { Attributes } = await table.send(new DeleteCommand({ TableName: tableName(), Key, ReturnValues: 'ALL_OLD' }));
  return Attributes !== undefined;
}
