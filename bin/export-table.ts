/** `npm run export-table`: exports a table into a folder. */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { exportTable } from '../infra/data/backup/export-table.ts';
import { runCommand } from './run-command.ts';

const HELP = `Exports a table into a folder, in the format of DynamoDB's own exports.

  npm run export-table -- --table <name> --to <folder>
  npm run export-table -- … --segments 8      run 8 scans in parallel, instead of 4

Account, region, and endpoint come from the environment: AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB.
`;

const MAX_SEGMENTS = 1_000;

async function main(): Promise<void> {
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
    return;
  }

  if (!tableName || !directory) throw new Error(`--table and --to are required.\n\n${HELP}`);

  const segments = Number(values.segments);
  if (!Number.isInteger(segments) || segments < 1 || segments > MAX_SEGMENTS) {
    throw new Error(`--segments takes a whole number from 1 to ${MAX_SEGMENTS}, not "${values.segments}".`);
  }

  const startTime = performance.now();
  const items = await exportTable(new DynamoDBClient({}), { tableName, directory, segments });

  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  // Node reports kilobytes.
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `Exported ${items} items of ${tableName} to ${directory} in ${seconds} s, using up to ${megabytes} MB of memory.`,
  );
}

await runCommand(main);
