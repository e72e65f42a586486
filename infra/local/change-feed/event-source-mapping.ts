import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Outcome } from '../lambda/sandbox.ts';
import type { Terminal } from '../process/terminal.ts';
import { JsonFile } from '../state/json-file.ts';
import type { ResolvedResource } from '../template/template.ts';
import { parseEventPattern } from './event-pattern.ts';
import type { StreamPosition, StreamReader, StreamRecord } from './stream-reader.ts';

/** The supported properties. Strict, so that an unsupported property fails at startup. */
const mappingSchema = z.strictObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  StartingPosition: z.literal('TRIM_HORIZON'),
  BatchSize: z.int().min(1).max(10_000).default(100),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRetryAttempts: z.int().min(0).max(10_000),
  MaximumRecordAgeInSeconds: z.int().min(60).max(604_800),
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) }),
  FilterCriteria: z.strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })).min(1) }),
  Tags: z.unknown().optional(),
});

/** Faults that tests inject. */
export interface FeedFaults {
  /** Delivers nothing while true. */
  isPaused: boolean;
  /** Delivers only records that are at least this old. */
  delayMs: number;
  /** Delivers each batch twice. */
  duplicates: boolean;
  /** Delivers all waiting records in random order. */
  shuffles: boolean;
  /** Repeats failed deliveries immediately. */
  skipsBackoff: boolean;
}

interface MappingSettings {
  readonly mapping: ResolvedResource;
  readonly reader: StreamReader;
  /** The file that stores the position in the stream. */
  readonly file: string;
  readonly terminal: Terminal;
  readonly invoke: (functionName: string, event: unknown) => Promise<Outcome>;
  /** Receives a message about a batch that failed for good, with its place in the stream. */
  readonly sendToDestination: (destinationArn: string, message: unknown, functionName: string) => void;
  /** Receives each new position in the stream. */
  readonly onProgress: (position: StreamPosition) => void;
}

/** Time between two reads of an idle stream, in milliseconds. Lambda also reads four times a second. */
const POLL_MS = 250;

/** Delay before the second delivery of a batch, in milliseconds. Each further delay doubles. */
const FIRST_BACKOFF_MS = 50;

/** Maximum delay before a repeated delivery or read, in milliseconds. */
const MAX_BACKOFF_MS = 1000;

/** Number of records that {@link FeedFaults.shuffles} mixes. */
const SHUFFLED_RECORDS = 1000;

/**
 * An event source mapping of Lambda: delivers a table's stream to a function, at least once and in order.
 *
 * Skips records above the maximum age, and sends their sequence numbers to the failure destination.
 *
 * Divides a failed batch until single records remain. Retries each of these records. If a record still fails, sends its
 * sequence number to the failure destination. Stores the position in the stream after each read, so that a restart
 * repeats at most one read.
 */
export class EventSourceMapping {
  readonly faults: FeedFaults = {
    isPaused: false,
    delayMs: 0,
    duplicates: false,
    shuffles: false,
    skipsBackoff: false,
  };
  readonly #settings: MappingSettings;
  readonly #properties: z.output<typeof mappingSchema>;
  readonly #matchesFilters: (record: StreamRecord) => boolean;
  readonly #position: JsonFile<{ streamArn?: string; shards: StreamPosition }>;
  readonly #closing = new AbortController();
  /** Resolvers of {@link waitUntilIdle}. */
  #waiters: (() => void)[] = [];
  #loop: Promise<void> | undefined;

  /** @throws Error naming a property that the local cloud does not support. */
  constructor(settings: MappingSettings) {
    const { logicalId, stack, properties } = settings.mapping;
    const { success, data: parsedProperties, error } = mappingSchema.safeParse(properties);
    if (!success) {
      const reasons = error.issues.map(({ path, message }) => [...path, message].join('.')).join('; ');
      throw new Error(`The local cloud cannot run the event source mapping ${logicalId} of ${stack}. ${reasons}`);
    }

    this.#settings = settings;
    this.#properties = parsedProperties;
    this.#position = new JsonFile(settings.file, { shards: {} });
    const patterns = parsedProperties.FilterCriteria.Filters.map(({ Pattern }) => parseEventPattern(Pattern));
    this.#matchesFilters = (record) => patterns.some((matches) => matches(record));
  }

  /** The ARN of the stream, as in the template. */
  get streamArn(): string {
    return this.#properties.EventSourceArn;
  }

  get functionName(): string {
    return this.#properties.FunctionName;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Resolves when all records that exist now are delivered. */
  async waitUntilIdle(): Promise<void> {
    if (!this.#closing.signal.aborted) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Ends after the delivery in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    for (const resolve of this.#waiters.splice(0)) resolve();
    await this.#position.flush();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      // A caller that starts waiting during this round waits for the next one.
      const waiters = this.#waiters;
      this.#waiters = [];

      let isIdle = false;
      try {
        isIdle = !this.faults.isPaused && !(await this.#deliverNext());
      } catch (error) {
        if (!signal.aborted) this.#settings.terminal.warn(`The change feed can't read the stream: ${error}`);
        await pause(MAX_BACKOFF_MS, undefined, { signal }).catch(() => {});
      }

      if (isIdle) for (const resolve of waiters) resolve();
      else this.#waiters.push(...waiters);

      if (isIdle || this.faults.isPaused) await pause(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Delivers the next records of each shard. Returns false if there are none. */
  async #deliverNext(): Promise<boolean> {
    const { shuffles, delayMs } = this.faults;
    const { reader } = this.#settings;
    const position = this.#position.value;

    // A new table has a new stream, which is read from its start.
    const streamArn = await reader.findStream();
    if (position.streamArn !== streamArn) Object.assign(position, { streamArn, shards: {} });

    const limit = shuffles ? SHUFFLED_RECORDS : this.#properties.BatchSize;
    const shards = await reader.readAfter(streamArn, position.shards, limit);

    for (const { shardId, records } of shards) {
      const dueRecords = records.filter((record) => computeAgeMs(record) >= delayMs);
      if (dueRecords.length === 0) continue;

      const matchingRecords = dueRecords.filter(this.#matchesFilters);
      await this.#deliverInBatches(shardId, shuffles ? shuffle(matchingRecords) : matchingRecords);

      // The records may be undelivered, so the position stays.
      if (this.#closing.signal.aborted) return true;

      position.shards[shardId] = dueRecords.at(-1)!.dynamodb.SequenceNumber;
      this.#position.save();
      this.#settings.onProgress(position.shards);
    }

    const hasRecords = shards.some(({ records }) => records.length > 0);
    // The remaining records may not be due yet. Without this pause, the loop would read them again immediately.
    if (hasRecords && delayMs > 0) await pause(POLL_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
    return hasRecords;
  }

  /** Delivers records in batches of the given size, and each batch twice if a test sets this fault. */
  async #deliverInBatches(shardId: string, records: readonly StreamRecord[]): Promise<void> {
    const { BatchSize } = this.#properties;

    for (let start = 0; start < records.length; start += BatchSize) {
      const batch = records.slice(start, start + BatchSize);
      await this.#deliver(shardId, batch);
      if (this.faults.duplicates) await this.#deliver(shardId, batch);
    }
  }

  /**
   * Delivers a batch without its expired records. After errors of the function, divides and repeats the batch, and
   * finally gives up on single records.
   */
  async #deliver(shardId: string, batch: readonly StreamRecord[]): Promise<void> {
    const { FunctionName, BisectBatchOnFunctionError, MaximumRetryAttempts } = this.#properties;
    const { signal } = this.#closing;
    let records = batch;

    for (let attempt = 0; !signal.aborted; attempt++) {
      records = this.#skipExpired(shardId, records, attempt);
      if (records.length === 0) return;

      const Records = records.map((record) => ({
        ...record,
        eventSource: 'aws:dynamodb',
        eventSourceARN: this.streamArn,
      }));
      const outcome = await this.#settings.invoke(FunctionName, { Records });
      if (outcome.ok) return;

      if (BisectBatchOnFunctionError && records.length > 1) {
        const middle = Math.ceil(records.length / 2);
        await this.#deliver(shardId, records.slice(0, middle));
        return this.#deliver(shardId, records.slice(middle));
      }

      const attempts = attempt + 1;
      if (attempt === MaximumRetryAttempts) return this.#giveUp(shardId, records, 'RetryAttemptsExhausted', attempts);

      const backoffMs = this.faults.skipsBackoff ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
      await pause(backoffMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Returns the records that aren't expired, and reports the others. A record can expire while its batch is retried. */
  #skipExpired(shardId: string, records: readonly StreamRecord[], attempts: number): readonly StreamRecord[] {
    const maxAgeMs = this.#properties.MaximumRecordAgeInSeconds * 1000;
    // Checks each record once: between two checks, it could expire.
    const expiredRecords = new Set(records.filter((record) => computeAgeMs(record) > maxAgeMs));
    if (expiredRecords.size === 0) return records;

    this.#giveUp(shardId, [...expiredRecords], 'RecordAgeExceeded', attempts);
    return records.filter((record) => !expiredRecords.has(record));
  }

  /** Reports records to the failure destination. As on AWS, the message contains only their sequence numbers. */
  #giveUp(shardId: string, records: readonly StreamRecord[], condition: string, attempts: number): void {
    const { FunctionName, DestinationConfig } = this.#properties;
    const { terminal, sendToDestination } = this.#settings;
    terminal.warn(`${FunctionName}: gave up on ${records.length} records after ${attempts} attempts.`);

    const message = {
      version: '1.0',
      timestamp: new Date().toISOString(),
      requestContext: {
        requestId: randomUUID(),
        functionArn: FunctionName,
        condition,
        approximateInvokeCount: attempts,
      },
      // Lambda's status is 200 even if the function throws.
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
        endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
        batchSize: records.length,
        streamArn: this.streamArn,
      },
    };
    sendToDestination(DestinationConfig.OnFailure.Destination, message, FunctionName);
  }
}

function computeAgeMs({ dynamodb }: StreamRecord): number {
  return Date.now() - dynamodb.ApproximateCreationDateTime * 1000;
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
