import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Terminal } from '../process/terminal.ts';
import { REGION } from '../template/identities.ts';
import type { ResolvedResource, Resolver } from '../template/template.ts';
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

const invokeConfigProperties = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().default(2),
  DestinationConfig: z
    .object({ OnFailure: z.object({ Destination: z.string() }).optional() })
    .default({ OnFailure: undefined }),
});

export interface FunctionsSettings {
  readonly assembly: string;
  readonly logs: string;
  readonly terminal: Terminal;
  /** Credentials and endpoints: what AWS, or the standard SDK variables, would set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes the record of an event that failed for good. */
  readonly sendTo: (destinationArn: string, record: unknown) => void;
  readonly pool?: PoolSettings;
  /** AWS waits one, then two minutes before it repeats an asynchronous event. Nobody wants to wait for that here. */
  readonly retryDelaysMs?: readonly number[];
}

/** Every function of the template, to be invoked by ARN. */
export class Functions {
  readonly #pools = new Map<string, FunctionPool>();
  readonly #logs = new Map<string, FunctionLog>();
  readonly #invokeConfigs: ReadonlyMap<string, { retries: number; onFailure: string | undefined }>;
  readonly #settings: FunctionsSettings;
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(resolver: Resolver, settings: FunctionsSettings) {
    this.#settings = settings;
    for (const resource of resolver.ofType('AWS::Lambda::Function')) {
      const definition = functionDefinition(resource, settings);
      if (!definition) continue;
      const log = new FunctionLog(settings.logs, definition.label, settings.terminal);
      this.#logs.set(definition.label, log);
      this.#pools.set(definition.arn, new FunctionPool(definition, log, settings.pool ?? DEFAULT_POOL));
    }
    this.#invokeConfigs = new Map(
      resolver.ofType('AWS::Lambda::EventInvokeConfig').map(({ properties }) => {
        const config = invokeConfigProperties.parse(properties);
        const { MaximumRetryAttempts: retries, DestinationConfig } = config;
        return [config.FunctionName, { retries, onFailure: DestinationConfig.OnFailure?.Destination }];
      }),
    );
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

  /** Runs a function and waits for its outcome. */
  invoke(arn: string, event: unknown): Promise<Outcome> {
    return this.#pool(arn).invoke(event);
  }

  /** Runs a function later, with the retries and the failure destination that the template gives it. */
  invokeAsync(arn: string, event: unknown): void {
    const run = this.#invokeWithRetries(arn, event).finally(() => this.#pending.delete(run));
    this.#pending.add(run);
  }

  /** Resolves when no asynchronous event is under way. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
    await Promise.all([...this.#logs.values()].map((log) => log.close()));
  }

  async #invokeWithRetries(arn: string, event: unknown): Promise<void> {
    const { definition } = this.#pool(arn);
    const { retries, onFailure } = this.#invokeConfigs.get(definition.name) ?? { retries: 2, onFailure: undefined };
    const delays = this.#settings.retryDelaysMs ?? [1000, 2000];
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.invoke(arn, event);
      if (outcome.ok || this.#closing.signal.aborted) return;
      if (attempt < retries) {
        await this.#pause(delays[Math.min(attempt, delays.length - 1)] ?? 0);
        continue;
      }
      this.#settings.terminal.warn(`${definition.label}: gave up on an event after ${attempt + 1} attempts.`);
      if (onFailure) this.#settings.sendTo(onFailure, failureRecord(arn, event, attempt + 1, outcome));
      return;
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#closing.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #pool(arn: string): FunctionPool {
    const pool = this.#pools.get(arn);
    if (!pool) throw new Error(`No function of the template has the ARN ${arn}.`);
    return pool;
  }
}

/** What a failure destination receives. */
function failureRecord(arn: string, event: unknown, attempts: number, outcome: Outcome): unknown {
  return {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: randomUUID(),
      functionArn: `${arn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: outcome.ok ? null : outcome.error,
  };
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
