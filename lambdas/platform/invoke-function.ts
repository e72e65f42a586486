import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

const lambda = new LambdaClient({});

/**
 * Queues an asynchronous call of a function. Import this file with `import()`: most requests of its callers don't need
 * the Lambda client.
 *
 * @param payload - the function's event
 */
export async function invokeFunction(name: string, payload: object): Promise<void> {
  await lambda.send(
    new InvokeCommand({ FunctionName: name, InvocationType: 'Event', Payload: Buffer.from(JSON.stringify(payload)) }),
  );
}
