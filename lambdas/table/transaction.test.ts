/** Tests of transactions that DynamoDB cancels: which are repeated, and which fail. */
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { injectTableFaults, type TableFaults } from '../../test/support/table-faults.ts';
import { table, tableName } from './client.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;
let faults: TableFaults;

beforeAll(async () => {
  stopTable = await startTable();
  faults = injectTableFaults(table);
});

afterEach(() => {
  faults.clear();
});

afterAll(() => stopTable());

describe('transact', () => {
  const buildPut = (pk: string) => ({
    Put: {
      TableName: tableName(),
      Item: { pk, sk: 'item' },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });

  const isStored = async (pk: string) => {
    const Key = { pk, sk: 'item' };
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key }));
    return Item !== undefined;
  };

  /** Makes the next transaction fail with these reasons, one per item. */
  function cancelNext(...codes: string[]): void {
    table.middlewareStack.add(
      () => async () => {
        table.middlewareStack.remove('cancel');
        const CancellationReasons = codes.map((Code) => ({ Code }));
        throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
      },
      { name: 'cancel', step: 'initialize' },
    );
  }

  it.each(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError'])(
    'retries a transaction that was cancelled by %s',
    async (code) => {
      const pk = randomUUID();
      cancelNext(code, 'None');

      expect(await transact(() => [buildPut(pk)])).toBeUndefined();
      expect(await isStored(pk)).toBe(true);
    },
  );

  it('does not retry an invalid transaction', async () => {
    const pk = randomUUID();
    cancelNext('ValidationError');

    await expect(transact(() => [buildPut(pk)])).rejects.toThrow(TransactionCanceledException);
    expect(await isStored(pk)).toBe(false);
  });

  it('returns a failed condition even if another item was throttled', async () => {
    cancelNext('ConditionalCheckFailed', 'ThrottlingError');

    expect(await transact(() => [buildPut(randomUUID())])).toEqual({ failed: [true, false] });
  });

  it('repeats a transaction whose earlier request is still running, and commits it once', async () => {
    const pk = randomUUID();
    table.middlewareStack.add(
      (next) => async (args) => {
        table.middlewareStack.remove('in progress');
        await next(args);
        throw new TransactionInProgressException({ message: '', $metadata: {} });
      },
      { name: 'in progress', step: 'initialize' },
    );

    // With a new token, the repetition would fail on its own condition.
    expect(await transact(() => [buildPut(pk)])).toBeUndefined();
    expect(await isStored(pk)).toBe(true);
  });

  it('throws the error if the result stays unknown', async () => {
    faults.fail('response lost', ({ command }) => command === 'TransactWriteItemsCommand', 3);

    await expect(transact(() => [buildPut(randomUUID())])).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
