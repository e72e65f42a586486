import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttributeValue,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTable } from '../../infra/backup/export-table.ts';
import { restoreTable } from '../../infra/backup/restore-table.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { createTables } from '../../infra/local/dynamodb/dynamodb.ts';
import { type DemoSession, DemoVisitors } from '../../infra/local/seed/demo-session.ts';
import { DEMO_LOGINS } from '../../infra/local/seed/seed.ts';
import { identifier, PSEUDO_PARAMETERS } from '../../infra/local/template/identities.ts';
import { openAssembly } from '../../infra/local/template/synthesis.ts';
import { Resolver } from '../../infra/local/template/template.ts';
import { INDEXES } from '../../lambdas/table/schema.ts';
import { contract } from '../../shared/contract/contract.ts';
import { assemblyOf } from '../support/assemblies.ts';

type Item = Record<string, AttributeValue>;

let directory: string;
let cloud: LocalCloud;
let client: DynamoDBClient;
let tableName: string;
let member: DemoSession;

/** What there was before, and where it was exported to. */
let before: { items: Item[]; indexes: Record<string, Item[]>; seen: unknown };
const folder = () => join(directory, 'backup');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-restore-'));
  cloud = await startLocalCloud({
    port: 0,
    directory: join(directory, 'cloud'),
    web: false,
    assembly: await assemblyOf(),
  });
  const { credentials } = cloud;
  const { region } = cloud.config;
  client = new DynamoDBClient({ region, endpoint: cloud.environment.AWS_ENDPOINT_URL_DYNAMODB!, credentials });
  tableName = (await client.send(new ListTablesCommand({}))).TableNames![0]!;
  member = await new DemoVisitors(cloud.config, cloud.mails).signIn(DEMO_LOGINS[0]!);
  await forgetSockets();
  before = { items: await scan(), indexes: await scanIndexes(), seen: await whatIsSeen() };
}, 180_000);
afterAll(async () => {
  client?.destroy();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Everything of the table or of an index, in an order of its own. */
async function scan(IndexName?: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName, ...(IndexName && { IndexName }) })) {
    items.push(...(page.Items ?? []));
  }
  const key = ({ pk, sk }: Item) => `${pk?.S} ${sk?.S}`;
  return items.toSorted((a, b) => key(a).localeCompare(key(b)));
}

/** Those who chatted in the seed have hung up, and the table learns of it a moment later, while it should be at rest. */
async function forgetSockets(): Promise<void> {
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

/** The lists as a member sees them, without the links that are signed anew each time. */
async function whatIsSeen(): Promise<unknown> {
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

/** The table of the template again, with nothing in it. */
async function replaceTable(): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: tableName }));
  const resolver = new Resolver(openAssembly(await assemblyOf()).stacks, {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: identifier(''),
  });
  const { credentials, environment } = cloud;
  await createTables(resolver.ofType('AWS::DynamoDB::Table'), environment.AWS_ENDPOINT_URL_DYNAMODB!, credentials);
}

/** Has the hourly audit look at everybody, in this process. */
async function audit() {
  Object.assign(process.env, cloud.environment, {
    AWS_REGION: cloud.config.region,
    TABLE_NAME: tableName,
    DEPTH_INDEX_SHARDS: '1',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
  const { auditLedgers } = await import('../../lambdas/account/audit-ledgers.ts');
  return auditLedgers(1000, () => true);
}

describe('a table that is lost and restored from an export', () => {
  it('is exported whole, and not over an export that is there', async () => {
    expect(before.items.length).toBeGreaterThan(200);
    expect(await exportTable(client, { tableName, directory: folder(), segments: 3 })).toBe(before.items.length);
    const again = exportTable(client, { tableName, directory: folder(), segments: 3 });
    await expect(again).rejects.toMatchObject({ name: 'FolderInUse' });
  });

  it('is not written over', async () => {
    const restoring = restoreTable(client, { tableName, directory: folder() });
    await expect(restoring).rejects.toMatchObject({ name: 'TableNotEmpty' });
  });

  it('has every item again as it was', async () => {
    await replaceTable();
    expect(await scan()).toEqual([]);
    expect(await restoreTable(client, { tableName, directory: folder() })).toBe(before.items.length);
    expect(await scan()).toEqual(before.items);
  });

  it('has the same indexes, and its lists answer the same', async () => {
    const indexes = await scanIndexes();
    for (const [name, rows] of Object.entries(before.indexes)) {
      expect(rows.length, name).toBeGreaterThan(0);
      expect(indexes[name], name).toEqual(rows);
    }
    expect(await whatIsSeen()).toEqual(before.seen);
  });

  it('holds ledgers that add up to their profiles, and the audit would have seen one that does not', async () => {
    const { audited, mismatched, finished } = await audit();
    expect({ mismatched, finished }).toEqual({ mismatched: 0, finished: true });
    expect(audited).toBe(before.items.filter(({ pk, sk }) => /^USER#/.test(pk!.S!) && sk!.S === 'PROFILE').length);
    const { pk, sk } = before.items.find(({ sk }) => sk!.S!.startsWith('LEDGER#'))!;
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk: pk!, sk: sk! } }));
    expect((await audit()).mismatched).toBe(1);
  });

  it('goes on working: what is done afterwards counts', async () => {
    const { post } = await member.call(contract.posts.create, { content: 'Back from the deep.' });
    const { posts } = await member.call(contract.posts.list, { limit: 50 });
    expect(posts.map(({ id }) => id)).toContain(post.id);
  });
});
