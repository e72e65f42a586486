import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect } from 'vitest';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../../infra/local/cloud.ts';
import { waitUntilQuiet } from '../../infra/local/wait-until-quiet.ts';
import { contract } from '../../shared/contract/contract.ts';
import { getAssembly } from '../support/assemblies.ts';
import { setTarget } from '../support/current-target.ts';
import type { Member } from '../support/member.ts';
import { findViolations } from '../support/verify-cloud.ts';

/** Jobs that repair what lost events and interrupted requests leave. */
const JOBS = ['ReconcileUploadsSchedule', 'PurgeJob/Schedule'] as const;

interface FaultCloud {
  /** The first cloud. `restart` returns the cloud that replaces it. */
  readonly cloud: LocalCloud;
  /** Holds the cloud's state and logs. */
  readonly directory: string;
  /** Closes the cloud and starts it again on the same state and port. */
  restart(): Promise<LocalCloud>;
  /** Reads the items of a partition whose sort keys begin with a prefix, strongly consistent. */
  readItems(pk: string, skPrefix: string): Promise<Record<string, unknown>[]>;
}

interface FaultCloudSettings extends Pick<LocalCloudOptions, 'context' | 'providerTimings'> {
  /** Violations of invariants that the file's tests cause on purpose. */
  readonly allowedViolations?: readonly RegExp[];
}

/**
 * Starts an empty cloud for the tests of one file. After the last test, verifies every invariant of its table and
 * bucket, and closes it.
 */
export async function startFaultCloud({
  allowedViolations,
  ...settings
}: FaultCloudSettings = {}): Promise<FaultCloud> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-faults-'));
  const assembly = await getAssembly(settings.context);
  let cloud: LocalCloud | undefined;

  const start = async () => {
    const port = cloud?.ports.site ?? 0;
    cloud = await startLocalCloud({ ...settings, port, directory, seed: false, web: false, assembly });
    setTarget({ config: cloud.config, confirmByAdmin: false, unsupported: {} });
    return cloud;
  };

  const restart = async () => {
    await cloud?.close();
    return start();
  };

  afterAll(async () => {
    try {
      if (!cloud) return;
      // Tests may leave faults switched on.
      Object.assign(cloud.faults, { dropNotifications: false, dropDisconnects: false });
      const feedFaults = { isPaused: false, delayMs: 0, duplicates: false, shuffles: false, skipsBackoff: false };
      Object.assign(cloud.changeFeed.faults, feedFaults);

      await expectNoViolations(cloud, allowedViolations);
    } finally {
      await cloud?.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });

  await start();
  const getCloud = () => cloud as LocalCloud;

  return {
    cloud: getCloud(),
    directory,
    restart,
    readItems: (pk, skPrefix) => readItems(getCloud(), pk, skPrefix),
  };
}

async function readItems({ environment, credentials }: LocalCloud, pk: string, skPrefix: string) {
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB!;
  const database = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1', endpoint, credentials }));
  const { TableNames: [TableName] = [] } = await database.send(new ListTablesCommand({}));
  const { Items = [] } = await database.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix },
      ConsistentRead: true,
    }),
  );
  database.destroy();

  return Items;
}

/**
 * Checks that a cloud has no violations of invariants. Then runs the hourly jobs, and checks that no violation remains
 * that the jobs should have repaired.
 *
 * @param allowedViolations - violations that a test has caused on purpose
 */
async function expectNoViolations(cloud: LocalCloud, allowedViolations: readonly RegExp[] = []): Promise<void> {
  const findUnexpected = async (options?: { graceMs: number }) =>
    (await findViolations(cloud, options)).filter((line) => !allowedViolations.some((pattern) => pattern.test(line)));

  await waitUntilQuiet(cloud);
  expect(await findUnexpected(), 'violations of invariants after all tests').toEqual([]);

  for (const job of JOBS) await cloud.runSchedule(job);
  await waitUntilQuiet(cloud);

  expect(await findUnexpected({ graceMs: 0 }), 'violations of invariants after the hourly jobs').toEqual([]);
}

/** Returns up to 100 entries of a member's ledger, newest first. */
export async function readLedger(member: Member) {
  return (await member.call(contract.account.depthLog, { limit: 100 })).body.entries;
}

/** Waits until the ledger contains these changes (metres, oldest first), and checks that the depth is their sum. */
export async function expectLedger(member: Member, changes: readonly number[]): Promise<void> {
  const readStoredChanges = async () => (await readLedger(member)).map(({ change }) => change).toReversed();
  await expect.poll(readStoredChanges).toEqual(changes);

  const sum = changes.reduce((total, change) => total + change, 0);
  expect(await member.getDepth()).toBeCloseTo(sum, 6);
}
