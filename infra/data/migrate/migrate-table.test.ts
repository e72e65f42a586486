/** Tests of `npm run migrate`, which converts stored items to a new shape while members write to the table. */
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileKey } from '../../../lambdas/table/keys.ts';
import { startTable } from '../../../test/support/table.ts';
import { migrateTable } from './migrate-table.ts';
import type { Attributes, Migration } from './migration.ts';
import type { MigrateOptions } from './migration-run.ts';
import { readSchemaVersion } from './schema-version.ts';

/** A migration that renames `bio` to `about`. */
const RENAME: Migration = {
  number: 1,
  title: 'rename bio to about',
  types: ['profile'],
  reads: ['bio', 'about'],
  convert: ({ bio }) => (bio === undefined ? undefined : { set: { about: bio }, remove: ['bio'] }),
};

/** A migration that adds the length of `about`. */
const ADD_LENGTH: Migration = {
  number: 2,
  title: 'add a length',
  types: ['profile'],
  reads: ['about', 'aboutLength'],
  convert: ({ about, aboutLength }) =>
    aboutLength === undefined ? { set: { aboutLength: String(about ?? '').length } } : undefined,
};

const PROFILE_COUNT = 20;
const SEGMENTS = 2;
/** Number of items that a scan of an intercepted client returns. */
const PAGE_SIZE = 3;

let stopTable: () => Promise<void>;
let client: DynamoDBDocumentClient;
const tableName = () => process.env.TABLE_NAME!;

const putItem = (item: Attributes) => client.send(new PutCommand({ TableName: tableName(), Item: { ...item } }));
const readItems = async () => (await client.send(new ScanCommand({ TableName: tableName() }))).Items ?? [];
const readProfile = async (id: string) =>
  (await client.send(new GetCommand({ TableName: tableName(), Key: profileKey(id), ConsistentRead: true }))).Item;
const readVersion = () => readSchemaVersion({ client, tableName: tableName() });

/** Runs the first migration, unless `options` name another one. Doesn't wait between writes. */
const migrate = (options: Partial<MigrateOptions> = {}) =>
  migrateTable({
    target: { client, tableName: tableName() },
    migrations: [RENAME, ADD_LENGTH],
    number: 1,
    segments: SEGMENTS,
    wait: async () => {},
    ...options,
  });

const migrateWith = (migratingClient: DynamoDBDocumentClient) =>
  migrate({ target: { client: migratingClient, tableName: tableName() } });

type Command = { readonly input: { Limit?: number } };

/** Wraps the client: `beforeCommand` runs before each command, and scans return few items at a time. */
function interceptClient(beforeCommand: (command: Command) => Promise<void> | void): DynamoDBDocumentClient {
  const send = async (command: Command) => {
    if (command instanceof ScanCommand) command.input.Limit = PAGE_SIZE;
    await beforeCommand(command);
    return client.send(command as GetCommand);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

beforeAll(async () => {
  stopTable = await startTable();
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
});

afterAll(async () => {
  client.destroy();
  await stopTable();
});

beforeEach(async () => {
  for (let index = 0; index < PROFILE_COUNT; index++) {
    await putItem({ ...profileKey(`member-${index}`), userId: `member-${index}`, bio: `bio ${index}`, depth: index });
  }
  await putItem({ pk: 'POST#1', sk: 'POST', bio: 'not a profile' });
});

afterEach(async () => {
  for (const { pk, sk } of await readItems()) {
    await client.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
  }
});

describe('a migration', () => {
  it('converts every item of its types, leaves the others, and records the version', async () => {
    const counts = await migrate();
    expect(counts).toMatchObject({ converted: PROFILE_COUNT });
    expect(counts.writeUnits).toBeGreaterThanOrEqual(PROFILE_COUNT);

    // The profiles, the item of another type, and the schema version.
    const items = await readItems();
    expect(items).toHaveLength(PROFILE_COUNT + 2);
    expect(await readProfile('member-7')).toEqual({
      ...profileKey('member-7'),
      userId: 'member-7',
      about: 'bio 7',
      depth: 7,
    });
    expect(items).toContainEqual({ pk: 'POST#1', sk: 'POST', bio: 'not a profile' });
    expect(await readVersion()).toBe(1);
  });

  it('runs after the previous migration', async () => {
    await migrate();
    await migrate({ number: 2 });

    expect(await readProfile('member-7')).toMatchObject({ about: 'bio 7', aboutLength: 5 });
  });

  it('does not run again', async () => {
    await migrate();
    await expect(migrate()).rejects.toThrow('it has already run');
  });

  it('does not run before the previous migration', async () => {
    await expect(migrate({ number: 2 })).rejects.toThrow('run migration 1 first');
  });

  it('does not run if it does not exist, or if its list has gaps', async () => {
    await expect(migrate({ number: 3 })).rejects.toThrow('it does not exist');
    await expect(migrate({ migrations: [ADD_LENGTH] })).rejects.toThrow('gaps');
  });

  it('counts items and units in a dry run, and writes nothing', async () => {
    const itemsBefore = await readItems();
    const { converted, writeUnits, readUnits } = await migrate({ dryRun: true });

    expect({ converted, writeUnits }).toEqual({ converted: PROFILE_COUNT, writeUnits: PROFILE_COUNT });
    expect(readUnits).toBeGreaterThan(0);
    expect(await readItems()).toEqual(itemsBefore);
  });

  it('continues an interrupted run after the last page, without converting twice', async () => {
    let updateCount = 0;
    const migrateUntil = (maxCommands: number) => {
      let commandCount = 0;
      const countingClient = interceptClient((command) => {
        if (++commandCount > maxCommands) throw new Error('interrupted');
        if (command instanceof UpdateCommand) updateCount++;
      });
      return migrateWith(countingClient);
    };

    // Each run ends before all items are converted.
    for (const maxCommands of [8, 12, 9]) {
      await expect(migrateUntil(maxCommands)).rejects.toThrow('interrupted');
    }

    const convertedCount = (await readItems()).filter(({ about }) => about !== undefined).length;
    expect(convertedCount).toBeGreaterThan(0);
    expect(convertedCount).toBeLessThan(PROFILE_COUNT);

    await migrateUntil(Number.POSITIVE_INFINITY);

    // One more update records the version.
    expect(updateCount).toBe(PROFILE_COUNT + 1);
    expect((await readItems()).filter(({ pk }) => String(pk).startsWith('JOB#'))).toEqual([]);
  });

  it("keeps a member's change that happens between its read and its write", async () => {
    // Changes `depth`, which the migration doesn't read, in all items, and `bio`, which it reads, in half of them.
    const changeAll = async () => {
      for (let index = 0; index < PROFILE_COUNT; index++) {
        await putItem({
          ...(await readProfile(`member-${index}`)),
          depth: 1000,
          ...(index % 2 === 0 && { bio: 'changed' }),
        });
      }
    };

    let changes: Promise<void> | undefined;
    const racingClient = interceptClient(async (command) => {
      if (!(command instanceof UpdateCommand)) return;
      changes ??= changeAll();
      await changes;
    });

    await migrateWith(racingClient);

    for (let index = 0; index < PROFILE_COUNT; index++) {
      const about = index % 2 === 0 ? 'changed' : `bio ${index}`;
      expect(await readProfile(`member-${index}`)).toMatchObject({ depth: 1000, about });
    }
  });

  it('does not create an item again that was deleted after its read', async () => {
    const deletingClient = interceptClient(async (command) => {
      if (!(command instanceof UpdateCommand)) return;
      await client.send(new DeleteCommand({ TableName: tableName(), Key: profileKey('member-3') }));
    });

    await migrateWith(deletingClient);

    expect(await readProfile('member-3')).toBeUndefined();
  });

  describe('while a Lambda function still writes the old shape', () => {
    const migrateDuringWrites = () =>
      migrateWith(
        interceptClient(async (command) => {
          if (command instanceof ScanCommand) await putItem({ ...profileKey('member-3'), bio: 'old' });
        }),
      );

    it('fails and keeps the version', async () => {
      await expect(migrateDuringWrites()).rejects.toThrow('old shape');
      expect(await readVersion()).toBe(0);
    });

    it('begins at the start of the table in its next run', async () => {
      await expect(migrateDuringWrites()).rejects.toThrow('old shape');
      await migrate();
      expect(await readProfile('member-3')).toMatchObject({ about: 'old' });
    });
  });

  it('retries conflicting updates, in another pass if an item has used up its attempts', async () => {
    // More than the items of the first page of each segment accept in their ten attempts: 2 × 3 × 10 = 60.
    const maxConflicts = 101;
    let conflictCount = 0;
    const conflictingClient = interceptClient((command) => {
      if (!(command instanceof UpdateCommand) || conflictCount === maxConflicts) return;
      const name = conflictCount++ % 2 === 0 ? 'TransactionConflictException' : 'ConditionalCheckFailedException';
      throw Object.assign(new ConditionalCheckFailedException({ $metadata: {}, message: name }), { name });
    });

    await migrateWith(conflictingClient);

    expect(conflictCount).toBe(maxConflicts);
    // Only the item of another type keeps its `bio`.
    expect((await readItems()).filter(({ bio }) => bio !== undefined)).toHaveLength(1);
  });

  it('writes at most the allowed number of units per second', async () => {
    // The waits aren't real. The test computes when the last one would have ended.
    let lastEndMs = 0;
    const start = performance.now();
    const wait = async (milliseconds: number) => {
      lastEndMs = Math.max(lastEndMs, performance.now() - start + milliseconds);
    };

    const { writeUnits } = await migrate({ writeUnitsPerSecond: 2, wait });

    expect(lastEndMs).toBeGreaterThanOrEqual((writeUnits * 1000) / 2);
  });
});
