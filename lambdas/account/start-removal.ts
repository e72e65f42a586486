import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { setting } from '../platform/config.ts';
import type { Removal } from '../table/removal.ts';

const lambda = new LambdaClient({});

/**
 * Starts the job that removes something hidden, and does not wait for it. Should the job fail for good, the hourly one
 * takes it up again.
 */
export async function startRemoval(removal: Removal): Promise<void> {
  await lambda.send(
    new InvokeCommand({
      FunctionName: setting('PURGE_FUNCTION_NAME'),
      InvocationType: 'Event',
      Payload: Buffer.from(JSON.stringify(removal)),
    }),
  );
}
