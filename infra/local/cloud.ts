import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import type { Mail } from './cognito/codes.ts';
import { startDynamoDb } from './dynamodb/engine.ts';
import type { Functions } from './lambda/lambda.ts';
import type { ProviderPatience } from './payment-providers.ts';
import { HOST } from './process/ports.ts';
import { silentTerminal, type Terminal } from './process/terminal.ts';
import type { Closers, Faults, Services } from './services.ts';
import { type Pages, Site } from './site/site.ts';
import { buildWeb } from './site/web-build.ts';
import type { Queues } from './sqs.ts';
import { type Credentials, localCredentials } from './state/credentials.ts';
import { openStateDirectory } from './state/state-directory.ts';
import { type Assembly, type Context, openAssembly, PROJECT, synthesise } from './template/synthesis.ts';
import type { ConnectionLimits } from './web-socket/connection.ts';
import type { Sockets } from './web-socket/web-socket-api.ts';

export interface LocalCloudOptions {
  /** Port of the site; 0 takes any free one. */
  readonly port?: number;
  /** Where everything is kept. */
  readonly directory?: string;
  /** Empties the directory first. */
  readonly fresh?: boolean;
  /** Fills an empty directory with a small community. */
  readonly seed?: boolean;
  /** Builds and serves the web application; a path serves one that is built already. */
  readonly web?: boolean | string;
  /** Follows changes of the sources: the web application by Vite's development server, functions by bundling anew. */
  readonly dev?: boolean;
  readonly terminal?: Terminal;
  /** Settings of the stage, as `cdk -c` takes them: `{ emailVerification: 'required' }`. */
  readonly context?: Context;
  /** A folder where `synthesise` has left what the context asks for. It is only read, but for `dev`: many may share it. */
  readonly assembly?: string;
  /** How long WebSockets may live: as long as on AWS unless told otherwise. */
  readonly sockets?: Partial<ConnectionLimits>;
  /** An environment with keys of real test accounts at payment providers (README "Payments"); stand-ins without. */
  readonly paymentKeys?: Readonly<Record<string, string | undefined>>;
  /** How long stand-ins of payment providers wait. */
  readonly providerPatience?: ProviderPatience;
}

/** A running local cloud. */
export interface LocalCloud {
  readonly url: string;
  readonly config: RuntimeConfig;
  readonly directory: string;
  readonly ports: { readonly site: number; readonly s3: number; readonly dynamodb: number; readonly services: number };
  /** What signs requests to the AWS services of this cloud. */
  readonly credentials: Credentials;
  /** Endpoint variables, and the cloud's own key, for tests that use the SDK themselves. */
  readonly environment: Readonly<Record<string, string>>;
  readonly functions: Functions;
  readonly queues: Queues;
  /** What the user pool would have mailed. */
  readonly mails: readonly Mail[];
  readonly faults: Faults;
  /** The open WebSockets. */
  readonly sockets: Sockets;
  /** The stand-ins of the payment providers, where no real ones are in use. */
  readonly payments: Services['payments'];
  /**
   * Runs a scheduled rule of the template now, and waits for its functions.
   *
   * @param name its construct's path without the stack (`Sweeper/Schedule`), or its logical id.
   * @returns what each function answered.
   */
  runSchedule(name: string): Promise<unknown[]>;
  close(): Promise<void>;
}

const DEFAULT_PORT = 4600;

/**
 * Runs the synthesised template of the storage, sockets and api stacks on this machine. The site stack is replaced by one
 * local origin that serves what its distribution would.
 *
 * @throws Error saying what to do, when a port or the directory is taken or a part does not start.
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

async function start(options: LocalCloudOptions, closers: Closers, close: () => Promise<void>): Promise<LocalCloud> {
  const terminal = options.terminal ?? silentTerminal;
  const state = openStateDirectory(options.directory ?? join(PROJECT, '.local'), { fresh: options.fresh ?? false });
  closers.push(() => state.release());
  const kept = (part: string) => join(state.path, part);
  const site = new Site();
  const sitePort = await site.listen(options.port ?? DEFAULT_PORT);
  closers.push(() => site.close());
  const web = preparePages(options, { site, kept, terminal, closers });
  const prepared = Promise.allSettled([
    prepareAssembly(options, kept('assembly')),
    startDynamoDb(kept('dynamodb'), terminal).then((engine) => {
      closers.push(() => engine.close());
      return engine;
    }),
  ]);
  // Until it is awaited below, nobody else would hear of its failure.
  web.catch(() => {});
  const credentials = localCredentials(state.path);
  // Loading the emulators takes as long as the preparations do: both at once.
  const { startServices } = await import('./services.ts');
  const seed = options.seed === false ? undefined : prepareSeed(state.empty, kept('seeded.json'), terminal);
  const [assembly, engine] = await prepared.then(
    ([first, second]) => [valueOrThrow(first), valueOrThrow(second)] as const,
  );
  const url = `http://${HOST}:${sitePort}`;
  const {
    site: behindSite,
    ports,
    schedules,
    ...services
  } = await startServices({
    assembly,
    dynamoDbEndpoint: engine.endpoint,
    credentials,
    kept,
    url,
    terminal,
    closers,
    socketLimits: options.sockets ?? {},
    paymentKeys: options.paymentKeys ?? {},
    providerPatience: options.providerPatience,
  });
  site.open({ ...behindSite, config: services.config });
  const [pages] = await Promise.all([web, seed?.then((fill) => fill(services))]);
  if (pages !== undefined) site.showPages(pages);
  if (options.dev) {
    const { followSources } = await import('./dev/follow-sources.ts');
    const { functions } = services;
    const context = options.context ?? {};
    closers.push(followSources({ assembly, context, scratch: kept('assembly.new'), functions, terminal }));
  }
  const allPorts = { site: sitePort, dynamodb: Number(new URL(engine.endpoint).port), ...ports };
  terminal.detail(`Ports: ${JSON.stringify(allPorts)}. Table: ${engine.name}. State: ${state.path}`);
  const runSchedule = (name: string) => schedules.run(name);
  return { ...services, runSchedule, url, directory: state.path, ports: allPorts, credentials, close };
}

/**
 * Makes the demo community's files, if the cloud is empty.
 *
 * @returns what fills it with them, and shows the demo logins of a cloud that was filled, now or earlier.
 */
async function prepareSeed(
  empty: boolean,
  marker: string,
  terminal: Terminal,
): Promise<(services: Pick<Services, 'config' | 'mails'>) => Promise<void>> {
  if (!empty && !existsSync(marker)) return async () => {};
  const { DEMO_LOGINS, makeCommunity, seedCommunity } = await import('./seed/seed.ts');
  const members = empty ? await makeCommunity() : [];
  return async ({ config, mails }) => {
    try {
      if (members.length > 0) await seedCommunity(config, members, mails);
      writeFileSync(marker, JSON.stringify(DEMO_LOGINS));
      for (const { email, password } of DEMO_LOGINS) terminal.say(`Demo login: ${email} / ${password}`);
    } catch (error) {
      // Fathom itself runs: whoever works on it may well be here to find out why.
      terminal.warn(`The demo community is not complete: ${error instanceof Error ? error.message : error}`);
      terminal.warn('To try again, start with an empty state: npm start -- --fresh');
    }
  };
}

async function prepareAssembly({ assembly, context = {} }: LocalCloudOptions, directory: string): Promise<Assembly> {
  return assembly === undefined ? synthesise(emptied(directory), context) : openAssembly(assembly);
}

interface PagesSettings {
  readonly site: Site;
  readonly kept: (part: string) => string;
  readonly terminal: Terminal;
  readonly closers: Closers;
}

async function preparePages(
  { web = true, dev = false }: LocalCloudOptions,
  { site, kept, terminal, closers }: PagesSettings,
): Promise<string | Pages | undefined> {
  if (web === false) return undefined;
  if (typeof web === 'string') return web;
  if (dev) {
    const { startWebDev } = await import('./site/web-dev.ts');
    const { pages, close } = await startWebDev({ server: site.server, cache: kept('web-dev'), terminal });
    closers.push(close);
    return pages;
  }
  await buildWeb(kept('web'));
  return kept('web');
}

/** All were waited for before the first failure is thrown: whatever did start is then known, and can be closed. */
function valueOrThrow<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

function emptied(directory: string): string {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  return directory;
}
