/** Runs the sample migration in this process, for tests that kill it. Prints a line after each page. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { migrateTable } from '../../infra/data/migrate/migrate-table.ts';
import { SAMPLE } from './sample-migration.ts';

const target = { client: DynamoDBDocumentClient.from(new DynamoDBClient({})), tableName: process.env.TABLE_NAME! };

const counts = await migrateTable({
  target,
  migrations: [SAMPLE],
  number: 1,
  segments: 4,
  // Slow, so that the kill is in the middle.
  writeUnitsPerSecond: 60,
  onProgress: ({ converted }) => console.log(`converted ${converted}`),
});

console.log(JSON.stringify(counts));
process.exit(0);
