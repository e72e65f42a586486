/** Rehearses lost tables and buckets: no job may delete the remaining data. See docs/backup-and-verification.md. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTable } from '../../infra/data/backup/export-table.ts';
import { beginRestore } from '../../infra/data/backup/restore-marker.ts';
import { restoreTable } from '../../infra/data/backup/restore-table.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { getAssembly } from '../support/assemblies.ts';
import { connectToBucket, type Item, listKeys, loseTable, scan } from './lost-data.ts';

const JOBS = ['ReconcileUploadsSchedule', 'PurgeOrphansSchedule', 'PurgeJob/Schedule', 'AuditLedgersSchedule'];

/** Types whose items change whenever jobs run. */
const JOB_ITEM_TYPES = /^(JOB|CALLS|CONDUCT|SOCKET|TICKET)$/;

const execFileAsync = promisify(execFile);

let directory: string;
let cloud: LocalCloud;
let client: DynamoDBClient;
let s3: S3Client;
let tableName: string;
let bucket: string;

/** The state before each loss. */
let stateBefore: { items: Item[]; keys: string[] };

const backupFolder = () => join(directory, 'backup');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-lost-'));
  const assembly = await getAssembly({ objectRecoveryDays: 30 });

  cloud = await startLocalCloud({ port: 0, directory: join(directory, 'cloud'), web: false, assembly });
  const { config, credentials, environment } = cloud;
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB!;

  client = new DynamoDBClient({ region: config.region, endpoint, credentials });
  s3 = connectToBucket(cloud);
  ({ tableName, bucketName: bucket } = cloud.storage);
  await cloud.functions.waitUntilIdle();
  await runJobs();
  stateBefore = { items: await readItems(), keys: await listKeys(s3, bucket) };
  await exportTable(client, { tableName, directory: backupFolder(), segments: 1 });
});

afterAll(async () => {
  client?.destroy();
  s3?.destroy();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Runs the jobs, and waits until the functions are idle. */
async function runJobs(): Promise<void> {
  for (const job of JOBS) await cloud.runSchedule(job);
  await cloud.functions.waitUntilIdle();
}

/** Returns the items that jobs may not change. */
async function readItems(): Promise<Item[]> {
  return (await scan(client, tableName)).filter(({ pk, sk }) => {
    const [partition = '', sort = ''] = [pk, sk].map((key) => key?.S?.split('#', 1)[0]);
    return !JOB_ITEM_TYPES.test(partition) && !JOB_ITEM_TYPES.test(sort);
  });
}

/** Runs a command as an operator does. Returns what it prints. */
async function runCommand(command: string, options: readonly string[]): Promise<string> {
  const { accessKeyId, secretAccessKey } = cloud.credentials;
  const env = {
    ...process.env,
    ...cloud.environment,
    AWS_REGION: cloud.config.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
  // Not synchronous, because the cloud runs in this process. A command that fails has printed its findings, too.
  const args = [`bin/${command}.ts`, ...options];
  const { stdout } = await execFileAsync(process.execPath, args, { env }).catch((error) => error);

  return stdout;
}

/** Verifies the table and the bucket with the command. Returns what it prints. */
function verify(): Promise<string> {
  const workFile = join(directory, 'verify.sqlite');
  return runCommand('verify-table', ['--table', tableName, '--bucket', bucket, '--work-file', workFile]);
}

describe('a lost table', () => {
  it('leaves every object in the bucket, although all jobs run before, during, and after a restore', async () => {
    await loseTable(cloud, client);
    await runJobs();
    expect(await listKeys(s3, bucket)).toEqual(stateBefore.keys);

    await loseTable(cloud, client);

    // Simulates half a restore: the item of every file is missing, but the file's ledger entry exists.
    await restoreTable(client, { tableName, directory: backupFolder() });
    const files = stateBefore.items.filter(({ pk }) => pk?.S?.startsWith('FILE#'));
    expect(files.length).toBeGreaterThan(10);

    for (const { pk, sk } of files) {
      await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk: pk!, sk: sk! } }));
    }
    await runJobs();

    expect(await listKeys(s3, bucket)).toEqual(stateBefore.keys);
    expect(await verify()).toContain('The jobs stay paused until nothing is violated.');

    await restoreTable(client, { tableName, directory: backupFolder(), intoUsedTable: true });
    expect(await verify()).toContain('The restore is complete. The jobs run again.');

    await runJobs();
    expect(await listKeys(s3, bucket)).toEqual(stateBefore.keys);
    expect(await readItems()).toEqual(stateBefore.items);
  });

  it('leaves every object in the bucket even if the restore did not pause the jobs', async () => {
    const { pk, sk } = stateBefore.items.find((item) => item.pk?.S?.startsWith('FILE#'))!;
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk: pk!, sk: sk! } }));
    await runJobs();
    expect(await listKeys(s3, bucket)).toEqual(stateBefore.keys);

    await restoreTable(client, { tableName, directory: backupFolder(), intoUsedTable: true });
    expect(await verify()).toContain('The jobs run again.');
  });
});

describe('a lost bucket', () => {
  it('leaves every item in the table, although all jobs run while the objects are lost', async () => {
    const objects = new Map<string, Awaited<ReturnType<typeof readObject>>>();
    for (const key of stateBefore.keys) objects.set(key, await readObject(key));
    for (const Key of stateBefore.keys) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    await runJobs();
    expect(await readItems()).toEqual(stateBefore.items);

    for (const [Key, object] of objects) await s3.send(new PutObjectCommand({ Bucket: bucket, Key, ...object }));
    await cloud.functions.waitUntilIdle();
    await runJobs();

    expect(await listKeys(s3, bucket)).toEqual(stateBefore.keys);
    expect(await readItems()).toEqual(stateBefore.items);
    expect(await verify()).toMatch(/\d objects\. 0 violations\./);
  });

  it('recovers the deleted objects of a bucket from their versions', async () => {
    const lostAt = new Date();
    for (const Key of stateBefore.keys) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    await runJobs();

    expect(await listKeys(s3, bucket)).toEqual([]);
    expect(await readItems()).toEqual(stateBefore.items);

    // S3 has the times of versions in whole seconds, so the time of the loss is rounded down.
    const since = new Date(Math.floor(+lostAt / 1000) * 1000).toISOString();
    const options = ['--local', join(directory, 'cloud'), '--since', since];

    expect(await runCommand('recover-objects', options)).toContain(`${stateBefore.keys.length} deleted objects`);
    // Without --write, the command only lists the objects.
    expect(await listKeys(s3, bucket)).toEqual([]);
    expect(await runCommand('recover-objects', [...options, '--write'])).toContain('were recovered.');
    expect(await listKeys(s3, bucket)).toEqual(stateBefore.keys);

    await runJobs();
    expect(await listKeys(s3, bucket)).toEqual(stateBefore.keys);
    expect(await readItems()).toEqual(stateBefore.items);
    expect(await verify()).toMatch(/\d objects\. 0 violations\./);
  });

  /** Returns an object as the parameters that store it again, unless the bucket has one with its key. */
  async function readObject(Key: string) {
    const { Body, ContentType } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return {
      Body: await Body!.transformToByteArray(),
      ContentType,
      ChecksumAlgorithm: 'SHA256',
      IfNoneMatch: '*',
    } as const;
  }
});

it('jobs do nothing while a table is marked as being restored', async () => {
  await beginRestore(client, tableName);
  // The purge job would otherwise complete this deletion.
  const tombstoneFields = {
    userId: 'gone',
    deletedAt: '2026-01-01T00:00:00.000Z',
    owner: 'REMOVAL',
    textOrder: '2026',
  };
  const item = { pk: 'USER#gone', sk: 'PROFILE', ...tombstoneFields };
  const Item = Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));

  await client.send(new PutItemCommand({ TableName: tableName, Item }));
  await runJobs();

  expect(await scan(client, tableName)).toContainEqual(Item);
});
