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
import { type MigrateOptions, migrateTable } from './migrate-table.ts';
import { type Attributes, type Migration, planUpdate } from './migration.ts';
import { readSchemaVersion } from './schema-version.ts';
import { estimateWriteUnits } from './write-units.ts';

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

let stop: () => Promise<void>;
let client: DynamoDBDocumentClient;
const tableName = () => process.env.TABLE_NAME!;

beforeAll(async () => {
  stop = await startTable();
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
});

afterAll(async () => {
  client.destroy();
  await stop();
});

const put = (item: Attributes) => client.send(new PutCommand({ TableName: tableName(), Item: { ...item } }));
const readProfile = async (id: string) =>
  (await client.send(new GetCommand({ TableName: tableName(), Key: profileKey(id), ConsistentRead: true }))).Item;
const scanAll = async () => (await client.send(new ScanCommand({ TableName: tableName() }))).Items ?? [];

beforeEach(async () => {
  for (let number = 0; number < 20; number++) {
    await put({ ...profileKey(`member-${number}`), userId: `member-${number}`, bio: `bio ${number}`, depth: number });
  }
  await put({ pk: 'POST#1', sk: 'POST', bio: 'not a profile' });
});
afterEach(async () => {
  for (const { pk, sk } of await scanAll()) {
    await client.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
  }
});

const migrate = (options: Partial<MigrateOptions> = {}) =>
  migrateTable({
    target: { client, tableName: tableName() },
    migrations: [RENAME, ADD_LENGTH],
    number: 1,
    segments: 2,
    wait: async () => {},
    ...options,
  });

type Command = { readonly input: { Limit?: number } };

/** Wraps the client: `beforeCommand` runs before each command, and scans return few items at a time. */
function intercept(beforeCommand: (command: Command) => Promise<void> | void): DynamoDBDocumentClient {
  const send = async (command: Command) => {
    if (command instanceof ScanCommand) command.input.Limit = 3;
    await beforeCommand(command);
    return client.send(command as GetCommand);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

describe('a migration', () => {
  it('converts every item of its types, leaves the others, and records the version', async () => {
    const counts = await migrate();
    expect(counts).toMatchObject({ converted: 20 });
    expect(counts.writeUnits).toBeGreaterThanOrEqual(20);

    // 20 profiles, the item of another type, and the schema version.
    const items = await scanAll();
    expect(items).toHaveLength(22);
    expect(await readProfile('member-7')).toEqual({
      ...profileKey('member-7'),
      userId: 'member-7',
      about: 'bio 7',
      depth: 7,
    });
    expect(items).toContainEqual({ pk: 'POST#1', sk: 'POST', bio: 'not a profile' });
    expect(await readSchemaVersion({ client, tableName: tableName() })).toBe(1);
  });

  it('runs only in order, and only once', async () => {
    await expect(migrate({ number: 2 })).rejects.toThrow('run migration 1 first');

    await migrate();
    await expect(migrate()).rejects.toThrow('it has already run');

    await migrate({ number: 2 });
    expect(await readProfile('member-7')).toMatchObject({ about: 'bio 7', aboutLength: 5 });
    await expect(migrate({ number: 3 })).rejects.toThrow('it does not exist');
    await expect(migrate({ migrations: [ADD_LENGTH] })).rejects.toThrow('gaps');
  });

  it('counts items and units in a dry run, and writes nothing', async () => {
    const itemsBefore = await scanAll();
    const { converted, writeUnits, readUnits } = await migrate({ dryRun: true });

    expect({ converted, writeUnits }).toEqual({ converted: 20, writeUnits: 20 });
    expect(readUnits).toBeGreaterThan(0);
    expect(await scanAll()).toEqual(itemsBefore);
  });

  it('continues an interrupted run after the last page, without converting twice', async () => {
    let commandCount = 0;
    let updateCount = 0;
    const countUpdates = (maxCommands: number) =>
      intercept((command) => {
        if (++commandCount > maxCommands) throw new Error('interrupted');
        if (command instanceof UpdateCommand) updateCount++;
      });

    // Each run ends before all items are converted.
    for (const maxCommands of [8, 12, 9]) {
      commandCount = 0;
      const target = { client: countUpdates(maxCommands), tableName: tableName() };
      await expect(migrate({ target })).rejects.toThrow('interrupted');
    }

    const convertedCount = (await scanAll()).filter(({ about }) => about !== undefined).length;
    expect(convertedCount).toBeGreaterThan(0);
    expect(convertedCount).toBeLessThan(20);

    commandCount = 0;
    await migrate({ target: { client: countUpdates(Number.POSITIVE_INFINITY), tableName: tableName() } });

    // One more update records the version.
    expect(updateCount).toBe(21);
    expect((await scanAll()).filter(({ pk }) => String(pk).startsWith('JOB#'))).toEqual([]);
  });

  it('keeps changes of members between its read and its write', async () => {
    // Changes `depth`, which the migration doesn't read, in all items, and `bio`, which it reads, in half of them.
    const changeAll = async () => {
      for (let number = 0; number < 20; number++) {
        await put({
          ...(await readProfile(`member-${number}`)),
          depth: 1000,
          ...(number % 2 === 0 && { bio: 'changed' }),
        });
      }
    };

    let changes: Promise<void> | undefined;
    const racingClient = intercept(async (command) => {
      if (!(command instanceof UpdateCommand)) return;
      changes ??= changeAll();
      await changes;
    });

    await migrate({ target: { client: racingClient, tableName: tableName() } });

    for (let number = 0; number < 20; number++) {
      const about = number % 2 === 0 ? 'changed' : `bio ${number}`;
      expect(await readProfile(`member-${number}`)).toMatchObject({ depth: 1000, about });
    }
  });

  it('does not create items again that members deleted after its read', async () => {
    const deletingClient = intercept(async (command) => {
      if (!(command instanceof UpdateCommand)) return;
      await client.send(new DeleteCommand({ TableName: tableName(), Key: profileKey('member-3') }));
    });

    await migrate({ target: { client: deletingClient, tableName: tableName() } });

    expect(await readProfile('member-3')).toBeUndefined();
  });

  it('fails and keeps the version if a function still writes the old shape', async () => {
    const writingClient = intercept(async (command) => {
      if (command instanceof ScanCommand) await put({ ...profileKey('member-3'), bio: 'old' });
    });
    await expect(migrate({ target: { client: writingClient, tableName: tableName() } })).rejects.toThrow('old shape');
    expect(await readSchemaVersion({ client, tableName: tableName() })).toBe(0);

    // The next run begins at the start of the table.
    await migrate();
    expect(await readProfile('member-3')).toMatchObject({ about: 'old' });
  });

  it('retries conflicting updates, in another pass if an item has used up its attempts', async () => {
    // 101 conflicts use up the ten attempts of each item in the first pages: three items per page, two segments.
    let conflictCount = 0;
    const conflictingClient = intercept((command) => {
      if (!(command instanceof UpdateCommand) || conflictCount > 100) return;
      const name = conflictCount++ % 2 === 0 ? 'TransactionConflictException' : 'ConditionalCheckFailedException';
      throw Object.assign(new ConditionalCheckFailedException({ $metadata: {}, message: name }), { name });
    });

    await migrate({ target: { client: conflictingClient, tableName: tableName() } });

    expect(conflictCount).toBe(101);
    // Only the item of another type keeps its `bio`.
    expect((await scanAll()).filter(({ bio }) => bio !== undefined)).toHaveLength(1);
  });

  it('writes at most the allowed number of units per second', async () => {
    // The waits aren't real. Each one ends at the time of its call plus its length.
    let lastEndMs = 0;
    const start = performance.now();
    const wait = async (milliseconds: number) => {
      lastEndMs = Math.max(lastEndMs, performance.now() - start + milliseconds);
    };

    const { writeUnits } = await migrate({ writeUnitsPerSecond: 2, wait });

    expect(lastEndMs).toBeGreaterThanOrEqual((writeUnits * 1000) / 2);
  });
});

describe('planUpdate', () => {
  const profile = { ...profileKey('ada'), bio: 'b' };
  const plan = (migration: Partial<Migration>) => planUpdate({ ...RENAME, ...migration }, profile);

  it('passes only the declared attributes to the migration', () => {
    let seenItem: object | undefined;
    planUpdate(
      {
        ...RENAME,
        convert: (item) => {
          seenItem = item;
          return undefined;
        },
      },
      { ...profile, email: 'ada@fathom.example' },
    );

    expect(seenItem).toEqual(profile);
  });

  it('rejects migrations that change keys or nothing, or would convert their own results', () => {
    expect(() => plan({ convert: () => ({ set: { pk: 'x' } }) })).toThrow('changes a key');
    expect(() => plan({ convert: () => ({}) })).toThrow('empty change');
    expect(() => plan({ convert: ({ bio }) => ({ set: { bio: `${bio}!` } }) })).toThrow('its own result');

    let calls = 0;
    expect(() => plan({ convert: () => ({ set: { about: calls++ } }) })).toThrow('not a pure function');
  });
});

describe('estimateWriteUnits', () => {
  const listedItem = { ...profileKey('ada'), depthList: 'USER#0', depthOrder: '1', bio: 'b' };

  it('counts started kilobytes of the larger item', () => {
    expect(estimateWriteUnits(listedItem, { ...listedItem, bio: 'b'.repeat(900) })).toBe(1);
    expect(estimateWriteUnits(listedItem, { ...listedItem, bio: 'b'.repeat(1100) })).toBe(2);
    expect(estimateWriteUnits({ ...listedItem, bio: 'b'.repeat(1100) }, listedItem)).toBe(2);
  });

  it('adds one write for a changed index row, and two for a row that moves', () => {
    expect(estimateWriteUnits(listedItem, { ...listedItem, contentType: 'image/png' })).toBe(2);
    expect(estimateWriteUnits(listedItem, { ...listedItem, depthOrder: '2' })).toBe(3);

    const { depthList: _, ...unlistedItem } = listedItem;
    expect(estimateWriteUnits(unlistedItem, { ...unlistedItem, depthList: 'USER#0' })).toBe(2);
  });
});
