/** `npm run migrate`: converts the items of a table to a new shape. */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { migrateTable } from '../infra/data/migrate/migrate-table.ts';
import type { MigrationCounts } from '../infra/data/migrate/migration-run.ts';
import { MIGRATIONS } from '../infra/data/migrate/migrations.ts';
import { type MigratedTable, readSchemaVersion } from '../infra/data/migrate/schema-version.ts';
import { runCommand } from './run-command.ts';

const HELP = `Converts the items of a table to a new shape, while members write.

  npm run migrate -- --table <name>                      prints the schema version and what must run
  npm run migrate -- --table <name> --dry-run 3          counts the items and units of migration 3
  npm run migrate -- --table <name> --run 3              runs migration 3

  --segments 16                  run 16 scans in parallel, instead of 4
  --write-units-per-second 2000  write faster than 500 units a second

After an interruption, the same command continues. Account, region, and endpoint come from the environment: AWS_PROFILE,
AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB. docs/runbooks.md#data-model-migration has the steps before and after.
`;

const MAX_SEGMENTS = 64;

/** Maximum attempts of a request: more than the SDK's default, so that throttling doesn't end a long run. */
const MAX_ATTEMPTS = 10;

/** Prices in dollars per million units, in us-east-1. */
const DOLLARS = { read: 0.125, write: 0.625 };

/** Minimum time between two lines of progress, in milliseconds. */
const PROGRESS_INTERVAL_MS = 5000;

function parseOptions() {
  const { values } = parseArgs({
    options: {
      table: { type: 'string' },
      run: { type: 'string' },
      'dry-run': { type: 'string' },
      segments: { type: 'string', default: '4' },
      'write-units-per-second': { type: 'string', default: '500' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return values;
}

/** @throws Error with instructions if the text is not a whole number from 1 to `max` */
function parseNumber(option: string, text: string, max: number): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw new Error(`${option} takes a whole number from 1 to ${max}, not "${text}".`);
}

async function main(): Promise<void> {
  const options = parseOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }

  const { table: tableName, run: runNumber, 'dry-run': dryRunNumber } = options;
  if (!tableName) throw new Error(`--table is required.\n\n${HELP}`);
  if (runNumber !== undefined && dryRunNumber !== undefined) throw new Error('Name one of --run and --dry-run.');

  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS }));
  const target = { client, tableName };
  const chosenNumber = runNumber ?? dryRunNumber;
  if (chosenNumber === undefined) {
    await printPendingMigrations(target);
    return;
  }

  const counts = await migrateTable({
    target,
    migrations: MIGRATIONS,
    number: parseNumber(runNumber === undefined ? '--dry-run' : '--run', chosenNumber, 1_000_000),
    segments: parseNumber('--segments', options.segments, MAX_SEGMENTS),
    writeUnitsPerSecond: parseNumber('--write-units-per-second', options['write-units-per-second'], 1_000_000),
    dryRun: dryRunNumber !== undefined,
    onProgress: createProgressPrinter(),
  });

  console.log(dryRunNumber === undefined ? `Migration ${chosenNumber} is complete.` : 'Dry run: nothing was written.');
  console.log(formatCounts(counts));
}

/** Prints the table's schema version, and the migrations that must run. */
async function printPendingMigrations(target: MigratedTable): Promise<void> {
  const version = await readSchemaVersion(target);
  console.log(`${target.tableName} has the schema version ${version}.`);

  const pendingMigrations = MIGRATIONS.filter(({ number }) => number > version);
  for (const { number, title } of pendingMigrations) console.log(`Must run: ${number} (${title})`);
  if (pendingMigrations.length === 0) console.log('No migration must run.');
}

function formatCounts({ read, converted, readUnits, writeUnits }: MigrationCounts): string {
  const dollars = (readUnits * DOLLARS.read + writeUnits * DOLLARS.write) / 1e6;
  const units = `${Math.ceil(readUnits)} read units, ${Math.ceil(writeUnits)} write units`;
  return `${read} items read, ${converted} to the new shape. ${units}: $${dollars.toFixed(4)} in us-east-1.`;
}

/** Returns a function that prints the counts to stderr, at most once every five seconds. */
function createProgressPrinter(): (counts: MigrationCounts) => void {
  let lastPrintTime = performance.now();
  return (counts) => {
    if (performance.now() - lastPrintTime < PROGRESS_INTERVAL_MS) return;
    lastPrintTime = performance.now();
    console.error(formatCounts(counts));
  };
}

await runCommand(main);
