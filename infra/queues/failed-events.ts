/*
 * Reads the failure queues of a deployed stage, and sends their events to the functions again. Used by bin/queues.ts.
 */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';

/** Time for which received messages stay invisible, in seconds. A command of bin/queues.ts ends earlier. */
const INVISIBLE_SECONDS = 120;

/**
 * Time for which a request waits for messages, in seconds. Without a wait, SQS queries only some of its servers and can
 * miss messages.
 */
const WAIT_SECONDS = 1;

/** Maximum messages of one response. SQS allows no more. */
const MAX_MESSAGES = 10;

/** An event that a function failed to handle, in a failure queue. */
export interface FailedEvent {
  readonly id: string;
  readonly queueUrl: string;
  readonly receiptHandle: string;
  /** ARN of the function that failed. Undefined if the message doesn't name a function. */
  readonly functionArn: string | undefined;
  /** The error, or another reason why the event is in the queue. */
  readonly reason: string;
  /** Time of the last failed attempt, as an ISO timestamp. */
  readonly failedAt: string | undefined;
  /** The event, as JSON. */
  readonly payload: string;
}

/** The record that Lambda sends to a failure destination, such as a queue. */
const failureRecordSchema = z.object({
  timestamp: z.string(),
  requestContext: z.object({ functionArn: z.string(), condition: z.string() }),
  requestPayload: z.unknown().optional(),
  /** The position of records of a stream. The message doesn't hold the records, so they can't be sent again. */
  DDBStreamBatchInfo: z.unknown().optional(),
  responsePayload: z.object({ errorType: z.string().optional(), errorMessage: z.string().optional() }).nullish(),
});

/**
 * Receives all events of a queue.
 *
 * The events stay in the queue, invisible for {@link INVISIBLE_SECONDS} seconds or until {@link releaseEvent}.
 */
export async function receiveEvents(sqs: SQSClient, queueUrl: string): Promise<FailedEvent[]> {
  // By ID, because SQS can return a message more than once. Only the latest receipt handle of a message is valid.
  const events = new Map<string, FailedEvent>();

  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: MAX_MESSAGES,
        VisibilityTimeout: INVISIBLE_SECONDS,
        WaitTimeSeconds: WAIT_SECONDS,
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return [...events.values()];

    for (const message of Messages) events.set(message.MessageId ?? '', parseMessage(queueUrl, message));
  }
}

/** Makes an event visible again. */
export async function releaseEvent(sqs: SQSClient, { queueUrl, receiptHandle }: FailedEvent): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: 0 }),
  );
}

/** Deletes an event from its queue. */
export async function dropEvent(sqs: SQSClient, { queueUrl, receiptHandle }: FailedEvent): Promise<void> {
  await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle }));
}

/**
 * Sends an event to its function again, with new retries, and deletes it from the queue.
 *
 * If the function fails again, the event returns to the queue.
 *
 * @throws Error if the message names no function, and errors of Lambda; the event then stays in the queue
 */
export async function redriveEvent(lambda: LambdaClient, sqs: SQSClient, event: FailedEvent): Promise<void> {
  if (event.functionArn === undefined) {
    throw new Error(
      `The message ${event.id} names no function. If it is from the change feed, run "npm run rebuild-view".`,
    );
  }

  await lambda.send(
    new InvokeCommand({
      FunctionName: event.functionArn,
      InvocationType: 'Event',
      Payload: Buffer.from(event.payload),
    }),
  );

  // Deletes the message last, so that an interruption repeats the event instead of losing it. Functions handle repeated
  // events.
  await dropEvent(sqs, event);
}

/** Parses a failure record of Lambda, or an event that EventBridge couldn't deliver to a function. */
function parseMessage(
  queueUrl: string,
  { MessageId, ReceiptHandle, Body = '', MessageAttributes }: Message,
): FailedEvent {
  const messageFields = { id: MessageId ?? '', queueUrl, receiptHandle: ReceiptHandle ?? '' };
  const { data: record } = failureRecordSchema.safeParse(parseJson(Body));
  if (!record) {
    const readAttribute = (name: string) => MessageAttributes?.[name]?.StringValue;
    const reason = readAttribute('ERROR_CODE') ?? 'not a failure record';
    return { ...messageFields, functionArn: readAttribute('TARGET_ARN'), reason, failedAt: undefined, payload: Body };
  }

  const { timestamp, requestContext, requestPayload, responsePayload, DDBStreamBatchInfo } = record;
  if (DDBStreamBatchInfo !== undefined) {
    const payload = JSON.stringify(DDBStreamBatchInfo);
    return { ...messageFields, functionArn: undefined, reason: requestContext.condition, failedAt: timestamp, payload };
  }

  const errorText = [responsePayload?.errorType, responsePayload?.errorMessage].filter(Boolean).join(': ');

  return {
    ...messageFields,
    // Without the qualifier of the failed version, the event goes to the newest version.
    functionArn: requestContext.functionArn.replace(/:\$LATEST$/, ''),
    reason: errorText || requestContext.condition,
    failedAt: timestamp,
    payload: JSON.stringify(requestPayload),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
