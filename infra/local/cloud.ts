import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { addDemoCommunity, prepareDemo } from './demo-community.ts';
import { type DynamoDbEngine, startDynamoDb } from './dynamodb/engine.ts';
import { HttpServer } from './http/http-server.ts';
import type { ProviderTimings } from './payment-providers.ts';
import { Phases } from './process/phases.ts';
import { type Closers, HOST } from './process/ports.ts';
import { silentTerminal, type Terminal } from './process/terminal.ts';
import type { Services } from './services.ts';
import { type PageHandler, Site } from './site/site.ts';
import { providePages } from './site/web-build.ts';
import { buildCache } from './state/build-cache.ts';
import { type Credentials, openCredentials } from './state/credentials.ts';
import { openStateDirectory } from './state/state-directory.ts';
import {
  type Assembly,
  type Context,
  getAssemblySources,
  openAssembly,
  PROJECT,
  synthesize,
} from './template/synthesis.ts';
import type { ConnectionLimits } from './web-socket/connection.ts';

export interface LocalCloudOptions {
  /** Port of the origin that serves everything to browsers. 0 picks a free one. */
  readonly port?: number;
  /** The state directory. */
  readonly directory?: string;
  /** Empties the directory first. */
  readonly fresh?: boolean;
  /** Adds the demo community if the directory is empty: from its snapshot if possible, or always through the API. */
  readonly seed?: boolean | 'through-api';
  /** Builds and serves the web app. A path serves an existing build. */
  readonly web?: boolean | string;
  /** Applies source changes: Vite's development server serves the web app, and functions are bundled again. */
  readonly dev?: boolean;
  readonly terminal?: Terminal;
  /** The stage's settings, as in `cdk -c`: `{ emailVerification: 'required' }`. */
  readonly context?: Context;
  /** An assembly that `synthesize` created for this context. Clouds may share it: only `dev` writes to it. */
  readonly assembly?: string;
  /** Idle time and lifetime of WebSockets. Default: those of AWS. */
  readonly sockets?: Partial<ConnectionLimits>;
  /** Keys of test accounts at the real payment providers. See docs/local.md#payments. */
  readonly paymentKeys?: Readonly<Record<string, string | undefined>>;
  /** Maximum sandboxes of all functions together. Each takes about 20 MB. Default: no limit. */
  readonly maxSandboxes?: number;
  /** Delays of the local Stripe and the local PayPal. */
  readonly providerTimings?: ProviderTimings;
}

export interface LocalCloud extends Omit<Services, 'schedules' | 'site'> {
  readonly url: string;
  readonly directory: string;
  readonly ports: { readonly site: number; readonly dynamodb: number };
  /** Signs requests to this cloud's AWS services. */
  readonly credentials: Credentials;
  /** Runs a scheduled rule now: see {@link Services.schedules}. */
  runSchedule(name: string, event?: object): Promise<unknown[]>;
  close(): Promise<void>;
}

const DEFAULT_PORT = 4600;

/** Opens the state directory. Empties it if it must be fresh, or if its first start did not finish. */
function openState(options: LocalCloudOptions, terminal: Terminal, closers: Closers) {
  const directory = options.directory ?? join(PROJECT, '.local');
  // This file exists until the first start has finished. Until then, emptying the directory loses no one's data.
  const firstStartMarker = join(directory, 'first-start');
  const wasInterrupted = existsSync(firstStartMarker);

  const { path, isEmpty, release } = openStateDirectory(directory, { fresh: options.fresh || wasInterrupted });
  closers.push(() => release());

  if (isEmpty) writeFileSync(firstStartMarker, '');
  if (wasInterrupted) terminal.info('The first start did not finish. Starting again with an empty state.');

  return {
    path,
    isEmpty,
    statePath: (part: string) => join(path, part),
    finishFirstStart: () => rmSync(firstStartMarker, { force: true }),
  };
}

/** Opens the given assembly, or synthesizes it into the state directory. */
async function prepareAssembly(
  { assembly, context = {} }: LocalCloudOptions,
  directory: string,
  terminal: Terminal,
): Promise<Assembly> {
  if (assembly !== undefined) return openAssembly(assembly);
  const writeOutput = (folder: string) => {
    terminal.info('Building the functions...');
    return synthesize(folder, context);
  };
  await buildCache.provide({ name: 'assembly', sources: getAssemblySources(context), target: directory, writeOutput });
  return openAssembly(directory);
}

/** The parts of the starting cloud that preparations use. */
interface PreparationSettings {
  readonly server: Server;
  readonly statePath: (part: string) => string;
  readonly terminal: Terminal;
  readonly closers: Closers;
}

/** Builds the web app, or starts its development server. Returns undefined if the web app is not served. */
async function preparePages(
  { web = true, dev = false }: LocalCloudOptions,
  { server, statePath, terminal, closers }: PreparationSettings,
): Promise<string | PageHandler | undefined> {
  if (web === false) return undefined;
  if (typeof web === 'string') return web;

  if (dev) {
    const { startWebDev } = await import('./site/web-dev.ts');
    const { pages, close } = await startWebDev({ server, cache: statePath('web-dev'), terminal });
    closers.push(close);
    return pages;
  }

  const target = statePath('web');
  await providePages(target, () => terminal.info('Building the pages...'));

  return target;
}

/** The assembly and the database. Both have settled when this resolves. */
type AssemblyAndDatabase = Promise<readonly [PromiseSettledResult<Assembly>, PromiseSettledResult<DynamoDbEngine>]>;

/** Starts to prepare what the services and pages need. The parts are prepared concurrently. */
function startPreparations(
  options: LocalCloudOptions,
  phases: Phases,
  isFirstStart: boolean,
  preparationSettings: PreparationSettings,
) {
  const { statePath, terminal, closers } = preparationSettings;
  const pages = phases.measure('pages', () => preparePages(options, preparationSettings));
  // Waits for both even if one fails, so that the database has its closer before `start` throws.
  const assemblyAndDatabase: AssemblyAndDatabase = Promise.allSettled([
    phases.measure('assembly', () => prepareAssembly(options, statePath('assembly'), terminal)),
    phases
      .measure('database', () => startDynamoDb(statePath('dynamodb'), terminal))
      .then((engine) => {
        closers.push(() => engine.close());
        return engine;
      }),
  ]);
  const snapshot = isFirstStart ? phases.measure('snapshot', () => prepareDemo(options)) : undefined;

  // Prevents unhandled rejections. Awaiting these promises in `start` throws their errors.
  for (const promise of [pages, snapshot]) promise?.catch(() => {});

  return { pages, assemblyAndDatabase, snapshot };
}

/** Returns the value of a settled promise, or throws its error. */
function valueOrThrow<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

type RunningServices = Pick<Services, 'config' | 'storage' | 'environment' | 'payments'>;

/** Prints the names and addresses of the services. */
function printDetails(
  terminal: Terminal,
  { config, storage, environment, payments: { stripe, paypal } }: RunningServices,
  ports: LocalCloud['ports'],
  engine: DynamoDbEngine,
): void {
  terminal.detail(`Table: ${storage.tableName} at ${engine.endpoint} (${engine.name})`);
  terminal.detail(`Bucket: ${storage.bucketName} at ${environment.AWS_ENDPOINT_URL_S3}`);
  terminal.detail(`User pool: ${config.userPoolId} at ${config.userPoolEndpoint}`);
  terminal.detail(`API: ${config.apiUrl}. Sockets: ${config.socketUrl}`);
  terminal.detail(`Ports: ${JSON.stringify({ ...ports, stripe: stripe?.port, paypal: paypal?.port })}`);
}

/** Writes the file that commands for the running cloud read, such as verify-table. */
function writeOutputs(file: string, { config, storage, environment }: RunningServices): void {
  const outputs = { environment: { ...environment, AWS_REGION: config.region }, ...storage };
  writeFileSync(file, JSON.stringify(outputs), { mode: 0o600 });
}

/** Starts the server that serves everything to browsers. Its pages and services are added later. */
async function startSite(port: number, closers: Closers) {
  const site = new Site();
  const server = new HttpServer(site.handle);
  const sitePort = await server.start(port);
  closers.push(() => server.close());
  return { site, server, sitePort };
}

/** The parts of the starting cloud that services use. */
interface ServiceParts extends Omit<PreparationSettings, 'server'> {
  readonly server: HttpServer;
  readonly credentials: Credentials;
  readonly url: string;
}

/** Waits until the assembly and the database are ready, and starts the services with them. */
async function startPreparedServices(
  options: LocalCloudOptions,
  assemblyAndDatabase: AssemblyAndDatabase,
  phases: Phases,
  parts: ServiceParts,
) {
  // Loading the services takes as long as the preparations, so both run concurrently.
  const { startServices } = await import('./services.ts');
  const [assemblyResult, engineResult] = await assemblyAndDatabase;
  const assembly = valueOrThrow(assemblyResult);
  const engine = valueOrThrow(engineResult);

  const startedServices = await phases.measure('services', () =>
    startServices({
      ...parts,
      assembly,
      dynamoDbEndpoint: engine.endpoint,
      socketLimits: options.sockets ?? {},
      paymentKeys: options.paymentKeys ?? {},
      maxSandboxes: options.maxSandboxes,
      providerTimings: options.providerTimings,
    }),
  );
  return { assembly, engine, startedServices };
}

/** Applies source changes to the running cloud. */
async function startReloading(
  { context = {} }: LocalCloudOptions,
  assembly: Assembly,
  functions: Services['functions'],
  { statePath, terminal, closers }: PreparationSettings,
): Promise<void> {
  const { startLiveReload } = await import('./dev/live-reload.ts');
  closers.push(startLiveReload({ assembly, context, scratch: statePath('assembly.new'), functions, terminal }));
}

/** Starts all parts. Adds a closer for each part that has started, so that the caller can close these parts. */
async function start(options: LocalCloudOptions, closers: Closers, close: () => Promise<void>): Promise<LocalCloud> {
  const terminal = options.terminal ?? silentTerminal;
  const state = openState(options, terminal, closers);
  const { statePath } = state;

  // The server starts before all other parts, so that a port in use fails immediately.
  const { site, server, sitePort } = await startSite(options.port ?? DEFAULT_PORT, closers);

  const phases = new Phases();
  const preparationSettings = { server: server.server, statePath, terminal, closers };
  const preparations = startPreparations(options, phases, state.isEmpty, preparationSettings);

  const credentials = openCredentials(state.path);
  const url = `http://${HOST}:${sitePort}`;
  const serviceParts = { server, credentials, url, statePath, terminal, closers };
  const { assembly, engine, startedServices } = await startPreparedServices(
    options,
    preparations.assemblyAndDatabase,
    phases,
    serviceParts,
  );
  const { site: backends, schedules, ...services } = startedServices;

  site.open({ ...backends, config: services.config });
  // The site closes before the services, because open pages send requests until then.
  closers.push(() => site.close());

  const demoSettings = {
    isFirstStart: state.isEmpty,
    preparedSnapshot: preparations.snapshot,
    seededMarker: statePath('seeded.json'),
    services,
    terminal,
  };
  const [pages] = await Promise.all([
    preparations.pages,
    options.seed === false || phases.measure('demo', () => addDemoCommunity(demoSettings)),
  ]);
  site.servePages(pages);
  state.finishFirstStart();

  if (options.dev) await startReloading(options, assembly, services.functions, preparationSettings);

  const ports = { site: sitePort, dynamodb: Number(new URL(engine.endpoint).port) };
  printDetails(terminal, services, ports, engine);
  terminal.detail(`State: ${state.path}`);
  terminal.detail(`Phases in seconds: ${phases.summary}`);
  writeOutputs(statePath('outputs.json'), services);

  const runSchedule = (name: string, event?: object) => schedules.run(name, event);

  return { ...services, runSchedule, url, directory: state.path, ports, credentials, close };
}

/**
 * Runs the synthesized storage, sockets, and api stacks on this machine. One local origin replaces the site stack.
 *
 * @throws Error with instructions if a port or the directory is in use, or a service does not start.
 */
export async function startLocalCloud(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}
