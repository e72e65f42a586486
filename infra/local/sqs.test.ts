/** Tests of the local SQS. Its queues receive the events that functions failed to handle. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Queues } from './sqs.ts';
import { deriveIdentities } from './template/identities.ts';
import { parseStack, Resolver } from './template/template.ts';

const [queue] = new Resolver([parseStack('app', { Resources: { Failures: { Type: 'AWS::SQS::Queue' } } })], {
  pseudoParameters: {},
  identify: deriveIdentities('http://127.0.0.1:1'),
}).ofType('AWS::SQS::Queue');
const arn = queue!.attributes.Arn!;
const QueueUrl = queue!.ref;

it('stores a message until it is deleted, across restarts, and hides it once it is received', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-sqs-'));
  const queues = new Queues(directory, [queue!]);
  queues.send(arn, { lost: 'event' });
  await queues.flush();

  const restartedQueues = new Queues(directory, [queue!]);
  const response = (await restartedQueues.handle('ReceiveMessage', { QueueUrl })) as {
    Messages: { Body: string; ReceiptHandle: string }[];
  };

  expect(response.Messages).toMatchObject([{ Body: '{"lost":"event"}' }]);
  // Receiving makes the message invisible but does not delete it.
  expect(await restartedQueues.handle('ReceiveMessage', { QueueUrl })).toEqual({ Messages: [] });
  expect(restartedQueues.readBodies(arn)).toEqual(['{"lost":"event"}']);

  const { ReceiptHandle } = response.Messages[0]!;
  await restartedQueues.handle('DeleteMessage', { QueueUrl, ReceiptHandle });
  expect(restartedQueues.readBodies(arn)).toEqual([]);
});

it('makes a received message visible again', async () => {
  const queues = new Queues(mkdtempSync(join(tmpdir(), 'fathom-sqs-')), [queue!]);
  queues.send(arn, { lost: 'event' });
  const { Messages } = (await queues.handle('ReceiveMessage', { QueueUrl })) as {
    Messages: { ReceiptHandle: string }[];
  };

  const releaseInput = { QueueUrl, ReceiptHandle: Messages[0]!.ReceiptHandle, VisibilityTimeout: 0 };
  await queues.handle('ChangeMessageVisibility', releaseInput);

  expect(await queues.handle('ReceiveMessage', { QueueUrl })).toMatchObject({
    Messages: [{ Body: '{"lost":"event"}' }],
  });
  // The message has a new receipt handle.
  await expect(queues.handle('ChangeMessageVisibility', releaseInput)).rejects.toMatchObject({
    code: 'ReceiptHandleIsInvalid',
  });
});

it('finds a queue by its name and rejects unknown names', async () => {
  const queues = new Queues(mkdtempSync(join(tmpdir(), 'fathom-sqs-')), [queue!]);
  expect(await queues.handle('GetQueueUrl', { QueueName: 'app-Failures' })).toEqual({ QueueUrl });
  await expect(queues.handle('GetQueueUrl', { QueueName: 'other' })).rejects.toMatchObject({
    code: 'QueueDoesNotExist',
  });
});
