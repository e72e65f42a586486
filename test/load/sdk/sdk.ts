/**
 * Part `sdk` of `npm run bench`: measures the CPU per request with the plain AWS SDK and with our clients. Each runs
 * the function's bundle in its own process. They run in turns, so that other load on the machine affects both equally.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { createLambdaBuildOptions, generateLambdaEntries } from '../../../infra/lambda-bundles.ts';
import { startTable } from '../../support/table.ts';
import { summarizeLatency } from '../meter.ts';
import { readOptions } from '../options.ts';
import { formatTable } from '../report.ts';
import { recordFigure } from '../results.ts';
import { startStubServices } from '../stub-services.ts';
import { REQUEST_KINDS, type RequestKind, storeCommunity } from './requests.ts';
import type { Batch, BatchResult } from './serve-requests.ts';

/** Maximum CPU of our clients, as a share of the CPU of the plain SDK. */
const MAX_RATIO = 0.6;

/** Number of requests before the measurement, so that hot code is compiled. */
const WARM_UP_REQUESTS = 200;

/** Number of requests in each timed batch. */
const REQUESTS_PER_BATCH = 20;

/** The modules that `plain/` replaces by a version with the plain SDK. */
const REPLACED_MODULE = /lambdas\/(?:table\/client|storage\/presigned-urls|sockets\/management-client)\.ts$/;

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');
const { runs } = options;

/** Bundles the measured functions as they are deployed, with additional options. Returns the folder. */
async function bundleFunctions(outdir: string, clientOptions: BuildOptions): Promise<string> {
  const entries = generateLambdaEntries();
  const measuredEntries = REQUEST_KINDS.map(({ functionName }) => [functionName, entries[functionName]!]);

  await build({ ...createLambdaBuildOptions(Object.fromEntries(measuredEntries), outdir), ...clientOptions });
  return outdir;
}

/** Replaces our clients by the plain SDK in a bundle. */
const plainSdkPlugin: Plugin = {
  name: 'plain-sdk',
  setup: ({ onLoad }) => {
    onLoad({ filter: REPLACED_MODULE }, ({ path }) => {
      const plain = join(import.meta.dirname, 'plain', path.split('/').at(-1)!);
      return { contents: `export * from ${JSON.stringify(plain)};`, loader: 'ts' };
    });
  },
};

/** Options of the bundles with the plain SDK. Deployed bundles have thin clients in place of these packages. */
const PLAIN_OPTIONS: BuildOptions = {
  plugins: [plainSdkPlugin],
  alias: { '@aws-sdk/credential-provider-node': './lambdas/platform/lambda-credentials.ts' },
};

/** Starts a server that receives the frames to sockets. An error frame fails the benchmark. */
async function startSockets(): Promise<() => void> {
  const server = createServer(async (request, response) => {
    const frame = Buffer.concat(await request.toArray()).toString();
    response.end();
    if (JSON.parse(frame).type !== 'error') return;
    console.error(`A message was refused: ${frame}`);
    process.exit(1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.SOCKET_URL = 'wss://sockets.example/prod';

  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Starts a process that serves requests with one bundle. */
async function startFunction(path: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'serve-requests.ts');
  // The functions' logs would mix with the results.
  const child = fork(script, [path], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('exit', (code) => code && process.exit(code));
  await once(child, 'message');
  return child;
}

/** Serves a batch, and returns the CPU per request in milliseconds. */
async function serve(child: ChildProcess, batch: Batch): Promise<number> {
  const result = once(child, 'message');
  child.send(batch);

  const [{ cpuMicros, response }] = (await result) as [BatchResult];
  if ((response as { statusCode?: number }).statusCode !== 200) throw new Error(JSON.stringify(response));
  return cpuMicros / 1000 / batch.length;
}

/** CPU per request in milliseconds: the medians of all batches. */
interface CpuUse {
  readonly plain: number;
  readonly ours: number;
  /** Median ratio of two consecutive batches, ours to plain. */
  readonly ratio: number;
}

/** Measures one kind of request, with both clients in turns. */
async function measure({ functionName, buildEvent }: RequestKind, folders: readonly string[]): Promise<CpuUse> {
  const [plain, ours] = await Promise.all(
    folders.map((folder) => startFunction(join(folder, functionName, 'index.mjs'))),
  );

  let requestCount = 0;
  const buildBatch = (length: number) => Array.from({ length }, () => buildEvent(requestCount++));
  for (const child of [plain!, ours!]) await serve(child, buildBatch(WARM_UP_REQUESTS));

  const samples: { plain: number; ours: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const sample = { plain: 0, ours: 0 };
    // The clients take turns to be first.
    const order = run % 2 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const);
    for (const client of order) {
      const child = client === 'plain' ? plain! : ours!;
      sample[client] = await serve(child, buildBatch(REQUESTS_PER_BATCH));
    }
    samples.push(sample);
  }

  for (const child of [plain!, ours!]) child.kill();
  const median = (values: readonly number[]) => summarizeLatency(values).p50;

  return {
    plain: median(samples.map(({ plain }) => plain)),
    ours: median(samples.map(({ ours }) => ours)),
    ratio: median(samples.map(({ plain, ours }) => ours / plain)),
  };
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-sdk-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const stopStubServices = await startStubServices();
const stopTable = await startTable();
const stopSockets = await startSockets();
await storeCommunity();

const folders = [
  await bundleFunctions(join(directory, 'plain'), PLAIN_OPTIONS),
  await bundleFunctions(join(directory, 'ours'), {}),
];

const rows: string[][] = [];
for (const kind of REQUEST_KINDS) {
  const { plain, ours, ratio } = await measure(kind, folders);
  const verdict = ratio <= MAX_RATIO ? 'ok' : 'OVER';
  recordFigure(kind.figure, ratio);
  rows.push([kind.label, plain.toFixed(2), ours.toFixed(2), `${ratio.toFixed(2)} ×`, verdict]);
}

console.log(`## CPU of the SDK: ${runs} batches of ${REQUESTS_PER_BATCH} requests\n`);
const heads = ['Request', 'Plain SDK, CPU ms', 'Our clients, CPU ms', 'Ratio', `≤ ${MAX_RATIO}`];
console.log(`${formatTable(heads, rows)}\n`);

stopSockets();
stopStubServices();
await stopTable();
// Open connections of the table's client would keep the process alive.
process.exit(0);
