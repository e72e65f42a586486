import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Terminal } from '../process/terminal.ts';
import { REGION } from '../template/identities.ts';
import type { ResolvedResource, Resolver } from '../template/template.ts';
import { AsyncEvents } from './async-events.ts';
import { FunctionLog } from './function-log.ts';
import { DEFAULT_POOL, FunctionPool, type PoolSettings } from './pool.ts';
import type { FunctionDefinition, Outcome } from './sandbox.ts';

const functionProperties = z.object({
  Handler: z.string().default(''),
  Runtime: z.string().default(''),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
});

export interface FunctionsSettings {
  readonly assembly: string;
  readonly logs: string;
  /** The file in which asynchronous events wait. */
  readonly events: string;
  readonly terminal: Terminal;
  /** Credentials and endpoints: what AWS, or the standard SDK variables, would set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes the record of an event that failed for good. */
  readonly sendTo: (destinationArn: string, record: unknown) => void;
  readonly pool?: PoolSettings;
  /** AWS waits one, then two minutes before it repeats an asynchronous event. Nobody wants to wait for that here. */
  readonly retryDelaysMs?: readonly number[];
}

/** How long a cloud that stops waits for events under way. */
const LAST_MOMENT_MS = 1000;

/** Every function of the template, to be invoked by ARN. */
export class Functions {
  readonly #pools = new Map<string, FunctionPool>();
  readonly #logs = new Map<string, FunctionLog>();
  readonly #events: AsyncEvents;

  constructor(resolver: Resolver, settings: FunctionsSettings) {
    for (const resource of resolver.ofType('AWS::Lambda::Function')) {
      const definition = functionDefinition(resource, settings);
      if (!definition) continue;
      const log = new FunctionLog(settings.logs, definition.label, settings.terminal);
      this.#logs.set(definition.label, log);
      this.#pools.set(definition.arn, new FunctionPool(definition, log, settings.pool ?? DEFAULT_POOL));
    }
    this.#events = new AsyncEvents({
      file: settings.events,
      configs: resolver.ofType('AWS::Lambda::EventInvokeConfig'),
      terminal: settings.terminal,
      target: (arn) => {
        const pool = this.#pools.get(arn);
        return pool && { ...pool.definition, invoke: (event) => pool.invoke(event) };
      },
      sendTo: settings.sendTo,
      retryDelaysMs: settings.retryDelaysMs ?? [1000, 2000],
    });
  }

  /** The construct ids of all functions. */
  get labels(): string[] {
    return [...this.#logs.keys()];
  }

  /** The latest lines that a function printed. */
  logLines(label: string): readonly string[] {
    const log = this.#logs.get(label);
    if (!log) throw new Error(`There is no function ${label}. There are: ${this.labels.join(', ')}.`);
    return log.lines;
  }

  /** The ARN of a function that is named by its ARN, whole or in part, or by its name; undefined when there is none. */
  arnOf(name: string): string | undefined {
    return [...this.#pools.keys()].find((arn) => arn === name || arn.endsWith(`:${name}`));
  }

  /** The modules that functions load. */
  get modules(): string[] {
    return [...this.#pools.values()].map(({ definition }) => definition.file);
  }

  /**
   * Has the functions of a module that was replaced load it anew. Events under way end on the code that they began on.
   *
   * @returns what people call these functions.
   */
  reload(module: string): string[] {
    const pools = [...this.#pools.values()].filter(({ definition }) => definition.file === module);
    for (const pool of pools) pool.retire();
    return pools.map(({ definition }) => definition.label);
  }

  /** Runs a function and waits for its outcome. */
  invoke(arn: string, event: unknown): Promise<Outcome> {
    return this.#pool(arn).invoke(event);
  }

  /** Runs a function later, with the retries and the failure destination that the template gives it. */
  invokeAsync(arn: string, event: unknown): void {
    this.#pool(arn);
    this.#events.add(arn, event);
  }

  /** Delivers the asynchronous events that an earlier cloud could not. Everything functions call must be there. */
  resume(): void {
    this.#events.resume();
  }

  /** Resolves when no asynchronous event is under way. */
  async settled(): Promise<void> {
    await this.#events.settled();
  }

  /** Events under way get a moment to end. What does not is kept for the next start. */
  async close(): Promise<void> {
    const moment = new AbortController();
    await Promise.race([this.settled(), pause(LAST_MOMENT_MS, undefined, moment).catch(() => {})]);
    moment.abort();
    this.#events.stop();
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
    await this.#events.flush();
    await Promise.all([...this.#logs.values()].map((log) => log.close()));
  }

  #pool(arn: string): FunctionPool {
    const pool = this.#pools.get(arn);
    if (!pool) throw new Error(`No function of the template has the ARN ${arn}.`);
    return pool;
  }
}

function functionDefinition(resource: ResolvedResource, settings: FunctionsSettings): FunctionDefinition | undefined {
  const { Handler, Runtime, Timeout, MemorySize, Environment } = functionProperties.parse(resource.properties);
  const path = String(resource.metadata['aws:cdk:path'] ?? resource.logicalId);
  // The CDK's own helpers carry out custom resources while a stack is deployed. The local cloud reads what those
  // resources ask for instead.
  if (!Runtime.startsWith('nodejs')) return undefined;
  const folder = resource.metadata['aws:asset:path'];
  if (typeof folder !== 'string') {
    throw new Error(`${path} has no code folder: synthesise with aws:cdk:enable-asset-metadata.`);
  }
  const [module = 'index', exportName = 'handler'] = Handler.split('.');
  const name = resource.ref;
  return {
    name,
    arn: resource.attributes.Arn ?? name,
    label: path.split('/').at(-3) ?? resource.logicalId,
    file: join(settings.assembly, folder, `${module}.mjs`),
    exportName,
    timeoutSeconds: Timeout,
    memoryMb: MemorySize,
    environment: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_EXECUTION_ENV: `AWS_Lambda_${Runtime}`,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: join(settings.assembly, folder),
      ...settings.environment,
      ...Environment.Variables,
    },
  };
}
