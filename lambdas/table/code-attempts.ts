import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { CODE_ATTEMPTS } from '../../shared/rules/limits.ts';
import { table, tableName } from './client.ts';
import type { ItemKey } from './item-types.ts';
import { codeAttemptsKey } from './keys.ts';

/** How long an address waits after its last attempt, in seconds. Cognito counts the attempts of the last hour. */
const WAIT_SECONDS = 3600;

/** The purpose of an emailed code. Each purpose has its own count, as at Cognito. */
export type CodePurpose = 'confirmRegistration' | 'resetPassword';

/**
 * Counts an attempt to redeem an emailed code, whether or not the address has an account.
 *
 * The wait begins with the last allowed attempt. So no hour has more than {@link CODE_ATTEMPTS} attempts, and Cognito
 * never refuses an attempt because of earlier attempts that were counted here.
 *
 * @param addressHash - the address must not be in the table, because it may belong to someone who isn't a member
 * @returns 0 if the attempt was counted; otherwise the seconds until the address has attempts again
 */
export async function countCodeAttempt(addressHash: string, purpose: CodePurpose): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const end = Math.ceil(Date.now() / 1000) + WAIT_SECONDS;
  const Key = codeAttemptsKey(addressHash, purpose);
  const target = { Key, end };

  const firstAttempt = {
    update: 'SET attempts = :one, expiresAt = :end',
    // DynamoDB deletes expired items days later.
    condition: 'attribute_not_exists(pk) OR expiresAt <= :now',
  };
  if (await tryUpdate(target, firstAttempt, { ':now': now })) return 0;

  const furtherAttempt = { update: 'SET expiresAt = :end ADD attempts :one', condition: 'attempts < :max' };
  if (await tryUpdate(target, furtherAttempt, { ':max': CODE_ATTEMPTS })) return 0;

  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  const wait = Math.ceil(Number(Item?.expiresAt ?? end) - Date.now() / 1000);
  // The end is rounded up to a whole second. Without this maximum, a member could read "2 hours".
  return Math.min(WAIT_SECONDS, Math.max(1, wait));
}

/** Resets an address after a right code, so that the count doesn't show that an account was just confirmed. */
export async function clearCodeAttempts(addressHash: string, purpose: CodePurpose): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: codeAttemptsKey(addressHash, purpose),
      UpdateExpression: 'SET expiresAt = :now REMOVE attempts',
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
    }),
  );
}

/** Counts an attempt under a condition. Returns false if the condition failed. */
async function tryUpdate(
  { Key, end }: { readonly Key: ItemKey; readonly end: number },
  { update, condition }: { readonly update: string; readonly condition: string },
  values: Readonly<Record<string, number>>,
): Promise<boolean> {
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key,
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeValues: { ':one': 1, ':end': end, ...values },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
