import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { credentialsKey } from './keys.ts';
import { setOrRemoveAttributes } from './set-attributes.ts';

/** The data that Fathom stores about a member's sign-in. Cognito stores the rest. */
export interface Credentials {
  /** Digests of the unused recovery codes. Empty unless our API switched the second factor on. */
  readonly recoveryCodes: readonly string[];
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

/** Deletes the stored data about a deleted member's sign-in. Idempotent. */
export async function deleteCredentials(userId: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: credentialsKey(userId) }));
}
