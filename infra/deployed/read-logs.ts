import { type CloudWatchLogsClient, GetQueryResultsCommand, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { LogOptions } from './log-query.ts';
import type { LogLine } from './resolve-log-stacks.ts';

/** The dependencies of reading logs. */
export interface LogDependencies {
  readonly client: Pick<CloudWatchLogsClient, 'send'>;
  now(): number;
  sleep(ms: number): Promise<unknown>;
  print(line: string): void;
  /** Returns a line's message, in which stack traces have positions in the sources. */
  resolveStackTraces(line: LogLine): Promise<string>;
}

/** Time between two requests for the results of a query, in milliseconds. */
const POLL_MS = 500;

/** Time between two queries of `--follow`, in milliseconds. */
const FOLLOW_MS = 5000;

/** Overlap of two queries of `--follow`, in milliseconds, because CloudWatch indexes lines with a delay. */
const OVERLAP_MS = 60_000;

/** A line with its ID in CloudWatch. */
interface IdentifiedLine extends LogLine {
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
  const printedIds = new Set<string>();
  let from = dependencies.now() - sinceMs;

  for (;;) {
    const now = dependencies.now();
    for (const line of await runQuery(query, from, now, dependencies)) {
      if (printedIds.has(line.id)) continue;
      dependencies.print(json ? line.message : formatLine(await dependencies.resolveStackTraces(line)));
      printedIds.add(line.id);
    }
    if (!follow) return;

    from = now - OVERLAP_MS;
    await dependencies.sleep(FOLLOW_MS);
  }
}

/** Runs a query, waits until it is complete, and returns its lines, oldest first. */
async function runQuery(
  queryString: string,
  from: number,
  to: number,
  { client, sleep }: LogDependencies,
): Promise<IdentifiedLine[]> {
  // CloudWatch expects whole seconds. The start is rounded down and the end up, so that no line is left out.
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

function toLine(fields: Readonly<Record<string, string>>): IdentifiedLine {
  return {
    id: fields['@ptr'] ?? '',
    message: fields['@message'] ?? '',
    // CloudWatch writes `<account>:<name>`.
    logGroup: (fields['@log'] ?? '').replace(/^\d+:/, ''),
    logStream: fields['@logStream'] ?? '',
    // CloudWatch writes UTC without a zone.
    time: Date.parse(`${fields['@timestamp']?.replace(' ', 'T')}Z`),
  };
}

/** Fields of every line. A formatted line begins with some of them and leaves out the others. */
const COMMON_FIELDS = ['timestamp', 'level', 'service', 'message', 'sampling_rate', 'cold_start', 'xray_trace_id'];

/** Formats a line of our functions for people. Lines of Lambda itself stay as they are. */
export function formatLine(message: string): string {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(message);
  } catch {
    return message.trimEnd();
  }

  const { timestamp, level, service, message: text } = line;
  const otherFields = Object.entries(line).filter(([name]) => !COMMON_FIELDS.includes(name));
  const fields = otherFields.map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [timestamp, level, service, text, ...fields].filter((part) => part !== undefined).join(' ');
}
