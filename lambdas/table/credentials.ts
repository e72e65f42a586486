import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { isWritten } from './conditional-write.ts';
import { credentialsKey } from './keys.ts';
import { setOrRemoveAttributes } from './set-attributes.ts';

/** A code of an authenticator app that Cognito has accepted, so that the same request can be repeated. */
interface AcceptedCode {
  /** HMAC-SHA-256 in base64url. Its key is not stored. */
  readonly digest: string;
  /** Seconds since 1970. From then on, the code can't be repeated. */
  readonly validUntil: number;
}

/** The data that Fathom stores about a member's sign-in. Cognito stores the rest. */
export interface Credentials {
  /** Digests of the unused recovery codes. Empty unless our API switched the second factor on. */
  readonly recoveryCodes: readonly string[];
  /** The code that switched the second factor on. */
  readonly acceptedCode?: AcceptedCode | undefined;
  /** Digest of the recovery code of a recovery that isn't complete. It is no longer among `recoveryCodes`. */
  readonly pendingRecovery?: string | undefined;
  /** A new email that is not confirmed yet. Cognito doesn't return it. */
  readonly pendingEmail?: string | undefined;
  /** Set while the password is being changed, until all sessions have ended. */
  readonly isPasswordChanging?: true | undefined;
}

/** Returns the stored data about a member's sign-in. Strongly consistent. */
export async function getCredentials(userId: string): Promise<Credentials> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: credentialsKey(userId), ConsistentRead: true }),
  );
  return { recoveryCodes: [], ...(Item as Credentials | undefined) };
}

/** Changes the given values. An undefined value removes the stored one. */
export async function editCredentials(userId: string, edit: Partial<Credentials>): Promise<void> {
  await table.send(
    new UpdateCommand({ TableName: tableName(), Key: credentialsKey(userId), ...setOrRemoveAttributes({ ...edit }) }),
  );
}

/**
 * Replaces the recovery codes if Cognito has accepted the code with this digest, and the code can still be repeated.
 *
 * @param recoveryCodes - digests of the new codes
 * @returns whether the recovery codes were replaced
 */
export async function replaceRecoveryCodes(
  userId: string,
  recoveryCodes: readonly string[],
  codeDigest: string,
): Promise<boolean> {
  return isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: credentialsKey(userId),
        UpdateExpression: 'SET recoveryCodes = :codes',
        ConditionExpression: 'acceptedCode.digest = :digest AND acceptedCode.validUntil > :now',
        ExpressionAttributeValues: {
          ':codes': recoveryCodes,
          ':digest': codeDigest,
          ':now': Math.floor(Date.now() / 1000),
        },
      }),
    ),
  );
}

/**
 * Deletes the recovery codes, and the digest with which `totp/enable` stores new ones.
 *
 * @returns whether there were any
 */
export async function deleteSecondFactorCodes(userId: string): Promise<boolean> {
  return isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: credentialsKey(userId),
        UpdateExpression: 'REMOVE recoveryCodes, acceptedCode',
        ConditionExpression: 'attribute_exists(recoveryCodes) OR attribute_exists(acceptedCode)',
      }),
    ),
  );
}

/** Deletes the stored data about a deleted member's sign-in. Idempotent. */
export async function deleteCredentials(userId: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: credentialsKey(userId) }));
}
