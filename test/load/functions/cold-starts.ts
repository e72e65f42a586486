/**
 * Part `cold-starts` of `npm run bench`: measures the time from the start of a process to a function's first response,
 * with the deployed bundle, and the memory after that response.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { measureBundle } from '../../../infra/bundle-sizes.ts';
import { generateLambdaEntries, UNMATCHED_REQUEST, writeBundles } from '../../../infra/lambda-bundles.ts';
import { allEndpoints } from '../../../shared/contract/contract.ts';
import { socketRoutes } from '../../../shared/contract/socket-frames.ts';
import { summarizeLatency } from '../meter.ts';
import { readOptions } from '../options.ts';
import { formatNumber, formatTable } from '../report.ts';
import { startStubServices } from '../stub-services.ts';

/** Maximum size of a bundle in KB. A budget of docs/benchmarks.md. */
const MAX_KB = 400;
/** Name of the bundle that starts are compared with. */
const EMPTY = 'an empty handler';

/** The simplest event of each trigger. Scheduled functions ignore their event. */
const TRIGGER_EVENTS: Readonly<Record<string, object>> = {
  'triggers-pre-sign-up': { request: { userAttributes: { preferred_username: 'Ada' } }, response: {} },
  'triggers-post-confirmation': { request: { userAttributes: {} }, response: {} },
  'triggers-file-stored': { Records: [] },
};

/** Settings that functions read when they start. */
const SETTINGS = {
  TABLE_NAME: 'bench',
  DEPTH_INDEX_SHARDS: '1',
  EMAIL_VERIFICATION: 'none',
  SOCKET_URL: 'wss://bench.example/live',
  STRIPE_SECRET_ARN: 'stripe',
  PAYPAL_SECRET_ARN: 'paypal',
};

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');
/** Starts of each function. Fewer than the runs of queries, because each start needs a process. */
const runs = Math.ceil(options.runs / 6);

/** The script that replaces Lambda's runtime. Its times count from the start of the process. */
const STARTER_SCRIPT = `import { writeSync } from 'node:fs';
const [, , bundle, event] = process.argv;
const { handler } = await import(bundle);
const loadedMs = performance.now();
const context = { awsRequestId: 'cold', getRemainingTimeInMillis: () => 60_000 };
let response;
try {
  response = (await handler(JSON.parse(event), context))?.statusCode ?? 'done';
} catch (error) {
  response = error.name;
}
const respondedMs = performance.now();
const { rss, heapUsed } = process.memoryUsage();
writeSync(3, JSON.stringify({ loadedMs, respondedMs, rss, heapUsed, response: String(response) }));
process.exit();
`;

/** The measurement of one start. */
interface Start {
  /** Time until the bundle was imported, in milliseconds since the start of the process. */
  readonly loadedMs: number;
  /** Time until the first response, in milliseconds since the start of the process. */
  readonly respondedMs: number;
  /** Resident memory in bytes. */
  readonly rss: number;
  /** Used heap in bytes. */
  readonly heapUsed: number;
  /** The status, or the name of the error. */
  readonly response: string;
}

/** A function's bundle, and its starts. */
interface MeasuredBundle {
  readonly name: string;
  readonly kilobytes: number;
  readonly starts: readonly Start[];
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-cold-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const starterFile = join(directory, 'starter.mjs');
writeFileSync(starterFile, STARTER_SCRIPT);
const emptyHandlerFile = join(directory, 'empty.ts');
writeFileSync(emptyHandlerFile, 'export const handler = async () => ({ statusCode: 200 });\n');

// Every call to AWS goes to this process, which returns an empty response.
const stop = await startStubServices({ everything: true });
const bundles = await measureStarts();
stop();

console.log(`\n## Cold starts: the median and the fastest of ${runs} new processes\n`);
const heads = ['Function', 'KB', `≤ ${MAX_KB}`, 'loaded ms', 'responded ms', 'fastest', 'vs. empty'];
console.log(formatTable([...heads, 'RSS MB', 'heap MB', 'response'], formatRows(bundles)));

const oversizedBundles = bundles.filter(({ kilobytes }) => kilobytes > MAX_KB);
// The count excludes the empty handler, which is not deployed.
console.log(`\n${oversizedBundles.length} of ${bundles.length - 1} bundles are over ${MAX_KB} KB.`);

/**
 * Starts all functions several times. They take turns, so that other load on the machine affects all of them equally.
 */
async function measureStarts(): Promise<MeasuredBundle[]> {
  const entries = { [EMPTY]: emptyHandlerFile, ...generateLambdaEntries() };
  const outputs = writeBundles(entries, directory);
  const bundles = Object.keys(entries).map((name) => ({
    name,
    kilobytes: measureBundle(outputs, name).entryBytes / 1000,
    starts: [] as Start[],
  }));

  for (let run = 0; run < runs; run++) {
    for (const { name, starts } of bundles) starts.push(await measureStart(name));
  }

  return bundles;
}

/** Starts a function in a new process, and sends it an event. Returns the measurement that the process reports. */
async function measureStart(name: string): Promise<Start> {
  const bundle = pathToFileURL(join(directory, name, 'index.mjs')).href;
  const child = spawn(process.execPath, [starterFile, bundle, JSON.stringify(buildFirstEvent(name))], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...SETTINGS },
  });
  // The starter writes its report to descriptor 3, because functions log to stdout. TypeScript doesn't know that
  // descriptor 3 is readable.
  const [report, [code]] = await Promise.all([text(child.stdio[3] as never), once(child, 'exit')]);
  if (report === '') throw new Error(`${name} exited with ${code} without a response.`);
  return JSON.parse(report);
}

/** Formats a row for each function, the slowest first. */
function formatRows(bundles: readonly MeasuredBundle[]): string[][] {
  const median = (starts: readonly Start[], read: (start: Start) => number) => summarizeLatency(starts.map(read)).p50;
  // The fastest run is least affected by other load on the machine.
  const findFastest = (starts: readonly Start[]) => Math.min(...starts.map((start) => start.respondedMs));
  const fastestEmpty = findFastest(bundles.find(({ name }) => name === EMPTY)!.starts);

  return bundles
    .toSorted((a, b) => findFastest(b.starts) - findFastest(a.starts))
    .map(({ name, kilobytes, starts }) => [
      name,
      formatNumber(kilobytes),
      kilobytes <= MAX_KB ? 'ok' : 'OVER',
      formatNumber(median(starts, (start) => start.loadedMs)),
      formatNumber(median(starts, (start) => start.respondedMs)),
      formatNumber(findFastest(starts)),
      `${(findFastest(starts) / fastestEmpty).toFixed(2)} ×`,
      formatNumber(median(starts, (start) => start.rss / 1e6)),
      formatNumber(median(starts, (start) => start.heapUsed / 1e6)),
      starts[0]!.response,
    ]);
}

/**
 * Builds the event that a function handles fastest: a request without a token, an empty frame, or a trigger's simplest
 * event.
 *
 * @param name - name of the function, as in `generateLambdaEntries`
 */
function buildFirstEvent(name: string): object {
  const endpoint =
    name === UNMATCHED_REQUEST
      ? { method: 'GET', path: '/' }
      : allEndpoints.find((candidate) => candidate.name === name);
  if (endpoint) {
    const { method, path } = endpoint;
    const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' };
    const requestContext = { requestId: 'cold', stage: '$default', http };
    return { version: '2.0', rawPath: path, rawQueryString: '', headers: {}, requestContext, isBase64Encoded: false };
  }
  if (socketRoutes.some((route) => route.name === name)) {
    return { requestContext: { requestId: 'cold', connectionId: 'cold', routeKey: name }, isBase64Encoded: false };
  }

  return TRIGGER_EVENTS[name] ?? {};
}
