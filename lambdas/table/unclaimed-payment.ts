import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { unclaimedKey } from './keys.ts';

/** Money that has moved, and that nobody's depth could follow: for an operator to return or to assign. */
interface UnclaimedPayment {
  readonly provider: 'stripe' | 'paypal';
  readonly paymentId: string;
  readonly cents: number;
  readonly currency: string;
  /** Whom the payment names, if anybody. */
  readonly userId?: string | undefined;
  readonly reason: string;
}

/** Keeps a payment that could not be credited; what is said of it later replaces what was said before. */
export async function keepUnclaimed(payment: UnclaimedPayment, now = new Date()): Promise<void> {
  const key = unclaimedKey(payment.provider, payment.paymentId);
  const Item = { ...key, ...payment, at: now.toISOString() };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

/** Forgets a payment that was kept, since it has been credited after all. */
export async function forgetUnclaimed({
  provider,
  paymentId,
}: Pick<UnclaimedPayment, 'provider' | 'paymentId'>): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: unclaimedKey(provider, paymentId) }));
}
