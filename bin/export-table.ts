import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { exportTable } from '../infra/backup/export-table.ts';

const HELP = `Writes a table into a folder, in the format of DynamoDB's own exports.

  npm run export-table -- --table <name> --to <folder>
  npm run export-table -- … --segments 8      scan it in so many parts side by side, instead of 4

Account, region and endpoint are those of the environment: AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB.
`;
const MOST_SEGMENTS = 1_000;

try {
  const { values } = parseArgs({
    options: {
      table: { type: 'string' },
      to: { type: 'string' },
      segments: { type: 'string', default: '4' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { table: tableName, to: directory, help } = values;
  if (help) {
    console.log(HELP);
  } else {
    const segments = Number(values.segments);
    if (!tableName || !directory) throw new Error(`--table and --to are both needed.\n\n${HELP}`);
    if (!Number.isInteger(segments) || segments < 1 || segments > MOST_SEGMENTS) {
      throw new Error(`--segments takes a whole number from 1 to ${MOST_SEGMENTS}, not "${values.segments}".`);
    }
    const start = performance.now();
    const items = await exportTable(new DynamoDBClient({}), { tableName, directory, segments });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(`${items} items of ${tableName} are in ${directory}: ${seconds} s, ${megabytes} MB of memory at most.`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
