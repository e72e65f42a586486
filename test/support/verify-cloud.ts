import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { formatFinding } from '../../infra/verify/report.ts';
import { verifyTable } from '../../infra/verify/verify-table.ts';

/** Jobs that repair what lost events and interrupted requests leave. */
const JOBS = ['ReconcileUploadsSchedule', 'PurgeJob/Schedule'] as const;

/** Resolves when no event, job, or webhook of the cloud is in progress. */
async function waitUntilQuiet({ functions, payments }: LocalCloud): Promise<void> {
  await Promise.all([payments.stripe?.idle(), payments.paypal?.idle()]);
  await functions.waitUntilIdle();
}

/** Verifies the invariants of a cloud's table and bucket, and returns a line per violation. */
export async function findViolations(cloud: LocalCloud, { graceMs }: { graceMs?: number } = {}): Promise<string[]> {
  const { config, credentials, environment, storage } = cloud;
  const connection = { region: config.region, credentials };
  const database = new DynamoDBClient({ ...connection, endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB! });
  const client = new S3Client({ ...connection, endpoint: environment.AWS_ENDPOINT_URL_S3!, forcePathStyle: true });
  const lines: string[] = [];
  try {
    await verifyTable({
      target: { database, tableName: storage.tableName, objects: { client, bucket: storage.bucketName } },
      shards: storage.shards,
      ...(graceMs !== undefined && { graceMs }),
      onViolation: (finding) => lines.push(formatFinding(finding)),
    });
  } finally {
    database.destroy();
    client.destroy();
  }
  return lines;
}

/**
 * Checks that a cloud has no violations: at once, and, after the hourly jobs, also none that the jobs should have
 * repaired.
 *
 * @param allowed - violations that a test has caused on purpose
 */
export async function expectNoViolations(cloud: LocalCloud, allowed: readonly RegExp[] = []): Promise<void> {
  const find = async (options?: { graceMs: number }) =>
    (await findViolations(cloud, options)).filter((line) => !allowed.some((pattern) => pattern.test(line)));
  await waitUntilQuiet(cloud);
  expect(await find(), 'violations of invariants after all tests').toEqual([]);
  for (const job of JOBS) await cloud.runSchedule(job);
  await waitUntilQuiet(cloud);
  expect(await find({ graceMs: 0 }), 'violations of invariants after the hourly jobs').toEqual([]);
}
