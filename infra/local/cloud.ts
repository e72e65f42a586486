import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { type DynamoDbEngine, startDynamoDb } from './dynamodb/engine.ts';
import { HttpServer } from './http/http-server.ts';
import type { ProviderTimings } from './payment-providers.ts';
import { Phases } from './process/phases.ts';
import { type Closers, HOST } from './process/ports.ts';
import { silentTerminal, type Terminal } from './process/terminal.ts';
import type { RestorableSnapshot as DemoSnapshot } from './seed/restore-snapshot.ts';
import type { Services } from './services.ts';
import { type Pages, Site } from './site/site.ts';
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

type SeedServices = Pick<
  Services,
  'config' | 'mails' | 'functions' | 'storage' | 'stores' | 'payments' | 'environment'
>;

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

/**
 * Prepares the demo community's snapshot while functions and pages are built.
 *
 * @returns undefined if the API must create the community: this cloud doesn't have the snapshot's default settings, or
 *   the snapshot doesn't match its sources.
 */
async function prepareDemo({ seed = true, context = {} }: LocalCloudOptions): Promise<DemoSnapshot | undefined> {
  if (seed !== true || Object.keys(context).length > 0) return undefined;
  const { prepareSnapshot } = await import('./seed/restore-snapshot.ts');
  return prepareSnapshot();
}

/** Adds the demo community on the first start. Prints the demo logins if the community exists. */
async function addDemoCommunity(
  isFirstStart: boolean,
  preparedSnapshot: Promise<DemoSnapshot | undefined> | undefined,
  seededMarker: string,
  services: SeedServices,
  terminal: Terminal,
) {
  if (!isFirstStart && !existsSync(seededMarker)) return;

  const { DEMO_LOGINS, seedCommunity } = await import('./seed/seed.ts');

  try {
    if (isFirstStart) {
      const { storage, environment, stores, payments } = services;
      const table = { name: storage.tableName, environment };
      const snapshot = await preparedSnapshot;

      // The snapshot contains purchases, which the real Stripe never charged. `payments.stripe` is the local Stripe.
      if (snapshot && payments.stripe) {
        const { restoreSnapshot } = await import('./seed/restore-snapshot.ts');
        await restoreSnapshot(snapshot, { table, bucketName: storage.bucketName, ...stores });
      } else {
        await seedCommunity(services.config, services.mails, table);
      }
    }

    writeFileSync(seededMarker, JSON.stringify(DEMO_LOGINS));
    for (const { email, password } of DEMO_LOGINS) terminal.info(`Demo login: ${email} / ${password}`);
  } catch (error) {
    // Fathom itself runs. Don't stop: the developer may need Fathom to find the cause.
    terminal.warn(`The demo community is not complete: ${error instanceof Error ? error.message : error}`);
    terminal.warn('To try again, start with an empty state: npm start -- --fresh');
  }

  // The seed calls about thirty functions. Each idle sandbox would keep 20 MB.
  if (isFirstStart) services.functions.endSandboxes();
}

async function prepareAssembly({ assembly, context = {} }: LocalCloudOptions, directory: string): Promise<Assembly> {
  if (assembly !== undefined) return openAssembly(assembly);
  const build = (draft: string) => synthesize(draft, context);
  await buildCache.provide({ name: 'assembly', sources: getAssemblySources(context), target: directory, build });
  return openAssembly(directory);
}

interface PagesSettings {
  readonly server: Server;
  readonly statePath: (part: string) => string;
  readonly terminal: Terminal;
  readonly closers: Closers;
}

async function preparePages(
  { web = true, dev = false }: LocalCloudOptions,
  { server, statePath, terminal, closers }: PagesSettings,
): Promise<string | Pages | undefined> {
  if (web === false) return undefined;
  if (typeof web === 'string') return web;

  if (dev) {
    const { startWebDev } = await import('./site/web-dev.ts');
    const { pages, close } = await startWebDev({ server, cache: statePath('web-dev'), terminal });
    closers.push(close);
    return pages;
  }

  const target = statePath('web');
  await providePages(target);

  return target;
}

/** Starts to prepare what the services and pages need. The parts are prepared concurrently. */
function startPreparations(
  options: LocalCloudOptions,
  phases: Phases,
  isFirstStart: boolean,
  pagesSettings: PagesSettings,
) {
  const { statePath, terminal, closers } = pagesSettings;
  const pages = phases.measure('pages', () => preparePages(options, pagesSettings));
  const assemblyAndDatabase = Promise.allSettled([
    phases.measure('assembly', () => prepareAssembly(options, statePath('assembly'))),
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

/** Returns a promise's value, or throws its error. `start` calls it after all have settled, so it closes every part. */
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

async function start(options: LocalCloudOptions, closers: Closers, close: () => Promise<void>): Promise<LocalCloud> {
  const terminal = options.terminal ?? silentTerminal;
  const state = openState(options, terminal, closers);
  const { statePath } = state;

  // The server starts before all other parts, so that a port in use fails immediately.
  const site = new Site();
  const server = new HttpServer(site.handle);
  const sitePort = await server.start(options.port ?? DEFAULT_PORT);
  closers.push(() => server.close());

  const phases = new Phases();
  const pagesSettings = { server: server.server, statePath, terminal, closers };
  const preparations = startPreparations(options, phases, state.isEmpty, pagesSettings);

  const credentials = openCredentials(state.path);
  // Loading the services takes as long as the preparations, so both run concurrently.
  const { startServices } = await import('./services.ts');
  const [assemblyResult, engineResult] = await preparations.assemblyAndDatabase;
  const assembly = valueOrThrow(assemblyResult);
  const engine = valueOrThrow(engineResult);

  const url = `http://${HOST}:${sitePort}`;
  const {
    site: backends,
    schedules,
    ...services
  } = await phases.measure('services', () =>
    startServices({
      ...{ server, assembly, credentials, statePath, url, terminal, closers },
      dynamoDbEndpoint: engine.endpoint,
      socketLimits: options.sockets ?? {},
      paymentKeys: options.paymentKeys ?? {},
      maxSandboxes: options.maxSandboxes,
      providerTimings: options.providerTimings,
    }),
  );

  site.open({ ...backends, config: services.config });
  // The site closes before the services, because open pages send requests until then.
  closers.push(() => site.close());

  const [pages] = await Promise.all([
    preparations.pages,
    options.seed === false ||
      phases.measure('demo', () =>
        addDemoCommunity(state.isEmpty, preparations.snapshot, statePath('seeded.json'), services, terminal),
      ),
  ]);
  if (pages !== undefined) site.servePages(pages);
  state.finishFirstStart();

  if (options.dev) {
    const { startLiveReload } = await import('./dev/live-reload.ts');
    const { functions } = services;
    const context = options.context ?? {};
    closers.push(startLiveReload({ assembly, context, scratch: statePath('assembly.new'), functions, terminal }));
  }

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
