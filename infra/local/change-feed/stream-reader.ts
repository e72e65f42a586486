import { z } from 'zod';
import { REGION } from '../template/identities.ts';

/** A record of a stream, as Lambda passes it to a function. */
export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Readonly<Record<string, unknown>>;
    readonly NewImage?: Readonly<Record<string, unknown>>;
    readonly OldImage?: Readonly<Record<string, unknown>>;
    readonly SequenceNumber: string;
  };
}

/** Records of one shard, in its order. */
interface ShardRecords {
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
}

/** The sequence number of the last record that was read, by shard. */
export type StreamPosition = Record<string, string>;

// The parts of the responses that the reader uses.
const streamListSchema = z.object({ Streams: z.array(z.object({ StreamArn: z.string() })).default([]) });

const streamDescriptionSchema = z.object({
  StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })).default([]) }),
});

const shardIteratorSchema = z.object({ ShardIterator: z.string() });

const recordPageSchema = z.object({
  Records: z.array(z.custom<StreamRecord>()).default([]),
  NextShardIterator: z.string().nullish(),
});

/** Reads the stream of a table of the local DynamoDB. */
export class StreamReader {
  readonly #endpoint: string;
  readonly #tableName: string;

  constructor(endpoint: string, tableName: string) {
    this.#endpoint = endpoint;
    this.#tableName = tableName;
  }

  /** Returns the ARN of the table's current stream. A table that is deleted and created again has a new stream. */
  async findStream(): Promise<string> {
    const { Streams } = streamListSchema.parse(await this.#call('ListStreams', { TableName: this.#tableName }));
    const [stream] = Streams;
    if (!stream) throw new Error(`The table ${this.#tableName} has no stream.`);
    return stream.StreamArn;
  }

  /** Returns up to `limit` records of each shard after a position, in the order of the shard. */
  async readAfter(StreamArn: string, position: StreamPosition, limit: number): Promise<ShardRecords[]> {
    const { StreamDescription } = streamDescriptionSchema.parse(await this.#call('DescribeStream', { StreamArn }));

    const readShard = async (ShardId: string) => {
      const after = position[ShardId];
      const start =
        after === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
      const { ShardIterator } = shardIteratorSchema.parse(
        await this.#call('GetShardIterator', { StreamArn, ShardId, ...start }),
      );
      const { Records } = recordPageSchema.parse(await this.#call('GetRecords', { ShardIterator, Limit: limit }));
      return { shardId: ShardId, records: Records };
    };

    return Promise.all(StreamDescription.Shards.map(({ ShardId }) => readShard(ShardId)));
  }

  async #call(operation: string, input: object): Promise<unknown> {
    const response = await fetch(this.#endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
        // Local engines require the headers of a signature, but don't verify the signature.
        'x-amz-date': '20260101T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0`,
      },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${operation} failed: ${await response.text()}`);
    return response.json();
  }
}
