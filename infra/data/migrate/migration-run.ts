import { setTimeout } from 'node:timers/promises';
import { GetCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isConflict } from '../../../lambdas/platform/transient-errors.ts';
import { type Migration, type PlannedUpdate, planUpdate, type TableItem } from './migration.ts';
import {
  deleteProgress,
  type MigratedTable,
  readProgress,
  type SegmentId,
  type SegmentProgress,
  saveProgress,
} from './schema-version.ts';
import { estimateWriteUnits } from './write-units.ts';

/** Maximum attempts per pass to convert an item that members change concurrently. */
const MAX_ATTEMPTS = 10;

/** Number of items of one segment that are converted in parallel. */
const WRITERS = 8;

/** Wait before the second attempt, in milliseconds. Later waits are multiples of it. */
const RETRY_MS = 50;

export interface MigrateOptions {
  readonly target: MigratedTable;
  readonly migrations: readonly Migration[];
  /** The number of the migration to run. */
  readonly number: number;
  /** Number of parallel scans. A run continues an interrupted one only with the same number of segments. */
  readonly segments?: number;
  /** Maximum write units per second, so that members' writes are not throttled. */
  readonly writeUnitsPerSecond?: number;
  /** Counts items and units, and writes nothing. */
  readonly dryRun?: boolean;
  /** Receives the number of items read and converted so far. */
  readonly onProgress?: (counts: MigrationCounts) => void;
  /** Replaces real delays in tests. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** The counts of one run. */
export interface MigrationCounts {
  /** Items read, in all passes. */
  readonly read: number;
  /** Items converted, or to be converted in a dry run. */
  readonly converted: number;
  readonly readUnits: number;
  /** Write units: estimated in a dry run, otherwise as DynamoDB reports them. */
  readonly writeUnits: number;
}

/** One run of a migration: reads the segments of a table, converts their items, and counts both. */
export class MigrationRun {
  readonly counts = { read: 0, converted: 0, readUnits: 0, writeUnits: 0 };
  readonly #migration: Migration;
  readonly #options: MigrateOptions;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  /** The time from which the rate allows further writes, in milliseconds of `performance.now()`. */
  #nextWriteAt = 0;
  /** Whether a segment has failed. The other segments stop at their next page. */
  #isStopped = false;

  constructor(migration: Migration, options: MigrateOptions) {
    this.#migration = migration;
    this.#options = options;
    this.#wait = options.wait ?? setTimeout;
  }

  /** Processes all segments in parallel. After an error in one segment, the other segments stop at their next page. */
  async forAll<T>(segments: readonly number[], process: (segment: number) => Promise<T>): Promise<T[]> {
    const results = segments.map((segment) =>
      process(segment).catch((error) => {
        this.#isStopped = true;
        throw error;
      }),
    );
    // Waits for all segments, because Promise.all throws while other segments still write.
    await Promise.allSettled(results);
    return Promise.all(results);
  }

  /** Counts the items of one segment that the migration would convert. */
  async countSegment(segment: number): Promise<void> {
    let next: SegmentProgress['next'];
    do {
      const page = await this.#readPage(segment, next);

      for (const item of page.items) {
        const plan = planUpdate(this.#migration, item);
        if (!plan) continue;
        this.counts.converted++;
        this.counts.writeUnits += estimateWriteUnits(item, plan.after);
      }

      next = page.next;
      this.#options.onProgress?.(this.counts);
    } while (next !== undefined && !this.#isStopped);
  }

  /**
   * Converts the items of one segment, starting at the stored position.
   *
   * Returns the number of items in the old shape that this pass has found. If an interrupted run has already begun a
   * later pass of the segment, returns 1 without reading, because this pass must have found items.
   */
  async convertSegment(segment: number, pass: number): Promise<number> {
    const { target } = this.#options;
    let progress = await readProgress(target, this.#identify(segment));
    if (progress.pass > pass) return 1;
    if (progress.pass < pass) progress = { pass, done: false, found: 0 };

    while (!progress.done && !this.#isStopped) {
      const { items, next } = await this.#readPage(segment, progress.next);
      const convertedItems = await this.#convertAll(items);
      progress = { pass, ...(next && { next }), done: next === undefined, found: progress.found + convertedItems };
      await saveProgress(target, this.#identify(segment), progress);
      this.#options.onProgress?.(this.counts);
    }

    return progress.found;
  }

  deleteProgress(segment: number): Promise<void> {
    return deleteProgress(this.#options.target, this.#identify(segment));
  }

  /** Identifies a segment. The position of an interrupted run counts only with the same number of segments. */
  #identify(segment: number): SegmentId {
    return { migration: this.#migration.number, segment, segments: this.#options.segments ?? 1 };
  }

  /** Reads one page of a segment, and counts its items and read units. */
  async #readPage(Segment: number, ExclusiveStartKey: SegmentProgress['next']) {
    const { target, segments = 1 } = this.#options;
    const {
      Items = [],
      LastEvaluatedKey,
      ConsumedCapacity,
    } = await target.client.send(
      new ScanCommand({
        TableName: target.tableName,
        Segment,
        TotalSegments: segments,
        ExclusiveStartKey,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );

    this.counts.read += Items.length;
    this.counts.readUnits += ConsumedCapacity?.CapacityUnits ?? 0;
    return { items: Items as TableItem[], next: LastEvaluatedKey };
  }

  /** Converts the items of a page. Returns the number of items in the old shape. */
  async #convertAll(items: readonly TableItem[]): Promise<number> {
    let convertedItems = 0;
    // All writers take items from the same iterator.
    const remainingItems = items.values();
    const convertRemaining = async () => {
      for (const item of remainingItems) if (await this.#convert(item)) convertedItems++;
    };

    await Promise.all(Array.from({ length: WRITERS }, convertRemaining));
    return convertedItems;
  }

  /** Converts one item. Returns whether it was in the old shape. */
  async #convert(scannedItem: TableItem): Promise<boolean> {
    let item: TableItem | undefined = scannedItem;

    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const plan = item && planUpdate(this.#migration, item);
      if (!plan) return false;

      if (await this.#update(plan.input)) {
        this.counts.converted++;
        return true;
      }

      await this.#wait(RETRY_MS * attempt);
      item = await this.#readItem(scannedItem);
    }

    // The item counts as found, so that another pass tries it again.
    return true;
  }

  /** Writes one update. Returns false if the item has changed since it was read. */
  async #update(input: PlannedUpdate['input']): Promise<boolean> {
    const { client, tableName } = this.#options.target;

    try {
      const { ConsumedCapacity } = await client.send(
        new UpdateCommand({ ...input, TableName: tableName, ReturnConsumedCapacity: 'TOTAL' }),
      );
      await this.#spendUnits(ConsumedCapacity?.CapacityUnits ?? 1);
      return true;
    } catch (error) {
      if (isConflict(error) || (error as Error).name === 'ConditionalCheckFailedException') return false;
      throw error;
    }
  }

  async #readItem({ pk, sk }: TableItem): Promise<TableItem | undefined> {
    const { client, tableName } = this.#options.target;
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { pk, sk }, ConsistentRead: true }));
    return Item as TableItem | undefined;
  }

  /** Counts written units, and waits until all units written so far fit the allowed rate. */
  async #spendUnits(units: number): Promise<void> {
    this.counts.writeUnits += units;
    const { writeUnitsPerSecond } = this.#options;
    if (writeUnitsPerSecond === undefined) return;

    const now = performance.now();
    // Time without writes is not saved up for later writes.
    this.#nextWriteAt = Math.max(this.#nextWriteAt, now) + (units * 1000) / writeUnitsPerSecond;
    await this.#wait(this.#nextWriteAt - now);
  }
}
