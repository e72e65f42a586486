import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * Waits for a write that has a condition.
 *
 * @param write - the request, such as `table.send(new PutCommand(…))`
 * @returns DynamoDB's response, or undefined if the condition failed; nothing was written then
 */
export async function attemptWrite<Response>(write: Promise<Response>): Promise<Response | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Like {@link attemptWrite}, for writes whose response isn't read. Returns whether the condition held. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  return (await attemptWrite(write)) !== undefined;
}
