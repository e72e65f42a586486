/** `npm run rebuild-view`: applies every item of a table to a view. */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { rebuildFromNothing, rebuildView } from '../infra/data/views/rebuild-view.ts';
import { PROJECTIONS, type ProjectionName } from '../lambdas/changes/projections.ts';
import { expandLocalOption, findStage, STAGE_OPTIONS } from './find-stage.ts';
import { runCommand } from './run-command.ts';

const VIEWS = Object.keys(PROJECTIONS) as ProjectionName[];

const HELP = `Applies every item of a table to a view that the change feed keeps up to date.

  npm run rebuild-view -- depth-histogram --stage prod
  npm run rebuild-view -- depth-histogram --local [directory]   the local cloud that runs on .local/ or the directory
  npm run rebuild-view -- --from-nothing --stage prod           deletes the rows of all views first. Disable the feed's mapping before
  npm run rebuild-view -- --list                                names the views

  --segments 16     run 16 scans in parallel, instead of 4
  --shards 8        the stage's depthIndexShards; required with --stage

Can be repeated, and run while members write. Account and region come from the environment: AWS_PROFILE, AWS_REGION.
docs/operating.md#rebuilding-a-view says when to run it.
`;

/** Maximum attempts of a request: more than the SDK's default, so that throttling doesn't end a long run. */
const MAX_ATTEMPTS = 10;

const MAX_SEGMENTS = 1000;

/** Maximum of the setting `depthIndexShards`. */
const MAX_SHARDS = 16;

/** @throws Error with instructions if the text is not a whole number from 1 to `max` */
function parseNumber(option: string, text: string, max: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= max) return number;
  throw new Error(`${option} takes a whole number from 1 to ${max}, not "${text}".`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: expandLocalOption(process.argv.slice(2), VIEWS),
    allowPositionals: true,
    options: {
      ...STAGE_OPTIONS,
      list: { type: 'boolean', default: false },
      segments: { type: 'string', default: '4' },
      shards: { type: 'string' },
      'from-nothing': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

  if (values.help) {
    console.log(HELP);
    return;
  }
  if (values.list) {
    console.log(VIEWS.join('\n'));
    return;
  }

  const isFromNothing = values['from-nothing'];
  const view = VIEWS.find((name) => name === positionals[0]);
  if (isFromNothing && positionals.length > 0) throw new Error('--from-nothing concerns all views, so name none.');
  if (!isFromNothing && (!view || positionals.length > 1)) {
    throw new Error(`Name one view: ${VIEWS.join(', ')}.\n\n${HELP}`);
  }

  const segments = parseNumber('--segments', values.segments, MAX_SEGMENTS);
  const { tableName, shards: knownShards } = await findStage(values);
  const shards = values.shards === undefined ? knownShards : parseNumber('--shards', values.shards, MAX_SHARDS);
  if (shards === undefined) throw new Error('Add --shards with the depthIndexShards of the stage.');

  Object.assign(process.env, { TABLE_NAME: tableName, DEPTH_INDEX_SHARDS: String(shards) });
  const database = new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS });

  const target = { database, tableName, segments };
  const items = await (view ? rebuildView({ ...target, view }) : rebuildFromNothing(target));
  console.log(`${items} items applied to ${view ?? VIEWS.join(', ')}.`);
}

await runCommand(main);
