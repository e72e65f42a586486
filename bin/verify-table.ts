/** `npm run verify-table`: verifies the invariants of a table and its bucket. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { endRestore, isBeingRestored } from '../infra/data/backup/restore-marker.ts';
import type { LiveTarget } from '../infra/data/verify/live-target.ts';
import { formatFinding, formatSummary } from '../infra/data/verify/report.ts';
import { type Verification, type VerificationTarget, verifyTable } from '../infra/data/verify/verify-table.ts';
import { describeError } from '../infra/deployed/aws-connection.ts';
import { MINUTE_MS } from '../shared/rules/durations.ts';
import { expandLocalOption, findStage } from './find-stage.ts';
import { runCommand } from './run-command.ts';

const PROJECT = join(import.meta.dirname, '..');
const HELP = `Verifies the invariants of the whole table and its bucket. Only reads them. Exits with 1 if one is violated.
After "npm run restore-table", a run without a violation lets the paused jobs run again: this is all it writes.

  npm run verify-table -- --table <name> --bucket <name>   a stage on AWS
  npm run verify-table -- --table <name>                   the same, without the objects of the bucket
  npm run verify-table -- --local                          the local cloud that runs on .local/
  npm run verify-table -- --local <directory>              the local cloud that runs on another state directory
  npm run verify-table -- --export <folder>                an export of the table; can't check objects

  --segments 16        run 16 scans in parallel, instead of 4
  --shards 8           the stage's depthIndexShards, if it isn't 1
  --grace-minutes 60   accept objects without an item for an hour after their upload, instead of two
  --work-file <path>   keep the collected facts in this file, instead of in .build/verify/
  --restart            don't continue an interrupted run of the same target

After an interruption, the same command continues where it stopped. Account, region, and endpoints come from the
environment: AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_S3.
docs/backup-and-verification.md has the IAM policy, and what to do about each violation.
`;

/** Exit code of a complete run that found violations. */
const EXIT_VIOLATIONS = 1;

/** Exit code of a run that failed before it had checked everything. */
const EXIT_FAILURE = 2;

const MAX_SEGMENTS = 1000;

/** Maximum of the setting `depthIndexShards`. */
const MAX_SHARDS = 16;

const MAX_GRACE_MINUTES = 100_000;

/** Minimum time between two lines of progress, in milliseconds. */
const PROGRESS_INTERVAL_MS = 5000;

/** Maximum attempts of a request: more than the SDK's default, so that throttling doesn't end a long run. */
const MAX_ATTEMPTS = 10;

function parseOptions() {
  const { values } = parseArgs({
    args: expandLocalOption(process.argv.slice(2)),
    options: {
      table: { type: 'string' },
      bucket: { type: 'string' },
      local: { type: 'string' },
      export: { type: 'string' },
      segments: { type: 'string', default: '4' },
      shards: { type: 'string' },
      'grace-minutes': { type: 'string', default: '120' },
      'work-file': { type: 'string' },
      restart: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

  return values;
}

type Options = ReturnType<typeof parseOptions>;

/**
 * Parses the value of an option.
 *
 * @throws Error with instructions if the text is not a whole number in the range
 */
function parseNumber(option: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${option} takes a whole number from ${min} to ${max}, not "${text}".`);
}

/**
 * Returns the target that the options name, its shards, and a name for its work file. Sets the environment for clients
 * of a local cloud, whose own number of shards replaces `--shards`.
 *
 * @throws Error with instructions unless the options name exactly one target
 */
async function findTarget(
  options: Options,
): Promise<{ target: VerificationTarget; shards: number; targetName: string }> {
  const targetOptions = [options.table, options.local, options.export].filter((value) => value !== undefined);
  if (targetOptions.length !== 1) throw new Error(`Name one of --table, --local, and --export.\n\n${HELP}`);
  if (options.bucket !== undefined && options.table === undefined) {
    throw new Error('--bucket belongs to --table. --local has its own bucket, and an export is older than the bucket.');
  }

  const shards = parseNumber('--shards', options.shards ?? '1', 1, MAX_SHARDS);
  if (options.export !== undefined) {
    const exportDirectory = resolve(options.export);
    return { target: { exportDirectory }, shards, targetName: `export-${exportDirectory}` };
  }

  if (options.local === undefined) {
    const bucket = options.bucket;
    return { target: connect(options.table!, bucket), shards, targetName: `${options.table}-${bucket ?? ''}` };
  }

  const { tableName, bucketName, shards: knownShards } = await findStage({ local: options.local });
  const target = connect(tableName, bucketName);
  return { target, shards: knownShards ?? shards, targetName: `local-${resolve(options.local)}` };
}

/** Creates clients for a table and, unless its bucket is undefined, for the bucket. */
function connect(tableName: string, bucket: string | undefined): VerificationTarget {
  const database = new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS });
  if (bucket === undefined) return { database, tableName };

  // A local S3 has no host name for each bucket.
  const forcePathStyle = Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);
  const client = new S3Client({ forcePathStyle, maxAttempts: MAX_ATTEMPTS });
  return { database, tableName, objects: { client, bucket } };
}

/** Returns a function that prints a line of progress to stderr. It drops lines that follow the last one too soon. */
function createProgressPrinter(): (line: string) => void {
  let lastPrintTime = performance.now();
  return (line) => {
    if (performance.now() - lastPrintTime < PROGRESS_INTERVAL_MS) return;
    lastPrintTime = performance.now();
    console.error(line);
  };
}

async function main(): Promise<void> {
  const options = parseOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }

  const { target, shards, targetName } = await findTarget(options);
  const segments = parseNumber('--segments', options.segments, 1, MAX_SEGMENTS);
  const graceMs = parseNumber('--grace-minutes', options['grace-minutes'], 0, MAX_GRACE_MINUTES) * MINUTE_MS;
  const fileName = `${targetName.replaceAll(/[^\w.-]+/g, '-')}.sqlite`;
  const workFile = options['work-file'] ?? join(PROJECT, '.build', 'verify', fileName);

  const liveTarget = 'exportDirectory' in target ? undefined : target;
  if (liveTarget) {
    const { database, tableName } = liveTarget;
    const { Table } = await database.send(new DescribeTableCommand({ TableName: tableName }));
    console.error(`Verifies ${tableName}: about ${Table?.ItemCount ?? 0} items.`);
  }

  const startTime = performance.now();
  const verification = await verifyTable({
    target,
    shards,
    segments,
    graceMs,
    workFile,
    restart: options.restart,
    onViolation: (finding) => console.log(formatFinding(finding)),
    onProgress: createProgressPrinter(),
  });

  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  // Node reports kilobytes.
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);

  console.log(formatSummary(verification));
  console.log(`${seconds} s, up to ${megabytes} MB of memory.`);
  process.exitCode = verification.violations > 0 ? EXIT_VIOLATIONS : 0;

  if (liveTarget) await resumeJobs(liveTarget, verification);
}

/** Lets the jobs that a restore has paused run again, if the table and its bucket are clean. */
async function resumeJobs({ database, tableName }: LiveTarget, verification: Verification): Promise<void> {
  if (!(await isBeingRestored(database, tableName))) return;

  const { areItemsClean, objects } = verification;
  if (!areItemsClean) {
    console.log('The jobs stay paused until nothing is violated. Only views may be wrong: no job deletes by them.');
    return;
  }

  if (objects === undefined) {
    console.log('The jobs stay paused until the bucket is verified, too: add --bucket.');
    return;
  }

  await endRestore(database, tableName);
  console.log('The restore is complete. The jobs run again.');
}

function describeFailure(error: Error & { code?: string }): string {
  if (error.code === 'ECONNREFUSED') return `No connection: is the local cloud running? ${error.message}`;
  // Some errors of the SDK have no message.
  return describeError(error) || error.name;
}

await runCommand(main, { describe: describeFailure, exitCode: EXIT_FAILURE });
