import { type CloudWatchLogsClient, GetQueryResultsCommand, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { LogOptions } from './log-query.ts';
import type { LogLine } from './resolve-log-stacks.ts';

/** What reading logs needs from its surroundings. */
export interface LogDependencies {
  readonly client: Pick<CloudWatchLogsClient, 'send'>;
  now(): number;
  sleep(ms: number): Promise<unknown>;
  print(line: string): void;
  /** Returns a line's message with positions in the sources. */
  resolveStacks(line: LogLine): Promise<string>;
}

/** Between two requests for the results of a query. */
const POLL_MS = 500;
/** Between two queries of `--follow`. */
const FOLLOW_MS = 5000;
/** CloudWatch indexes lines with a delay, so each query of `--follow` looks back this far. */
const OVERLAP_MS = 60_000;

interface Line extends LogLine {
  readonly id: string;
}

/**
 * Prints the lines that match, oldest first. With `follow`, continues with new lines until the process ends.
 *
 * @throws Error if CloudWatch can't run the query.
 */
export async function printLogs(
  { query, sinceMs, follow, json }: LogOptions,
  dependencies: LogDependencies,
): Promise<void> {
  const printed = new Set<string>();
  let from = dependencies.now() - sinceMs;

  for (;;) {
    const now = dependencies.now();
    for (const line of await runQuery(query, from, now, dependencies)) {
      if (printed.has(line.id)) continue;
      dependencies.print(json ? line.message : formatLine(await dependencies.resolveStacks(line)));
      printed.add(line.id);
    }
    if (!follow) return;
    from = now - OVERLAP_MS;
    await dependencies.sleep(FOLLOW_MS);
  }
}

async function runQuery(
  queryString: string,
  from: number,
  to: number,
  { client, sleep }: LogDependencies,
): Promise<Line[]> {
  // In seconds, rounded so that no line is left out.
  const range = { startTime: Math.floor(from / 1000), endTime: Math.ceil(to / 1000) };
  const { queryId } = await client.send(new StartQueryCommand({ queryString, ...range }));

  for (;;) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') {
      const lines = results.map((fields) => Object.fromEntries(fields.map(({ field, value }) => [field, value ?? ''])));
      return lines.map(toLine).toReversed();
    }
    if (status !== 'Scheduled' && status !== 'Running') throw new Error(`CloudWatch ended the query: ${status}.`);
    await sleep(POLL_MS);
  }
}

function toLine(fields: Readonly<Record<string, string>>): Line {
  return {
    id: fields['@ptr'] ?? '',
    message: fields['@message'] ?? '',
    // `<account>:<name>`
    logGroup: (fields['@log'] ?? '').replace(/^\d+:/, ''),
    logStream: fields['@logStream'] ?? '',
    // UTC, without a zone.
    time: Date.parse(`${fields['@timestamp']?.replace(' ', 'T')}Z`),
  };
}

/** Fields of every line, which the formatted line begins with or leaves out. */
const COMMON = ['timestamp', 'level', 'service', 'message', 'sampling_rate', 'cold_start', 'xray_trace_id'];

/** Formats a line of our functions for people. Lines of Lambda itself stay as they are. */
export function formatLine(message: string): string {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(message);
  } catch {
    return message.trimEnd();
  }

  const { timestamp, level, service, message: text } = line;
  const others = Object.entries(line).filter(([name]) => !COMMON.includes(name));
  const fields = others.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [timestamp, level, service, text, ...fields].filter((part) => part !== undefined).join(' ');
}
