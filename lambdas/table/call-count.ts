import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { callCountKey } from './keys.ts';

/** How long a count is kept after its minute ends, in seconds. */
const RETENTION_SECONDS = 60;

/**
 * Adds to a member's call count of one minute, shared by all functions and instances.
 *
 * @param minute - minutes since 1970
 * @returns the new total
 */
export async function addCalls(userId: string, minute: number, calls: number): Promise<number> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: callCountKey(userId, minute),
      UpdateExpression: 'ADD calls :calls SET expiresAt = :end',
      ExpressionAttributeValues: { ':calls': calls, ':end': (minute + 1) * 60 + RETENTION_SECONDS },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.calls);
}
