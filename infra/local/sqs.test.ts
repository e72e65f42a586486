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

it('stores a message until it is deleted, across restarts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-sqs-'));
  const queues = new Queues(directory, [queue!]);
  queues.send(arn, { lost: 'event' });
  await queues.flush();
  const restarted = new Queues(directory, [queue!]);
  const received = (await restarted.handle('ReceiveMessage', { QueueUrl })) as {
    Messages: { Body: string; ReceiptHandle: string }[];
  };

  expect(received.Messages).toMatchObject([{ Body: '{"lost":"event"}' }]);
  // Receiving makes it invisible but does not delete it.
  expect(await restarted.handle('ReceiveMessage', { QueueUrl })).toEqual({ Messages: [] });
  expect(restarted.messages(arn)).toEqual(['{"lost":"event"}']);

  const { ReceiptHandle } = received.Messages[0]!;
  await restarted.handle('DeleteMessage', { QueueUrl, ReceiptHandle });
  expect(restarted.messages(arn)).toEqual([]);
});

it('makes a received message visible again', async () => {
  const queues = new Queues(mkdtempSync(join(tmpdir(), 'fathom-sqs-')), [queue!]);
  queues.send(arn, { lost: 'event' });
  const { Messages } = (await queues.handle('ReceiveMessage', { QueueUrl })) as {
    Messages: { ReceiptHandle: string }[];
  };
  const release = { QueueUrl, ReceiptHandle: Messages[0]!.ReceiptHandle, VisibilityTimeout: 0 };
  await queues.handle('ChangeMessageVisibility', release);

  expect(await queues.handle('ReceiveMessage', { QueueUrl })).toMatchObject({
    Messages: [{ Body: '{"lost":"event"}' }],
  });
  // The message has a new receipt handle.
  await expect(queues.handle('ChangeMessageVisibility', release)).rejects.toMatchObject({
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
