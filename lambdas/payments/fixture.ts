import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ProviderPayment, Reversal } from './provider-payment.ts';

/**
 * Loads the functions that settle payments. The table must run.
 *
 * @returns the modules, and functions that create and read test data
 */
export async function loadSettlement() {
  const client = await import('../table/client.ts');
  const profiles = await import('../table/profile.ts');
  const settlement = await import('./settle-payment.ts');

  async function createMember(): Promise<string> {
    const userId = randomUUID();
    await profiles.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
    return userId;
  }

  /** Settles a payment whose state at the provider doesn't change. */
  function settlePayment(payment: ProviderPayment): Promise<void> {
    return settlement.settlePayment(payment, async () => payment);
  }

  /** Returns the items of a partition whose sort key begins with a prefix. */
  async function readPartition(pk: string, prefix: string): Promise<Record<string, unknown>[]> {
    const { Items = [] } = await client.table.send(
      new QueryCommand({
        TableName: client.tableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ConsistentRead: true,
      }),
    );
    return Items;
  }

  /** Returns the record of an unclaimed payment as a list, which is empty if the payment has no record. */
  const readUnclaimed = (paymentId: string) => readPartition('UNCLAIMED', `stripe#${paymentId}`);

  return { client, profiles, settlement, createMember, settlePayment, readPartition, readUnclaimed };
}

/** Builds a payment of one dollar for 100 m. */
export function buildPayment(
  userId: string | undefined,
  reversals: readonly Reversal[] = [],
  paymentId = `pi_${randomUUID()}`,
) {
  return {
    provider: 'stripe',
    paymentId,
    userId,
    steps: 1000,
    packageName: '100m Depth Package',
    cents: 100,
    currency: 'usd',
    reversals,
  } satisfies ProviderPayment;
}

/** Builds a refund of this amount. */
export function buildRefund(cents: number): Reversal {
  return { source: 'refund', id: `re_${randomUUID()}`, cents, state: 'taken' };
}
