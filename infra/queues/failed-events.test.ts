/**
 * Tests of `npm run queues`, which shows and repeats the events that functions failed to handle. Lambda and
 * EventBridge send such events to failure queues, in different formats.
 */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { receiveEvents, redriveEvent } from './failed-events.ts';

const FUNCTION = 'arn:aws:lambda:us-east-1:123456789012:function:fathom-prod-FileStored';
const QUEUE = 'https://sqs.us-east-1.amazonaws.com/123456789012/fathom-prod-Failures';

/** A failure record as in Lambda's documentation, "Retaining records of asynchronous invocations". */
const RECORD = {
  version: '1.0',
  timestamp: '2026-11-14T18:16:05.568Z',
  requestContext: {
    requestId: 'e4b46cbf-b738-xmpl-8880-a18cdf61200e',
    functionArn: `${FUNCTION}:$LATEST`,
    condition: 'RetriesExhausted',
    approximateInvokeCount: 3,
  },
  requestPayload: { ORDER_IDS: ['9e07af03'] },
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  responsePayload: { errorMessage: 'RequestId: e4b46cbf Process exited before completing request' },
};

/**
 * Creates clients of a queue that returns these messages, two at a time, and of a function that can fail. Records the
 * other commands.
 */
function createClients(messages: readonly Message[], { isFailing = false } = {}) {
  const waitingMessages = [...messages];
  const commands: string[] = [];

  const send = async (command: { input: object }) => {
    if (command instanceof ReceiveMessageCommand) return { Messages: waitingMessages.splice(0, 2) };
    if (command instanceof InvokeCommand && isFailing) throw new Error('AccessDenied');
    const payload = command instanceof InvokeCommand ? Buffer.from(command.input.Payload as Uint8Array).toString() : '';
    const target = command instanceof InvokeCommand ? command.input.FunctionName : '';
    const handle = command instanceof DeleteMessageCommand ? command.input.ReceiptHandle : '';
    commands.push([command.constructor.name, target, payload, handle].filter(Boolean).join(' '));
    return {};
  };

  const client = { send } as unknown;
  return { sqs: client as SQSClient, lambda: client as LambdaClient, commands };
}

const buildMessage = (id: string, body: unknown): Message => ({
  MessageId: id,
  ReceiptHandle: `handle ${id}`,
  Body: typeof body === 'string' ? body : JSON.stringify(body),
});

it('receives all events of a queue', async () => {
  const { sqs } = createClients(['one', 'two', 'three'].map((id) => buildMessage(id, RECORD)));
  const events = await receiveEvents(sqs, QUEUE);

  expect(events.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
  expect(events[0]).toEqual({
    id: 'one',
    queueUrl: QUEUE,
    receiptHandle: 'handle one',
    functionArn: FUNCTION,
    reason: 'RequestId: e4b46cbf Process exited before completing request',
    failedAt: '2026-11-14T18:16:05.568Z',
    payload: '{"ORDER_IDS":["9e07af03"]}',
  });
});

it('uses the condition as the reason if the function returned no error', async () => {
  const requestContext = { ...RECORD.requestContext, condition: 'EventAgeExceeded' };
  const expiredRecord = { ...RECORD, requestContext, responsePayload: null };
  const { sqs } = createClients([buildMessage('one', expiredRecord)]);
  expect(await receiveEvents(sqs, QUEUE)).toMatchObject([{ reason: 'EventAgeExceeded' }]);
});

it('reads events that EventBridge could not deliver', async () => {
  const { sqs } = createClients([
    {
      ...buildMessage('one', { source: 'aws.events' }),
      MessageAttributes: {
        TARGET_ARN: { DataType: 'String', StringValue: FUNCTION },
        ERROR_CODE: { DataType: 'String', StringValue: 'NO_PERMISSIONS' },
      },
    },
  ]);

  expect(await receiveEvents(sqs, QUEUE)).toMatchObject([
    { functionArn: FUNCTION, reason: 'NO_PERMISSIONS', payload: '{"source":"aws.events"}' },
  ]);
});

it('sends an event to its function before it deletes the message', async () => {
  const { sqs, lambda, commands } = createClients([buildMessage('one', RECORD)]);
  const [event] = await receiveEvents(sqs, QUEUE);

  await redriveEvent(lambda, sqs, event!);

  expect(commands).toEqual([`InvokeCommand ${FUNCTION} {"ORDER_IDS":["9e07af03"]}`, 'DeleteMessageCommand handle one']);
});

it.each([
  ['the function cannot be called', RECORD, 'AccessDenied'],
  ['the message names no function', 'garbage', 'names no function'],
])('keeps the message if %s', async (_, body, error) => {
  const { sqs, lambda, commands } = createClients([buildMessage('one', body)], { isFailing: true });
  const [event] = await receiveEvents(sqs, QUEUE);

  await expect(redriveEvent(lambda, sqs, event!)).rejects.toThrow(error);
  expect(commands).toEqual([]);
});
