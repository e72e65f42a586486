/**
 * Tests of the local event source mapping. Like Lambda's, it reads the table's stream in order, invokes a function
 * with batches of records, and resumes after its last position.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentTerminal } from '../process/terminal.ts';
import type { ResolvedResource } from '../template/template.ts';
import { EventSourceMapping } from './event-source-mapping.ts';
import type { StreamPosition, StreamReader, StreamRecord } from './stream-reader.ts';

const SHARD = 'shard';

/** The template's properties of the mapping. */
const properties = {
  EventSourceArn: 'arn:stream',
  FunctionName: 'apply',
  StartingPosition: 'TRIM_HORIZON',
  BatchSize: 4,
  BisectBatchOnFunctionError: true,
  MaximumRetryAttempts: 2,
  MaximumRecordAgeInSeconds: 3600,
  DestinationConfig: { OnFailure: { Destination: 'arn:queue' } },
  FilterCriteria: {
    Filters: [{ Pattern: JSON.stringify({ dynamodb: { Keys: { pk: { S: [{ prefix: 'USER#' }] } } } }) }],
  },
};

/** The records in the stream, oldest first. */
let records: StreamRecord[];
/** The sequence numbers of each delivery, whether or not it succeeded. */
let deliveries: number[][];
/** The messages that the failure queue has received. */
let failures: unknown[];
/** Sequence numbers of poison records: the function fails for every batch that contains one. */
let poison: Set<number>;
/** Called with each delivery. */
let onDelivery: () => void;
let directory: string;
/** The ARN of the table's current stream. */
let streamArn: string;
let mapping: EventSourceMapping;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-feed-'));
  records = [];
  streamArn = 'arn:stream';
  deliveries = [];
  failures = [];
  poison = new Set();
  onDelivery = () => {};
  mapping = buildMapping();
});
afterEach(() => mapping.close());

/** Returns a record's sequence number, which the tests count from 1. */
const numberOf = ({ dynamodb }: StreamRecord) => Number(dynamodb.SequenceNumber);

/** Builds a mapping with fakes of the stream, of the function, and of the failure queue. */
function buildMapping(changedProperties: object = {}): EventSourceMapping {
  const reader = {
    findStream: async () => streamArn,
    readAfter: async (_: string, position: StreamPosition, limit: number) => {
      const newRecords = records.filter((record) => numberOf(record) > Number(position[SHARD] ?? 0));
      return [{ shardId: SHARD, records: newRecords.slice(0, limit) }];
    },
  };

  return new EventSourceMapping({
    mapping: {
      logicalId: 'Mapping',
      stack: 'storage',
      properties: { ...properties, ...changedProperties },
    } as ResolvedResource,
    reader: reader as unknown as StreamReader,
    file: join(directory, 'position.json'),
    terminal: silentTerminal,
    invoke: async (_, event) => {
      const numbers = (event as { Records: StreamRecord[] }).Records.map(numberOf);
      deliveries.push(numbers);
      onDelivery();

      const hasPoison = numbers.some((number) => poison.has(number));
      const error = { errorType: 'Error', errorMessage: 'poison' };
      return hasPoison ? { ok: false, timedOut: false, error } : { ok: true, payload: 'null' };
    },
    sendToDestination: (_, message) => failures.push(message),
    onProgress: () => {},
  });
}

/** Adds records with the next sequence numbers. */
function addRecords(count: number, { pk = 'USER#1', ageSeconds = 0 } = {}): void {
  for (let addedCount = 0; addedCount < count; addedCount++) {
    const SequenceNumber = String(records.length + 1);
    const ApproximateCreationDateTime = Date.now() / 1000 - ageSeconds;
    const dynamodb = { Keys: { pk: { S: pk } }, SequenceNumber, ApproximateCreationDateTime };
    records.push({ eventID: SequenceNumber, eventName: 'MODIFY', dynamodb });
  }
}

/** Starts the mapping, and waits until it has delivered all records. */
async function deliverAll(): Promise<void> {
  mapping.start();
  await mapping.waitUntilIdle();
}

describe('EventSourceMapping', () => {
  it('delivers records in order, in batches of the given size', async () => {
    addRecords(6);
    await deliverAll();
    expect(deliveries).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  it('drops records that no filter matches', async () => {
    addRecords(1);
    addRecords(2, { pk: 'FILE#1' });
    addRecords(1);

    await deliverAll();

    expect(deliveries).toEqual([[1, 4]]);
  });

  it('resumes after the last delivered record when the mapping restarts', async () => {
    addRecords(3);
    await deliverAll();
    await mapping.close();

    mapping = buildMapping();
    addRecords(1);
    await deliverAll();

    expect(deliveries).toEqual([[1, 2, 3], [4]]);
  });

  it('reads the stream of a new table from its start', async () => {
    addRecords(3);
    await deliverAll();
    await mapping.close();

    mapping = buildMapping();
    streamArn = 'arn:stream-of-new-table';
    records = [];
    addRecords(2);
    await deliverAll();

    expect(deliveries).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
  });

  it('divides a failed batch, retries the poison record, and reports its sequence number to the queue', async () => {
    addRecords(4);
    poison.add(3);

    await deliverAll();

    const attempts = deliveries.filter((numbers) => numbers.length === 1 && numbers[0] === 3);
    expect(attempts).toHaveLength(properties.MaximumRetryAttempts + 1);
    expect(deliveries).toContainEqual([1, 2]);
    expect(deliveries).toContainEqual([4]);
    expect(failures).toMatchObject([
      {
        requestContext: { condition: 'RetryAttemptsExhausted' },
        DDBStreamBatchInfo: { startSequenceNumber: '3', endSequenceNumber: '3', batchSize: 1 },
      },
    ]);
  });

  it('sends a record above the maximum age to the queue instead of delivering it', async () => {
    addRecords(1, { ageSeconds: 4000 });
    await deliverAll();

    expect(deliveries).toEqual([]);
    expect(failures).toMatchObject([{ requestContext: { condition: 'RecordAgeExceeded' } }]);
  });

  it('skips each expired record of a batch, and delivers the others', async () => {
    addRecords(2, { ageSeconds: 4000 });
    addRecords(2);

    await deliverAll();

    expect(deliveries).toEqual([[3, 4]]);
    expect(failures).toMatchObject([
      {
        requestContext: { condition: 'RecordAgeExceeded', approximateInvokeCount: 0 },
        DDBStreamBatchInfo: { startSequenceNumber: '1', endSequenceNumber: '2', batchSize: 2 },
      },
    ]);
  });

  it('skips a record that expires while its batch is retried', async () => {
    mapping = buildMapping({ BisectBatchOnFunctionError: false });
    addRecords(2);
    poison.add(1);
    onDelivery = () => Object.assign(records[0]!.dynamodb, { ApproximateCreationDateTime: 0 });

    await deliverAll();

    expect(deliveries).toEqual([[1, 2], [2]]);
    expect(failures).toMatchObject([
      {
        requestContext: { condition: 'RecordAgeExceeded', approximateInvokeCount: 1 },
        DDBStreamBatchInfo: { startSequenceNumber: '1', batchSize: 1 },
      },
    ]);
  });

  it('delivers nothing while the mapping is paused', async () => {
    mapping.faults.isPaused = true;
    addRecords(2);
    mapping.start();

    // Long enough for a delivery, if there were one.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(deliveries).toEqual([]);

    mapping.faults.isPaused = false;
    await mapping.waitUntilIdle();
    expect(deliveries).toEqual([[1, 2]]);
  });

  it('delivers records twice, and in random order, if a test sets these faults', async () => {
    mapping.faults.duplicates = true;
    mapping.faults.shuffles = true;
    // A random order of 40 records is practically never the original order.
    addRecords(40);

    await deliverAll();

    const numbers = deliveries.flat();
    expect(numbers).toHaveLength(2 * 40);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      records.flatMap((record) => [numberOf(record), numberOf(record)]),
    );
    expect(numbers).not.toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('rejects an unsupported property', () => {
    expect(() => buildMapping({ TumblingWindowInSeconds: 10 })).toThrow(/cannot run the event source mapping Mapping/);
  });
});
