import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { setting } from './config.ts';

const lambda = new LambdaClient({});

/** A hidden account or post that the job must purge. */
export type PurgeRequest =
  | { readonly kind: 'account'; readonly userId: string }
  | { readonly kind: 'post'; readonly postId: string };

/** Starts the purge job without waiting for it. If the job fails, the hourly run purges the item. */
export async function startPurge(request: PurgeRequest): Promise<void> {
  await lambda.send(
    new InvokeCommand({
      FunctionName: setting('PURGE_FUNCTION_NAME'),
      InvocationType: 'Event',
      Payload: Buffer.from(JSON.stringify(request)),
    }),
  );
}
