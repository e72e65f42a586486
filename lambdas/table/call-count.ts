import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { callCountKey } from './keys.ts';

/** Seconds that a minute's count is kept past its minute. */
const KEPT_SECONDS = 60;

/**
 * Adds to the calls that a member has made within a minute, whichever functions and instances they reached.
 *
 * @param minute - since 1970
 * @returns their number, these included
 */
export async function addCalls(userId: string, minute: number, calls: number): Promise<number> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: callCountKey(userId, minute),
      UpdateExpression: 'ADD calls :calls SET expiresAt = :end',
      ExpressionAttributeValues: { ':calls': calls, ':end': (minute + 1) * 60 + KEPT_SECONDS },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.calls);
}
