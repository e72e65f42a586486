/** `npm run restore-table`: writes an export into an existing table. */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { restoreTable } from '../infra/data/backup/restore-table.ts';
import { runCommand } from './run-command.ts';

const HELP = `Writes an export into an existing, empty table.

  npm run restore-table -- --table <name> --from <folder>
  npm run restore-table -- … --into-used-table      even if the table has items; replaces those with the same keys

The folder is an export of "npm run export-table", or a copy of a DynamoDB export in S3 (AWSDynamoDB/<export>).
The jobs that delete or debit are paused from now on, until "npm run verify-table" finds no violation in the table and its
bucket.

Account, region, and endpoint come from the environment: AWS_PROFILE, AWS_REGION,
AWS_ENDPOINT_URL_DYNAMODB.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      table: { type: 'string' },
      from: { type: 'string' },
      'into-used-table': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { table: tableName, from: directory, 'into-used-table': intoUsedTable, help } = values;
  if (help) {
    console.log(HELP);
    return;
  }
  if (!tableName || !directory) throw new Error(`--table and --from are required.\n\n${HELP}`);

  const startTime = performance.now();
  const items = await restoreTable(new DynamoDBClient({}), { tableName, directory, intoUsedTable });

  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  // Node reports kilobytes.
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `Restored ${items} items of ${directory} to ${tableName} in ${seconds} s, using up to ${megabytes} MB of memory.`,
  );
  console.log('Jobs are paused until "npm run verify-table" finds no violation in the table and its bucket.');
}

await runCommand(main);
