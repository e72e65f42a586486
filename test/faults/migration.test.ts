/**
 * Migrates a table while members write to it, and kills the migration halfway. The migration renames the attribute
 * `views` of files to `opened` (sample-migration.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateTable } from '../../infra/data/migrate/migrate-table.ts';
import { readSchemaVersion } from '../../infra/data/migrate/schema-version.ts';
import { fileKey } from '../../lambdas/table/keys.ts';
import { startTable } from '../support/table.ts';
import { SAMPLE } from './sample-migration.ts';

/** Number of files before the migration. */
const FILE_COUNT = 400;

/** Number of concurrent writers. */
const WRITER_COUNT = 4;

/** Number of converted files after which the first migration is killed: few, so that most files remain. */
const FILES_BEFORE_KILL = 20;

let stop: () => Promise<void>;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  stop = await startTable();
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
});
afterAll(async () => {
  client.destroy();
  await stop();
});

const tableName = () => process.env.TABLE_NAME!;
const keyOf = (name: string) => fileKey(`files/ada/${name}`);

/** Returns whether an error says that a write's condition was not met. */
const isConditionFailure = (error: unknown) => (error as Error).name === 'ConditionalCheckFailedException';

/** The number of views that each file must have after the migration, by file name. Deleted files are missing. */
const expectedViews = new Map<string, number>();

/**
 * Counts a view in the attribute that the file's item has, like functions that expect both shapes: `opened` after the
 * conversion, `views` before it.
 */
async function countView(name: string): Promise<void> {
  for (const attribute of ['opened', 'views'] as const) {
    try {
      await client.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: keyOf(name),
          UpdateExpression: 'ADD #count :one',
          ConditionExpression: 'attribute_exists(#count)',
          ExpressionAttributeNames: { '#count': attribute },
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
      expectedViews.set(name, expectedViews.get(name)! + 1);
      return;
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  }

  // The migration converted the item after the attempt with `opened`, and before the attempt with `views`.
  await countView(name);
}

/** Adds a file without views, whose item has these attributes. */
const addFile = async (name: string, attributes: object) => {
  await client.send(
    new PutCommand({ TableName: tableName(), Item: { ...keyOf(name), name, likeCount: 0, ...attributes } }),
  );
  expectedViews.set(name, 0);
};

/**
 * Writes like members until `isDone` returns true: views, and more rarely likes, new files in the new shape, and
 * deletions.
 *
 * @returns how often it has counted a view and a like
 */
async function writeUntil(isDone: () => boolean, writer: number): Promise<{ views: number; likes: number }> {
  let views = 0;
  let likes = 0;

  for (let step = 0; !isDone(); step++) {
    // Each writer has its own files.
    const name = `file ${writer + WRITER_COUNT * (step % (FILE_COUNT / WRITER_COUNT))}`;
    if (expectedViews.has(name)) {
      await countView(name);
      views++;
    }

    if (step % 5 === 0 && expectedViews.has(name)) {
      await client.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: keyOf(name),
          UpdateExpression: 'ADD likeCount :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
      likes++;
    }

    if (step % 10 === 0) await addFile(`new ${writer} ${step}`, { opened: 0 });
    if (step % 50 === 49) {
      expectedViews.delete(name);
      await client.send(new DeleteCommand({ TableName: tableName(), Key: keyOf(name) }));
    }

    await pause(1);
  }

  return { views, likes };
}

/** Starts the migration in its own process, and kills it after it has converted at least this many files. */
async function killAfter(convertedCount: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

  const exited = once(child, 'exit');
  child.stdout.on('data', (lines) => {
    // The last line is like `converted 42`.
    const match = /(\d+)\s*$/.exec(String(lines).trim());
    if (Number(match?.[1] ?? 0) >= convertedCount) child.kill('SIGKILL');
  });

  // A process that has completed the migration exits with code 0 instead.
  expect(await exited).toEqual([null, 'SIGKILL']);
}

/** Reads the items of all files that must exist. An item that is missing has no attributes. */
async function readFiles(): Promise<Record<string, unknown>[]> {
  const files: Record<string, unknown>[] = [];
  const keys = [...expectedViews.keys()].map(keyOf);
  for (const Key of keys) {
    const { Item } = await client.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
    files.push(Item ?? {});
  }
  return files;
}

it('a migration that is killed and repeated converts every file, and loses no write of members', async () => {
  for (let number = 0; number < FILE_COUNT; number++) await addFile(`file ${number}`, { views: 0 });

  let isDone = false;
  const runningWriters = Array.from({ length: WRITER_COUNT }, (_, writer) => writeUntil(() => isDone, writer));
  try {
    await killAfter(FILES_BEFORE_KILL);
    const target = { client, tableName: tableName() };
    expect(await readSchemaVersion(target)).toBe(0);

    const { converted } = await migrateTable({ target, migrations: [SAMPLE], number: 1, segments: 4 });
    // The killed process has already converted some files.
    expect(converted).toBeGreaterThan(0);
    expect(converted).toBeLessThan(FILE_COUNT);
    expect(await readSchemaVersion(target)).toBe(1);
  } finally {
    isDone = true;
    await Promise.all(runningWriters);
  }

  // Every writer has counted views during the migration.
  const writeCounts = await Promise.all(runningWriters);
  expect(Math.min(...writeCounts.map(({ views }) => views))).toBeGreaterThan(0);

  const files = await readFiles();
  for (const { name, views, opened } of files) {
    expect({ name, views, opened }).toEqual({ name, views: undefined, opened: expectedViews.get(String(name)) });
  }

  // Deleted files have not come back, and no item is in the old shape.
  let fileCount = 0;
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName() })) {
    fileCount += Items.filter(({ sk }) => sk === 'FILE').length;
    expect(Items.filter(({ views }) => views !== undefined)).toEqual([]);
  }

  expect(fileCount).toBe(expectedViews.size);
});
