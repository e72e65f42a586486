/** Exports the demo community's table, deletes the table, and restores it, before the tests compare both states. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTable } from '../../infra/data/backup/export-table.ts';
import { restoreTable } from '../../infra/data/backup/restore-table.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { DemoClient, type DemoSession } from '../../infra/local/seed/demo-session.ts';
import { DEMO_LOGINS } from '../../infra/local/seed/seed.ts';
import { waitUntilQuiet } from '../../infra/local/wait-until-quiet.ts';
import { INDEXES } from '../../lambdas/table/schema.ts';
import { contract } from '../../shared/contract/contract.ts';
import { getAssembly } from '../support/assemblies.ts';
import { type Item, loseTable, scan as scanTable } from './lost-data.ts';

let directory: string;
let cloud: LocalCloud;
let client: DynamoDBClient;
let tableName: string;
let member: DemoSession;

/** The table's items, those of its indexes, and what a member sees. */
interface State {
  readonly items: Item[];
  readonly indexes: Record<string, Item[]>;
  readonly lists: unknown;
}

/** The states before the export and after the restore. */
let stateBefore: State;
let stateAfter: State;

/** The numbers of items: exported, left after the loss of the table, and restored. */
let itemCounts: { exported: number; lost: number; restored: number };

const backupFolder = () => join(directory, 'backup');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-restore-'));
  cloud = await startLocalCloud({
    port: 0,
    directory: join(directory, 'cloud'),
    web: false,
    assembly: await getAssembly(),
  });

  const { credentials } = cloud;
  const { region } = cloud.config;

  client = new DynamoDBClient({ region, endpoint: cloud.environment.AWS_ENDPOINT_URL_DYNAMODB!, credentials });
  tableName = (await client.send(new ListTablesCommand({}))).TableNames![0]!;
  member = await new DemoClient(cloud.config, cloud.mails).signIn(DEMO_LOGINS[0]!);

  await deleteSocketItems();
  // Waits for the purge of the demo's former member.
  await waitUntilQuiet(cloud);
  stateBefore = await readState();

  const exported = await exportTable(client, { tableName, directory: backupFolder(), segments: 3 });
  await loseTable(cloud, client);
  const lost = (await scan()).length;
  const restored = await restoreTable(client, { tableName, directory: backupFolder() });
  itemCounts = { exported, lost, restored };

  // The restore doesn't write the export's items of views. The change feed derives them from the restored items.
  await waitUntilQuiet(cloud);
  stateAfter = await readState();
});
afterAll(async () => {
  client?.destroy();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Returns all items of the table or an index, without the item by which a restore marks the table. */
async function scan(IndexName?: string): Promise<Item[]> {
  const items = await scanTable(client, tableName, IndexName);
  return items.filter(({ pk }) => pk?.S !== 'JOB#restore-table');
}

/** Deletes the items of the seed's sockets. Otherwise, the sockets' disconnects would delete them during the test. */
async function deleteSocketItems(): Promise<void> {
  const sockets = (await scan()).filter(({ pk, sk }) => /^SOCKET#/.test(`${pk?.S}`) || /^SOCKET#/.test(`${sk?.S}`));
  for (const { pk, sk } of sockets) {
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk: pk!, sk: sk! } }));
  }
}

async function scanIndexes(): Promise<Record<string, Item[]>> {
  const indexes: Record<string, Item[]> = {};
  for (const name of Object.keys(INDEXES)) indexes[name] = await scan(name);
  return indexes;
}

/** Returns all lists of a member, without presigned URLs, which differ in each response. */
async function readLists(): Promise<unknown> {
  const { files } = await member.call(contract.files.list, { limit: 1000 });
  const { posts } = await member.call(contract.posts.list, { limit: 50 });
  const { users } = await member.call(contract.users.list, { sort: 'username' });
  const { conversations } = await member.call(contract.messages.conversations, {});

  return {
    files: files.map(({ url: _, ...file }) => file),
    posts: posts.map(({ imageUrl: _, ...post }) => post),
    users,
    conversations,
    log: await member.call(contract.account.depthLog, {}),
    profile: (await member.call(contract.account.me, {})).profile,
  };
}

async function readState(): Promise<State> {
  return { items: await scan(), indexes: await scanIndexes(), lists: await readLists() };
}

/** Audits all ledgers in this process. */
async function auditAllLedgers() {
  Object.assign(process.env, cloud.environment, {
    AWS_REGION: cloud.config.region,
    TABLE_NAME: tableName,
    DEPTH_INDEX_SHARDS: '1',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });

  const { auditLedgers } = await import('../../lambdas/account/audit-ledgers.ts');
  return auditLedgers({ newRound: true, timeLeft: () => true });
}

describe('backup and restore', () => {
  it('exports all items', () => {
    // Fails if the seed has created no community.
    expect(stateBefore.items.length).toBeGreaterThan(200);
    expect(itemCounts.exported).toBe(stateBefore.items.length);
  });

  it('rejects a folder with an export', async () => {
    const options = { tableName, directory: backupFolder(), segments: 3 };
    await expect(exportTable(client, options)).rejects.toMatchObject({ name: 'FolderInUseError' });
  });

  it('rejects a table that has items', async () => {
    const refusedRestore = restoreTable(client, { tableName, directory: backupFolder() });
    await expect(refusedRestore).rejects.toMatchObject({ name: 'TableNotEmptyError' });
  });

  it('restores every item', () => {
    expect(itemCounts).toMatchObject({ lost: 0, restored: stateBefore.items.length });
    expect(stateAfter.items).toEqual(stateBefore.items);
  });

  it('restores the indexes and lists', () => {
    for (const [name, items] of Object.entries(stateBefore.indexes)) {
      expect(items.length, name).toBeGreaterThan(0);
      expect(stateAfter.indexes[name], name).toEqual(items);
    }
    expect(stateAfter.lists).toEqual(stateBefore.lists);
  });

  it('restores ledgers that match their profiles, as the audit confirms', async () => {
    const { audited, mismatched, finished } = await auditAllLedgers();
    expect({ mismatched, finished }).toEqual({ mismatched: 0, finished: true });

    const profiles = stateBefore.items.filter(({ pk, sk }) => /^USER#/.test(pk!.S!) && sk!.S === 'PROFILE');
    expect(audited).toBe(profiles.filter(({ deletedAt }) => !deletedAt).length);

    // The audit detects a missing entry.
    const { pk, sk } = stateBefore.items.find(({ sk }) => sk!.S!.startsWith('LEDGER#'))!;
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk: pk!, sk: sk! } }));
    expect((await auditAllLedgers()).mismatched).toBe(1);
  });

  it('accepts new posts after the restore', async () => {
    const { post } = await member.call(contract.posts.create, { content: 'Back from the deep.' });
    const { posts } = await member.call(contract.posts.list, { limit: 50 });
    expect(posts.map(({ id }) => id)).toContain(post.id);
  });
});
