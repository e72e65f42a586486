/**
 * Tests of `transact` and `batchGet`, which repeat what conflicts with others or is throttled, a limited number of
 * times.
 */
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls, respondToNext } from '../../test/support/table-calls.ts';
import { Throttled } from '../platform/errors.ts';
import { batchGet } from './batch-get.ts';
import { table, tableName } from './client.ts';
import { profileKey } from './keys.ts';
import { type TransactItem, transact } from './transaction.ts';

/** The waits between attempts, in milliseconds. They don't take time in these tests. */
const waits = vi.hoisted(() => [] as number[]);
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void waits.push(ms) }));

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

beforeEach(() => {
  waits.length = 0;
});

afterAll(() => stopTable());

/** Makes every wait as long as possible. Otherwise, waits vary at random between a third of this time and all of it. */
const mockLongestWaits = () => vi.spyOn(Math, 'random').mockReturnValue(1);

const storeItem = (Item: PutCommandInput['Item']) => table.send(new PutCommand({ TableName: tableName(), Item }));

/** Builds a write whose condition fails if the key exists. */
const buildPut = (key = profileKey(randomUUID())): TransactItem => ({
  Put: { TableName: tableName(), Item: key, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Builds DynamoDB's error for a cancelled transaction, with one reason per item. */
const buildCancellation = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

function failNextTransaction(error: Error): void {
  beforeNext(table, 'TransactWriteItemsCommand', () => {
    throw error;
  });
}

describe('transact', () => {
  it('repeats a transaction that conflicts with another, and builds its items again', async () => {
    const builds: number[] = [];
    failNextTransaction(buildCancellation('None', 'TransactionConflict'));

    const result = await transact(() => {
      builds.push(builds.length);
      return [buildPut()];
    });

    expect(result).toBeUndefined();
    expect(builds).toEqual([0, 1]);
    expect(waits).toHaveLength(1);
  });

  it('returns the failed conditions without a retry', async () => {
    const storedKey = profileKey(randomUUID());
    await transact(() => [buildPut(storedKey)]);

    const calls = await countCalls(table, async () => {
      expect(await transact(() => [buildPut(), buildPut(storedKey)])).toEqual({ failed: [false, true] });
    });

    expect(calls).toEqual({ TransactWriteItemsCommand: 1 });
    expect(waits).toEqual([]);
  });

  it('repeats a transaction after a failed condition if the caller allows it', async () => {
    const storedKey = profileKey(randomUUID());
    await transact(() => [buildPut(storedKey)]);
    const cancellations: unknown[] = [];
    const keys = [storedKey, profileKey(randomUUID())];

    const result = await transact(
      () => [buildPut(keys.shift())],
      (cancellation) => cancellations.push(cancellation) > 0,
    );

    expect(result).toBeUndefined();
    expect(cancellations).toEqual([{ failed: [true] }]);
  });

  it('throws Throttled after 14 attempts with waits of at most 750 ms', async () => {
    const randomMock = mockLongestWaits();
    let attempts = 0;
    const buildConflictingItems = async () => {
      attempts += 1;
      failNextTransaction(buildCancellation('TransactionConflict'));
      return [buildPut()];
    };

    await expect(transact(buildConflictingItems)).rejects.toThrow(Throttled);

    randomMock.mockRestore();
    expect(attempts).toBe(14);
    // Each wait is twice as long as the one before, up to the maximum.
    expect(waits).toEqual([30, 60, 120, 240, 480, 750, 750, 750, 750, 750, 750, 750, 750]);
  });

  it('throws other errors and other cancellations without a retry', async () => {
    failNextTransaction(new Error('The table is down.'));
    await expect(transact(() => [buildPut()])).rejects.toThrow('The table is down.');

    failNextTransaction(buildCancellation('None', 'ValidationError'));
    await expect(transact(() => [buildPut()])).rejects.toThrow('Cancelled');

    failNextTransaction(new TransactionCanceledException({ message: 'No reasons', $metadata: {} }));
    await expect(transact(() => [buildPut()])).rejects.toThrow('No reasons');

    expect(waits).toEqual([]);
  });
});

describe('batchGet', () => {
  const buildKeys = (count: number) => Array.from({ length: count }, (_, index) => profileKey(`batch-${index}`));

  it('reads more than 100 items, duplicate keys once, and omits missing items', async () => {
    const keys = buildKeys(101);
    for (const key of keys) await storeItem(key);

    let items: unknown[] = [];
    const calls = await countCalls(table, async () => {
      items = await batchGet([...keys, keys[0]!, profileKey('missing')]);
    });

    expect(items).toHaveLength(101);
    expect(items).toEqual(expect.arrayContaining(keys));
    // DynamoDB reads at most 100 items per request.
    expect(calls).toEqual({ BatchGetItemCommand: 2 });
  });

  it('reads 100 items in one request', async () => {
    const calls = await countCalls(table, () => batchGet(buildKeys(100)));

    expect(calls).toEqual({ BatchGetItemCommand: 1 });
  });

  it('makes no request without keys', async () => {
    const calls = await countCalls(table, async () => expect(await batchGet([])).toEqual([]));

    expect(calls).toEqual({});
  });

  it('distinguishes keys whose texts are equal when joined', async () => {
    const keys = [
      { pk: 'USER#x', sk: '1PROFILE' },
      { pk: 'USER#x1', sk: 'PROFILE' },
    ];
    for (const key of keys) await storeItem(key);

    expect(await batchGet(keys)).toHaveLength(2);
  });

  it('ignores further attributes of the keys', async () => {
    const [key] = buildKeys(1);
    await storeItem(key!);

    expect(await batchGet([{ ...key!, likeCount: 3 } as typeof key & object])).toEqual([key]);
  });

  it.each([true, false])('reads with strong consistency only on request (%s)', async (consistent) => {
    const inputs: unknown[] = [];
    table.middlewareStack.add(
      (next) => (args) => {
        inputs.push(args.input);
        return next(args);
      },
      { step: 'initialize', name: 'inputs' },
    );

    await (consistent ? batchGet(buildKeys(1), { consistent }) : batchGet(buildKeys(1)));

    table.middlewareStack.remove('inputs');
    expect(inputs).toMatchObject([{ RequestItems: { [tableName()]: { ConsistentRead: consistent } } }]);
  });

  it('reads unprocessed keys again after a wait', async () => {
    const keys = buildKeys(2);
    for (const key of keys) await storeItem(key);
    const [processedKey, unprocessedKey] = keys;
    respondToNext(table, 'BatchGetItemCommand', () => ({
      Responses: { [tableName()]: [processedKey] },
      UnprocessedKeys: { [tableName()]: { Keys: [unprocessedKey] } },
    }));

    expect(await batchGet(keys)).toEqual(keys);
    expect(waits).toHaveLength(1);
  });

  it('throws Throttled if keys are still unprocessed after 6 attempts', async () => {
    const randomMock = mockLongestWaits();
    const [key] = buildKeys(1);
    const UnprocessedKeys = { [tableName()]: { Keys: [key] } };
    for (let attempt = 0; attempt < 6; attempt++) {
      respondToNext(table, 'BatchGetItemCommand', () => ({ UnprocessedKeys }));
    }

    const calls = await countCalls(table, () => expect(batchGet([key!])).rejects.toThrow(Throttled));

    randomMock.mockRestore();
    // The responses above replace all requests, so no request reaches the table.
    expect(calls).toEqual({});
    expect(waits).toEqual([30, 60, 120, 240, 480]);
  });
});

describe('table', () => {
  it('repeats a single write that conflicts with a transaction', async () => {
    const key = profileKey(randomUUID());
    let attempts = 0;
    table.middlewareStack.add(
      (next) => async (args) => {
        if (attempts++ > 0) return next(args);
        throw new TransactionConflictException({ message: 'Conflict', $metadata: {} });
      },
      { step: 'deserialize', name: 'conflict', priority: 'low' },
    );

    await storeItem(key);

    table.middlewareStack.remove('conflict');
    expect(attempts).toBe(2);

    const { Item: storedItem } = await table.send(new GetCommand({ TableName: tableName(), Key: key }));
    expect(storedItem).toEqual(key);
  });

  it('throws other errors without a retry', async () => {
    let attempts = 0;
    table.middlewareStack.add(
      () => async () => {
        attempts += 1;
        throw new Error('The table is down.');
      },
      { step: 'deserialize', name: 'failure', priority: 'low' },
    );

    const request = table.send(new GetCommand({ TableName: tableName(), Key: profileKey('ada') }));
    await expect(request).rejects.toThrow('The table is down.');

    table.middlewareStack.remove('failure');
    expect(attempts).toBe(1);
  });

  it('omits undefined values', async () => {
    const key = profileKey(randomUUID());

    await storeItem({ ...key, bio: undefined });

    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: key }));
    expect(Item).toEqual(key);
  });
});
