import { parseArgs } from 'node:util';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/rules/durations.ts';

export const LOGS_HELP = `Searches the logs of a stage's functions with CloudWatch Logs Insights, for $0.005 per GB.

  npm run logs -- --stage prod                              the last 15 minutes
  npm run logs -- --stage prod --level ERROR --since 24h    errors of a day
  npm run logs -- --stage prod --request <request id>       one request
  npm run logs -- --stage prod --caller v1:9f86d081884c7d65 one member, by pseudonym (npm run caller-hash)
  npm run logs -- --stage prod --function files-list        one endpoint, socket route, or trigger
  npm run logs -- --stage prod --text "Row not processed"   lines with a text
  npm run logs -- --stage prod --follow                     also prints new lines, until you press Ctrl+C

  --since 15m      how far to look back: minutes (m), hours (h), or days (d)
  --limit 1000     at most this number of lines, the newest; 200 by default, at most 10000
  --json           prints the lines as they are stored
`;

export interface LogOptions {
  readonly stage: string;
  readonly sinceMs: number;
  readonly follow: boolean;
  readonly json: boolean;
  /** The query in the language of CloudWatch Logs Insights. */
  readonly query: string;
}

/** The levels of lines, lowest first. `--level` also shows the higher ones. */
const LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'];

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Maximum lines of one query, a limit of CloudWatch. */
const MAX_LIMIT = 10_000;

/** The field of each filter, and the values that it accepts. Values become part of the query. */
const FILTERS = {
  request: { field: 'requestId', pattern: /^[\w=+/-]{1,100}$/ },
  caller: { field: 'caller', pattern: /^(v\d+:[0-9a-f]{16}|unavailable)$/ },
  function: { field: 'service', pattern: /^[\w-]{1,100}$/ },
} as const;

/**
 * Parses the command line of `npm run logs`.
 *
 * @returns undefined if it asks for the help text
 * @throws Error if an option is unknown or invalid.
 */
export function parseLogOptions(args: readonly string[]): LogOptions | undefined {
  const textOption = { type: 'string' } as const;
  const flagOption = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      stage: textOption,
      request: textOption,
      caller: textOption,
      function: textOption,
      level: textOption,
      text: textOption,
      since: { type: 'string', default: '15m' },
      limit: { type: 'string', default: '200' },
      follow: flagOption,
      json: flagOption,
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;

  const { stage, follow, json } = values;
  if (stage === undefined) throw new Error(`Name the stage: --stage prod.\n\n${LOGS_HELP}`);
  if (!/^[a-z0-9-]+$/.test(stage)) throw new Error(`--stage takes the name of a stage, not "${stage}".`);

  const [, amount, unit] = /^(\d{1,4})([mhd])$/.exec(values.since) ?? [];
  if (amount === undefined) throw new Error(`--since takes a time such as 15m, 24h, or 7d, not "${values.since}".`);

  const limit = Number(values.limit);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) {
    throw new Error(`--limit takes a number from 1 to ${MAX_LIMIT}, not "${values.limit}".`);
  }

  const query = [
    `SOURCE logGroups(namePrefix: ['fathom-${stage}-'])`,
    'fields @timestamp, @message, @log, @logStream, @ptr',
    ...listFilters(values).map((condition) => `filter ${condition}`),
    'sort @timestamp desc',
    `limit ${limit}`,
  ].join(' | ');

  return { stage, sinceMs: Number(amount) * UNIT_MS[unit!]!, follow, json, query };
}

/**
 * Returns the conditions of the query.
 *
 * @throws Error if a value is invalid
 */
function listFilters(values: Readonly<Record<string, unknown>>): string[] {
  const filters = Object.entries(FILTERS).flatMap(([option, { field, pattern }]) => {
    const value = values[option] as string | undefined;
    if (value === undefined) return [];
    if (!pattern.test(value)) throw new Error(`--${option} doesn't take "${value}".`);
    return [`${field} = '${value}'`];
  });

  if (values.level !== undefined) {
    const level = String(values.level).toUpperCase();
    if (!LEVELS.includes(level)) throw new Error(`--level takes ${LEVELS.join(', ')}, not "${values.level}".`);
    const levels = LEVELS.slice(LEVELS.indexOf(level)).map((name) => `'${name}'`);
    filters.push(`level in [${levels.join(', ')}]`);
  }

  if (values.text !== undefined) filters.push(`@message like '${String(values.text).replace(/[\\']/g, '\\$&')}'`);
  return filters;
}
