import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { AwsError, type AwsJsonService } from './http/aws-json-server.ts';
import { JsonFile } from './state/json-file.ts';
import type { ResolvedResource } from './template/template.ts';

/** A message in a queue. Times are in milliseconds since the epoch. */
interface StoredMessage {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  receiptHandle?: string;
  visibleAt: number;
}

const queueProperties = z.object({
  VisibilityTimeout: z.number().default(30),
  MessageRetentionPeriod: z.number().default(345_600),
});

interface Queue {
  readonly arn: string;
  readonly url: string;
  readonly visibilityMs: number;
  readonly retentionMs: number;
}

/** SQS with the template's queues. Stores messages in the state directory until they are deleted or expire. */
export class Queues implements AwsJsonService {
  readonly targetPrefix = 'AmazonSQS';
  readonly signingName = 'sqs';
  readonly #queues: readonly Queue[];
  readonly #file: JsonFile<Record<string, StoredMessage[]>>;

  constructor(directory: string, queues: readonly ResolvedResource[]) {
    this.#file = new JsonFile(join(directory, 'queues.json'), {});
    this.#queues = queues.map(({ ref, attributes, properties }) => {
      const { VisibilityTimeout, MessageRetentionPeriod } = queueProperties.parse(properties);
      return {
        arn: attributes.Arn ?? ref,
        url: ref,
        visibilityMs: VisibilityTimeout * 1000,
        retentionMs: MessageRetentionPeriod * 1000,
      };
    });
  }

  isPublic(): boolean {
    return false;
  }

  /** Sends a message as JSON. Returns its ID. */
  send(arn: string, message: unknown): string {
    const queue = this.#find((candidate) => candidate.arn === arn, arn);
    return this.#send(queue, JSON.stringify(message));
  }

  /** Returns the bodies of all messages in a queue, including invisible messages. For tests. */
  messages(arn: string): string[] {
    const queue = this.#find((candidate) => candidate.arn === arn, arn);
    return this.#messages(queue).map(({ body }) => body);
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }

  async handle(operation: string, input: Record<string, unknown>): Promise<unknown> {
    const urlOrName = String(input.QueueUrl ?? input.QueueName ?? '');
    const name = pathname(urlOrName).split('/').at(-1);
    const queue = this.#find(({ url }) => pathname(url).endsWith(`/${name}`), urlOrName);

    switch (operation) {
      case 'GetQueueUrl':
        return { QueueUrl: queue.url };

      case 'SendMessage': {
        const body = String(input.MessageBody ?? '');
        return { MessageId: this.#send(queue, body), MD5OfMessageBody: md5(body) };
      }

      case 'ReceiveMessage':
        return { Messages: this.#receive(queue, input) };

      case 'DeleteMessage':
        this.#keepOnly(queue, (message) => message.receiptHandle !== input.ReceiptHandle);
        return {};

      case 'ChangeMessageVisibility':
        this.#setVisibility(queue, String(input.ReceiptHandle), Number(input.VisibilityTimeout) * 1000);
        return {};

      case 'PurgeQueue':
        this.#keepOnly(queue, () => false);
        return {};

      case 'GetQueueAttributes': {
        const count = this.#messages(queue).length;
        return { Attributes: { QueueArn: queue.arn, ApproximateNumberOfMessages: String(count) } };
      }

      default:
        throw new AwsError('UnsupportedOperation', `The local SQS does not support ${operation}.`);
    }
  }

  #send(queue: Queue, body: string): string {
    const id = randomUUID();
    const now = Date.now();
    this.#file.value[queue.arn] = [...this.#messages(queue), { id, body, sentAt: now, visibleAt: now }];
    this.#file.save();
    return id;
  }

  #receive(queue: Queue, input: Record<string, unknown>): unknown[] {
    const now = Date.now();
    const limit = Number(input.MaxNumberOfMessages ?? 1);
    const invisibleMs =
      input.VisibilityTimeout === undefined ? queue.visibilityMs : Number(input.VisibilityTimeout) * 1000;

    const receivedMessages = this.#messages(queue)
      .filter(({ visibleAt }) => visibleAt <= now)
      .slice(0, limit);

    for (const message of receivedMessages) {
      message.receiptHandle = randomUUID();
      message.visibleAt = now + invisibleMs;
    }
    this.#file.save();

    return receivedMessages.map(({ id, body, receiptHandle }) => ({
      MessageId: id,
      ReceiptHandle: receiptHandle,
      Body: body,
      MD5OfBody: md5(body),
    }));
  }

  #setVisibility(queue: Queue, receiptHandle: string, invisibleMs: number): void {
    const message = this.#messages(queue).find((candidate) => candidate.receiptHandle === receiptHandle);
    if (!message) throw new AwsError('ReceiptHandleIsInvalid', 'The receipt handle is not that of a message.');

    message.visibleAt = Date.now() + invisibleMs;
    this.#file.save();
  }

  #messages(queue: Queue): StoredMessage[] {
    const oldestTime = Date.now() - queue.retentionMs;
    return (this.#file.value[queue.arn] ?? []).filter(({ sentAt }) => sentAt >= oldestTime);
  }

  #keepOnly(queue: Queue, predicate: (message: StoredMessage) => boolean): void {
    this.#file.value[queue.arn] = this.#messages(queue).filter(predicate);
    this.#file.save();
  }

  #find(predicate: (queue: Queue) => boolean, name: string): Queue {
    const queue = this.#queues.find(predicate);
    if (!queue) throw new AwsError('QueueDoesNotExist', `The template has no queue ${name}.`);
    return queue;
  }
}

function pathname(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : `/${url}`;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
