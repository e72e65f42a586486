import { randomUUID } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { CODE_ATTEMPTS } from '../../shared/rules/limits.ts';
import { table, tableName } from './client.ts';
import { isWritten } from './conditional-write.ts';
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
 * @param addressHash - a hash of the email address. The table must not contain the address, because it may belong to
 *   someone who isn't a member
 * @returns 0 if the attempt was counted; otherwise the seconds until the address has attempts again
 */
export async function countCodeAttempt(addressHash: string, purpose: CodePurpose): Promise<number> {
  const seconds = Date.now() / 1000;
  // The current second is rounded down and the expiry up, so that no wait is shorter than an hour.
  const now = Math.floor(seconds);
  const expiresAt = Math.ceil(seconds) + WAIT_SECONDS;
  const key = codeAttemptsKey(addressHash, purpose);

  const firstAttempt = {
    update: 'SET attempts = :one, expiresAt = :expiresAt',
    // DynamoDB may delete an expired count days later, so an expired count is treated as none.
    condition: 'attribute_not_exists(pk) OR expiresAt <= :now',
    values: { ':one': 1, ':expiresAt': expiresAt, ':now': now },
  };
  if (await updateIf(key, firstAttempt)) return 0;

  const furtherAttempt = {
    update: 'SET expiresAt = :expiresAt ADD attempts :one',
    condition: 'attempts < :max',
    values: { ':one': 1, ':expiresAt': expiresAt, ':max': CODE_ATTEMPTS },
  };
  if (await updateIf(key, furtherAttempt)) return 0;

  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }));
  const waitSeconds = Math.ceil(Number(Item?.expiresAt ?? expiresAt) - Date.now() / 1000);
  // At least 1, because 0 means that the attempt was counted. At most an hour, because the expiry is rounded up: the
  // page would show 3,601 seconds as "2 hours".
  return Math.min(WAIT_SECONDS, Math.max(1, waitSeconds));
}

/**
 * Takes back an attempt that {@link countCodeAttempt} has counted, because Cognito never checked its code.
 *
 * Does nothing if a correct code has reset the count since. Leaves the expiry unchanged, so no wait gets shorter than an
 * hour.
 */
export async function takeBackCodeAttempt(addressHash: string, purpose: CodePurpose): Promise<void> {
  await updateIf(codeAttemptsKey(addressHash, purpose), {
    update: 'SET takenBackId = :id ADD attempts :minusOne',
    // The SDK repeats the write if its response is lost, and then finds this ID.
    condition: 'attempts > :zero AND (attribute_not_exists(takenBackId) OR takenBackId <> :id)',
    values: { ':minusOne': -1, ':zero': 0, ':id': randomUUID() },
  });
}

/**
 * Resets the count of an address after a correct code, so that the count doesn't show that an account was just
 * confirmed.
 *
 * Sets the expiry to the current second, because {@link countCodeAttempt} treats an expired count as none.
 */
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

interface ConditionalUpdate {
  readonly update: string;
  readonly condition: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/** Updates an item under a condition. Returns false if the condition failed. */
async function updateIf(key: ItemKey, { update, condition, values }: ConditionalUpdate): Promise<boolean> {
  return isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
      }),
    ),
  );
}
