import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { restoreTable } from '../infra/backup/restore-table.ts';

const HELP = `Writes an export into a table that exists and is empty.

  npm run restore-table -- --table <name> --from <folder>
  npm run restore-table -- … --into-used-table      also when it is not: items of the same keys are replaced

The folder is one that "npm run export-table" has written, or a copy of what DynamoDB has exported to a bucket, below
AWSDynamoDB/<export>. Account, region and endpoint are those of the environment: AWS_PROFILE, AWS_REGION,
AWS_ENDPOINT_URL_DYNAMODB.
`;

try {
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
  } else {
    if (!tableName || !directory) throw new Error(`--table and --from are both needed.\n\n${HELP}`);
    const start = performance.now();
    const items = await restoreTable(new DynamoDBClient({}), { tableName, directory, intoUsedTable });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(`${items} items of ${directory} are in ${tableName}: ${seconds} s, ${megabytes} MB of memory at most.`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
