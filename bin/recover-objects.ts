/** `npm run recover-objects`: recovers deleted objects of a bucket that keeps versions. */
import { parseArgs } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { recoverObjects } from '../infra/data/backup/recover-objects.ts';
import { expandLocalOption, findStage, STAGE_OPTIONS } from './find-stage.ts';
import { runCommand } from './run-command.ts';

const HELP = `Recovers deleted objects of a stage whose bucket keeps versions (objectRecoveryDays).

  npm run recover-objects -- --stage prod --since 2026-11-24T10:00Z           counts what it would recover
  npm run recover-objects -- --stage prod --since <time> --write              recovers it
  npm run recover-objects -- --stage prod --since <time> --until <time> …     only what was deleted between both times
  npm run recover-objects -- --stage prod --since <time> --prefix files/ …    only keys that start with this text
  npm run recover-objects -- --local --since <time>                           the local cloud that runs on .local/

Can be repeated. It doesn't recover what the purge of a deleted account has removed. Account and region come from the
environment: AWS_PROFILE, AWS_REGION. docs/backup-and-verification.md#recovering-objects has the steps before and after.
`;

/** Maximum attempts of a request: more than the SDK's default, so that throttling doesn't end a long run. */
const MAX_ATTEMPTS = 10;

/**
 * Parses a time with its time zone.
 *
 * @throws Error for any other text
 */
function parseTime(option: string, text: string): Date {
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(+time)) return time;
  throw new Error(`${option} takes a time with its zone, such as 2026-11-24T10:00Z, not "${text}".`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: expandLocalOption(process.argv.slice(2)),
    options: {
      ...STAGE_OPTIONS,
      since: { type: 'string' },
      until: { type: 'string' },
      prefix: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }

  const { since, until, prefix, write } = values;
  if (since === undefined) throw new Error(`--since is required.\n\n${HELP}`);
  const times = {
    since: parseTime('--since', since),
    until: until === undefined ? new Date() : parseTime('--until', until),
  };

  const { bucketName: bucket } = await findStage(values);
  // A local S3 has no host name for each bucket.
  const forcePathStyle = Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);
  const { objects, bytes } = await recoverObjects(new S3Client({ forcePathStyle, maxAttempts: MAX_ATTEMPTS }), {
    bucket,
    ...times,
    prefix,
    write,
    onProgress: (count) => console.error(`${count} objects so far`),
  });

  console.log(`${objects} deleted objects with ${bytes} bytes ${write ? 'were recovered.' : 'can be recovered.'}`);
  if (!write && objects > 0) console.log('Repeat the command with --write to recover them.');
}

await runCommand(main);
