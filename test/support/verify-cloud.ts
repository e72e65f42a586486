import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { formatFinding } from '../../infra/data/verify/report.ts';
import { verifyTable } from '../../infra/data/verify/verify-table.ts';
import type { LocalCloud } from '../../infra/local/cloud.ts';

/**
 * Verifies the invariants of a cloud's table and bucket.
 *
 * @param graceMs - the time that jobs may take to repair objects without items, in milliseconds
 * @returns a line per violation
 */
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
