import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { lambdaBuild, lambdaEntries } from '../../../infra/lambda-bundles.ts';
import { allEndpoints } from '../../../shared/contract/contract.ts';
import { socketRoutes } from '../../../shared/contract/socket.ts';
import { latencyOf } from '../meter.ts';
import { readOptions } from '../options.ts';
import { figure, table } from '../report.ts';
import { startStubServices } from '../stub-services.ts';

/**
 * A part of `npm run bench`: how long each function, bundled as it is deployed, takes from the start of its process to
 * its first answer, and what it holds of memory then.
 */

/** Design §11. */
const LARGEST_KB = 400;
const EMPTY = 'an empty handler';

/** Each trigger's simplest event; the scheduled ones read nothing of theirs. */
const TRIGGER_EVENTS: Readonly<Record<string, object>> = {
  'triggers-pre-sign-up': { request: { userAttributes: { preferred_username: 'Ada' } }, response: {} },
  'triggers-post-confirmation': { request: { userAttributes: {} }, response: {} },
  'triggers-file-stored': { Records: [] },
};

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts answers this.');
/** A process for each start takes its time, and the middle of a few says enough. */
const runs = Math.ceil(options.runs / 6);

const directory = mkdtempSync(join(tmpdir(), 'fathom-cold-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const emptyHandler = join(directory, 'empty.ts');
writeFileSync(emptyHandler, 'export const handler = async () => ({ statusCode: 200 });\n');
const entries = { [EMPTY]: emptyHandler, ...lambdaEntries() };
buildSync(lambdaBuild(entries, directory));

/** What a process does in place of Lambda's runtime: times count from its start. */
const STARTER = join(directory, 'starter.mjs');
writeFileSync(
  STARTER,
  `import { writeSync } from 'node:fs';
const [, , bundle, event] = process.argv;
const { handler } = await import(bundle);
const loaded = performance.now();
const context = { awsRequestId: 'cold', getRemainingTimeInMillis: () => 60_000 };
let answer;
try {
  answer = (await handler(JSON.parse(event), context))?.statusCode ?? 'done';
} catch (error) {
  answer = error.name;
}
const answered = performance.now();
const { rss, heapUsed } = process.memoryUsage();
writeSync(3, JSON.stringify({ loaded, answered, rss, heapUsed, answer: String(answer) }));
process.exit();
`,
);

interface Start {
  /** Milliseconds since the process began. */
  readonly loaded: number;
  readonly answered: number;
  /** Bytes. */
  readonly rss: number;
  readonly heapUsed: number;
  readonly answer: string;
}

// Whatever asks AWS for something is answered by this process, with nothing.
const stop = await startStubServices({ everything: true });
const environment = {
  ...process.env,
  TABLE_NAME: 'bench',
  DEPTH_INDEX_SHARDS: '1',
  EMAIL_VERIFICATION: 'none',
  SOCKET_URL: 'wss://bench.example/live',
  STRIPE_SECRET_ARN: 'stripe',
  PAYPAL_SECRET_ARN: 'paypal',
};

async function start(name: string, flags: string): Promise<Start> {
  const bundle = pathToFileURL(join(directory, name, 'index.mjs')).href;
  const child = spawn(process.execPath, [STARTER, bundle, JSON.stringify(firstEvent(name))], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...environment, NODE_OPTIONS: flags },
  });
  const [told, [code]] = await Promise.all([text(child.stdio[3] as never), once(child, 'exit')]);
  if (told === '') throw new Error(`${name} ended with ${code} and gave no answer.`);
  return JSON.parse(told);
}

const bundles = Object.keys(entries).map((name) => ({
  name,
  kilobytes: statSync(join(directory, name, 'index.mjs')).size / 1000,
  starts: [] as Start[],
  plain: [] as Start[],
}));
// In turns, so that whatever else the machine does meanwhile befalls all of them alike.
for (let run = 0; run < runs; run++) {
  for (const { name, starts, plain } of bundles) {
    starts.push(await start(name, '--enable-source-maps'));
    plain.push(await start(name, ''));
  }
}
stop();

const median = (starts: readonly Start[], of: (start: Start) => number) => latencyOf(starts.map(of)).p50;
const answered = (starts: readonly Start[]) => median(starts, (one) => one.answered);
// The quickest says the most of the bundle, and the least of what else the machine did.
const quickest = (starts: readonly Start[]) => Math.min(...starts.map((one) => one.answered));
const empty = quickest(bundles.find(({ name }) => name === EMPTY)!.starts);
const rows = bundles
  .toSorted((a, b) => quickest(b.starts) - quickest(a.starts))
  .map(({ name, kilobytes, starts, plain }) => [
    name,
    figure(kilobytes),
    kilobytes <= LARGEST_KB ? 'ok' : 'OVER',
    figure(median(starts, (one) => one.loaded)),
    figure(answered(starts)),
    figure(quickest(starts)),
    `${(quickest(starts) / empty).toFixed(2)} ×`,
    figure(quickest(plain)),
    figure(median(starts, (one) => one.rss / 1e6)),
    figure(median(starts, (one) => one.heapUsed / 1e6)),
    starts[0]!.answer,
  ]);
console.log(`\n## Cold starts: the median and the quickest of ${runs} fresh processes\n`);
const heads = ['Function', 'KB', `≤ ${LARGEST_KB}`, 'loaded ms', 'answered ms', 'quickest', 'of empty', 'without maps'];
console.log(table([...heads, 'RSS MB', 'heap MB', 'answer'], rows));
const over = bundles.filter(({ kilobytes }) => kilobytes > LARGEST_KB);
console.log(`\n${over.length} of ${bundles.length - 1} bundles are over ${LARGEST_KB} KB.`);

/**
 * The event that a function answers soonest: a call without a caller, an empty frame, a trigger's simplest.
 *
 * @param name the function's, as `lambdaEntries` has it
 */
function firstEvent(name: string): object {
  const endpoint = allEndpoints.find((one) => one.name === name);
  if (endpoint) {
    const { method, path } = endpoint;
    const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' };
    const requestContext = { requestId: 'cold', stage: '$default', http };
    return { version: '2.0', rawPath: path, rawQueryString: '', headers: {}, requestContext, isBase64Encoded: false };
  }
  if (socketRoutes.some((one) => one.name === name)) {
    return { requestContext: { requestId: 'cold', connectionId: 'cold', routeKey: name }, isBase64Encoded: false };
  }
  return TRIGGER_EVENTS[name] ?? {};
}
