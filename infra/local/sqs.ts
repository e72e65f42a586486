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
  /** Set by each receipt. Deleting the message requires the latest one. */
  receiptHandle?: string;
  /** When a receiver can get the message. Later than now while a receiver is processing it. */
  visibleAt: number;
}

/** A queue's properties in CloudFormation, in seconds. The defaults are those of SQS. */
const queueSchema = z.object({
  VisibilityTimeout: z.number().default(30),
  MessageRetentionPeriod: z.number().default(4 * 24 * 3600),
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
      const { VisibilityTimeout, MessageRetentionPeriod } = queueSchema.parse(properties);
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
  readBodies(arn: string): string[] {
    const queue = this.#find((candidate) => candidate.arn === arn, arn);
    return this.#readMessages(queue).map(({ body }) => body);
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }

  async handle(operation: string, input: Record<string, unknown>): Promise<unknown> {
    const urlOrName = String(input.QueueUrl ?? input.QueueName ?? '');
    // GetQueueUrl sends the queue's name, and all other operations send its URL.
    const name = toQueuePath(urlOrName).split('/').at(-1);
    const queue = this.#find(({ url }) => toQueuePath(url).endsWith(`/${name}`), urlOrName);

    switch (operation) {
      case 'GetQueueUrl':
        return { QueueUrl: queue.url };

      case 'SendMessage': {
        const body = String(input.MessageBody ?? '');
        return { MessageId: this.#send(queue, body), MD5OfMessageBody: hashMd5(body) };
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
        const count = this.#readMessages(queue).length;
        return { Attributes: { QueueArn: queue.arn, ApproximateNumberOfMessages: String(count) } };
      }

      default:
        throw new AwsError('UnsupportedOperation', `The local SQS does not support ${operation}.`);
    }
  }

  #send(queue: Queue, body: string): string {
    const id = randomUUID();
    const now = Date.now();
    this.#file.value[queue.arn] = [...this.#readMessages(queue), { id, body, sentAt: now, visibleAt: now }];
    this.#file.save();
    return id;
  }

  #receive(queue: Queue, input: Record<string, unknown>): unknown[] {
    const now = Date.now();
    const limit = Number(input.MaxNumberOfMessages ?? 1);
    const invisibleMs =
      input.VisibilityTimeout === undefined ? queue.visibilityMs : Number(input.VisibilityTimeout) * 1000;

    const receivedMessages = this.#readMessages(queue)
      .filter(({ visibleAt }) => visibleAt <= now)
      .slice(0, limit);

    // Changes the stored messages themselves, so that `save` writes the new times.
    for (const message of receivedMessages) {
      message.receiptHandle = randomUUID();
      message.visibleAt = now + invisibleMs;
    }
    this.#file.save();

    return receivedMessages.map(({ id, body, receiptHandle }) => ({
      MessageId: id,
      ReceiptHandle: receiptHandle,
      Body: body,
      MD5OfBody: hashMd5(body),
    }));
  }

  #setVisibility(queue: Queue, receiptHandle: string, invisibleMs: number): void {
    const message = this.#readMessages(queue).find((candidate) => candidate.receiptHandle === receiptHandle);
    if (!message) throw new AwsError('ReceiptHandleIsInvalid', 'The receipt handle is not that of a message.');

    message.visibleAt = Date.now() + invisibleMs;
    this.#file.save();
  }

  /**
   * Returns the messages of a queue, without expired messages. Expired messages stay in the file until a message of the
   * queue is sent or deleted.
   */
  #readMessages(queue: Queue): StoredMessage[] {
    const oldestTime = Date.now() - queue.retentionMs;
    return (this.#file.value[queue.arn] ?? []).filter(({ sentAt }) => sentAt >= oldestTime);
  }

  /** Deletes the messages for which the predicate returns false. */
  #keepOnly(queue: Queue, predicate: (message: StoredMessage) => boolean): void {
    this.#file.value[queue.arn] = this.#readMessages(queue).filter(predicate);
    this.#file.save();
  }

  #find(predicate: (queue: Queue) => boolean, name: string): Queue {
    const queue = this.#queues.find(predicate);
    if (!queue) throw new AwsError('QueueDoesNotExist', `The template has no queue ${name}.`);
    return queue;
  }
}

/** Returns the path of a queue's URL. A queue's name becomes the last segment of its path. */
function toQueuePath(urlOrName: string): string {
  return URL.canParse(urlOrName) ? new URL(urlOrName).pathname : `/${urlOrName}`;
}

function hashMd5(body: string): string {
  return createHash('md5').update(body).digest('hex');
}
