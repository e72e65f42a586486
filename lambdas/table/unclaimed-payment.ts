import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { unclaimedPaymentKey } from './keys.ts';

/** A payment that couldn't be credited to a member. An operator refunds or assigns it. */
interface UnclaimedPayment {
  readonly provider: 'stripe' | 'paypal';
  readonly paymentId: string;
  readonly cents: number;
  readonly currency: string;
  /** The member that the payment names, if any. */
  readonly userId?: string | undefined;
  readonly reason: string;
}

/** Stores an uncredited payment; a later record of the same payment replaces it. */
export async function recordUnclaimed(payment: UnclaimedPayment, now = new Date()): Promise<void> {
  const key = unclaimedPaymentKey(payment.provider, payment.paymentId);
  const Item = { ...key, ...payment, at: now.toISOString() };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

/** Deletes the record of a payment that has been credited after all. */
export async function deleteUnclaimed({
  provider,
  paymentId,
}: Pick<UnclaimedPayment, 'provider' | 'paymentId'>): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: unclaimedPaymentKey(provider, paymentId) }));
}
