/** Tests of `npm run logs`, which searches the logs of a stage's functions with queries of CloudWatch Logs Insights. */
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { parseLogOptions } from './log-query.ts';
import { formatLine, type LogDependencies, printLogs } from './read-logs.ts';
import type { LogLine } from './resolve-log-stacks.ts';

/** Parses the command line of a search in the stage `prod`. */
const parse = (...args: string[]) => parseLogOptions(['--stage', 'prod', ...args])!;

describe('parseLogOptions', () => {
  it('searches all functions of the stage, for 15 minutes', () => {
    expect(parse()).toEqual({
      stage: 'prod',
      sinceMs: 15 * MINUTE_MS,
      follow: false,
      json: false,
      query:
        "SOURCE logGroups(namePrefix: ['fathom-prod-']) | fields @timestamp, @message, @log, @logStream, @ptr " +
        '| sort @timestamp desc | limit 200',
    });
  });

  it.each([
    [['--request', 'A1b2=='], "filter requestId = 'A1b2=='"],
    [['--caller', 'v1:9f86d081884c7d65'], "filter caller = 'v1:9f86d081884c7d65'"],
    [['--function', 'files-list'], "filter service = 'files-list'"],
    [['--level', 'warn'], "filter level in ['WARN', 'ERROR', 'CRITICAL']"],
    [['--text', "it's \\ here"], "filter @message like 'it\\'s \\\\ here'"],
    [['--limit', '5'], 'limit 5'],
  ])('turns %j into "%s"', (args, part) => {
    expect(parse(...args).query.split(' | ')).toContain(part);
  });

  it('combines the filters of several options', () => {
    const { query } = parse('--level', 'ERROR', '--function', 'posts-create', '--since', '7d');
    expect(query).toContain("filter service = 'posts-create' | filter level in ['ERROR', 'CRITICAL']");
    expect(parse('--since', '7d').sinceMs).toBe(7 * DAY_MS);
  });

  it.each([
    [['--request', "x' | limit 9"], /--request doesn't take/],
    [['--caller', 'ann@fathom.example'], /--caller/],
    [['--function', 'a b'], /--function/],
    [['--level', 'loud'], /--level takes DEBUG/],
    [['--since', 'yesterday'], /--since takes/],
    [['--limit', '0'], /--limit/],
    [['--limit', '10001'], /--limit/],
    [['--stage', "x'"], /--stage/],
  ])('rejects the options %j', (args, message) => {
    expect(() => parse(...args)).toThrow(message);
  });

  it('rejects a command line without a stage', () => {
    expect(() => parseLogOptions([])).toThrow(/Name the stage/);
  });

  it('returns undefined if the help text is requested', () => {
    expect(parseLogOptions(['--help'])).toBeUndefined();
  });
});

/** A request to CloudWatch. Requests that start a query have a range. */
interface SentCommand {
  readonly input: { readonly startTime?: number; readonly endTime?: number };
}

/** When a test starts, in seconds and in milliseconds. Half a second later, so that the ranges show the rounding. */
const START_SECONDS = 1_000_000;
const START_MS = START_SECONDS * 1000 + 500;

/** Fakes CloudWatch Logs Insights. Returns its client and the ranges of the started queries. */
function fakeCloudWatch(queries: readonly (readonly string[])[], statuses: readonly string[]) {
  const ranges: unknown[] = [];
  const remainingStatuses = [...statuses];

  const send = async ({ input }: SentCommand) => {
    if (input.startTime !== undefined) {
      ranges.push([input.startTime, input.endTime]);
      return { queryId: String(ranges.length) };
    }

    const status = remainingStatuses.shift() ?? 'Complete';
    const messages = queries[ranges.length - 1] ?? [];
    const results = messages.map((message) => [
      { field: '@message', value: message },
      { field: '@ptr', value: message },
    ]);
    return { status, results: status === 'Complete' ? results : [] };
  };

  return { client: { send } as unknown as LogDependencies['client'], ranges };
}

/**
 * Prints with a fake CloudWatch that has a list of messages for each query, newest first. Stops after the last query.
 *
 * @param statuses - of the first query, until it is complete
 */
async function print(args: readonly string[], queries: readonly (readonly string[])[], statuses = ['Running']) {
  const { client, ranges } = fakeCloudWatch(queries, statuses);
  const lines: string[] = [];
  let now = START_MS;

  const sleep = async (ms: number) => {
    now += ms;
    // Only the wait between two queries of `--follow` is longer than a second.
    if (ranges.length >= queries.length && ms > 1000) throw new Error('stopped');
  };
  const resolveStackTraces = async ({ message }: LogLine) =>
    message.replace('/var/task/index.mjs:1:2', 'lambdas/files/list.ts:3:4');

  const dependencies = { client, now: () => now, sleep, print: (line: string) => lines.push(line), resolveStackTraces };
  const error = await printLogs(parse(...args), dependencies).catch((reason: Error) => reason);

  return { lines, ranges, error };
}

describe('printLogs', () => {
  it('waits for the query, and prints the oldest line first', async () => {
    const { lines, ranges } = await print([], [['second', 'first']], ['Scheduled', 'Running']);
    expect(lines).toEqual(['first', 'second']);
    // The last 15 minutes, in whole seconds.
    expect(ranges).toEqual([[START_SECONDS - 15 * 60, START_SECONDS + 1]]);
  });

  it('follows new lines, and prints each once although the queries overlap', async () => {
    const { lines, ranges } = await print(
      ['--follow'],
      [
        ['b', 'a'],
        ['c', 'b'],
      ],
      [],
    );

    expect(lines).toEqual(['a', 'b', 'c']);
    // The second query starts five seconds later. It goes back a minute from the first, because lines can be late.
    expect(ranges).toEqual([
      [START_SECONDS - 15 * 60, START_SECONDS + 1],
      [START_SECONDS - 60, START_SECONDS + 5 + 1],
    ]);
  });

  it('shows stacks with sources, unless --json prints lines as stored', async () => {
    const queries = [['at /var/task/index.mjs:1:2']];
    expect((await print([], queries)).lines).toEqual(['at lambdas/files/list.ts:3:4']);
    expect((await print(['--json'], queries)).lines).toEqual(['at /var/task/index.mjs:1:2']);
  });

  it('throws if CloudWatch ends the query', async () => {
    expect((await print([], [[]], ['Failed'])).error).toMatchObject({ message: 'CloudWatch ended the query: Failed.' });
  });
});

describe('formatLine', () => {
  it('begins with time, level, function, and text', () => {
    const line = {
      level: 'INFO',
      message: 'request',
      timestamp: 'T',
      service: 'files-list',
      status: 200,
      caller: 'v1:a',
    };

    expect(formatLine(JSON.stringify(line))).toBe('T INFO files-list request status=200 caller=v1:a');
  });

  it("keeps Lambda's own lines", () => {
    expect(formatLine('REPORT RequestId: 1\n')).toBe('REPORT RequestId: 1');
  });
});
