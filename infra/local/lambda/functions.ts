import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '../process/terminal.ts';
import { type DefinitionSettings, isAppFunction, toFunctionDefinition } from '../template/function-definition.ts';
import type { Resolver } from '../template/template.ts';
import { AsyncEvents } from './async-events.ts';
import { FunctionLog } from './function-log.ts';
import { DEFAULT_POOL, FunctionPool, type PoolSettings } from './pool.ts';
import type { Outcome } from './sandbox.ts';
import { SandboxLimit } from './sandbox-limit.ts';

interface FunctionsSettings extends DefinitionSettings {
  /** The folder of the log files. */
  readonly logFolder: string;
  /** The file that stores asynchronous events. */
  readonly eventFile: string;
  readonly terminal: Terminal;
  /** Receives the failure record of an event after its last attempt. */
  readonly sendToDestination: (destinationArn: string, record: unknown, functionName: string) => void;
  readonly pool?: PoolSettings;
  /** Maximum sandboxes of all functions together. By default, only each pool has a limit. */
  readonly maxSandboxes?: number | undefined;
  /** Delays before retries of asynchronous events. AWS waits one minute, then two; the default is shorter. */
  readonly retryDelaysMs?: readonly number[];
}

/** Maximum time that closing waits for deliveries in progress, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 1000;

/** Default delays before retries, in milliseconds: AWS's minutes become seconds. */
const DEFAULT_RETRY_DELAYS_MS = [1000, 2000];

/** Runs the template's functions by ARN. */
export class Functions {
  readonly #pools = new Map<string, FunctionPool>();
  readonly #logs = new Map<string, FunctionLog>();
  readonly #events: AsyncEvents;

  constructor(resolver: Resolver, settings: FunctionsSettings) {
    const limit = new SandboxLimit(settings.maxSandboxes);

    for (const resource of resolver.ofType('AWS::Lambda::Function').filter(isAppFunction)) {
      const definition = toFunctionDefinition(resource, settings);
      const log = new FunctionLog(settings.logFolder, definition.label, settings.terminal);
      this.#logs.set(definition.label, log);
      this.#pools.set(definition.arn, new FunctionPool(definition, log, settings.pool ?? DEFAULT_POOL, limit));
    }

    this.#events = new AsyncEvents({
      file: settings.eventFile,
      configs: resolver.ofType('AWS::Lambda::EventInvokeConfig'),
      terminal: settings.terminal,
      findFunction: (arn) => {
        const pool = this.#pools.get(arn);
        return pool && { ...pool.definition, invoke: (event) => pool.invoke(event) };
      },
      sendToDestination: settings.sendToDestination,
      retryDelaysMs: settings.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS,
    });
  }

  /** The construct IDs of all functions. */
  get labels(): string[] {
    return [...this.#logs.keys()];
  }

  /** Returns the latest lines that a function printed. */
  getLogLines(label: string): readonly string[] {
    const log = this.#logs.get(label);
    if (!log) throw new Error(`Unknown function ${label}. Known: ${this.labels.join(', ')}.`);
    return log.lines;
  }

  /** Returns the ARN of the function with this name, partial ARN, or ARN. Returns undefined for an unknown function. */
  findArn(name: string): string | undefined {
    return [...this.#pools.keys()].find((arn) => arn === name || arn.endsWith(`:${name}`));
  }

  /** The modules that functions load. */
  get modules(): string[] {
    return [...this.#pools.values()].map(({ definition }) => definition.file);
  }

  /**
   * Makes later events load a replaced module again. Events in progress finish on the old code.
   *
   * @returns the labels of the module's functions.
   */
  reload(module: string): string[] {
    const pools = [...this.#pools.values()].filter(({ definition }) => definition.file === module);
    for (const pool of pools) pool.retire();
    return pools.map(({ definition }) => definition.label);
  }

  /** Ends all sandboxes to free their memory. Events in progress finish first. */
  endSandboxes(): void {
    for (const pool of this.#pools.values()) pool.retire();
  }

  /** Runs a function and returns its outcome. */
  invoke(arn: string, event: unknown): Promise<Outcome> {
    return this.#requirePool(arn).invoke(event);
  }

  /** Runs a function that another function waits for. It starts even if the limit of sandboxes is reached. */
  invokeNested(arn: string, event: unknown): Promise<Outcome> {
    return this.#requirePool(arn).invoke(event, { isNested: true });
  }

  /** Queues an event for a function, with the retries and failure destination of the template. */
  invokeAsync(arn: string, event: unknown): void {
    // Throws for an unknown function.
    this.#requirePool(arn);
    this.#events.add(arn, event);
  }

  /** Delivers the unfinished events of the previous run. Call it when all services are running. */
  resume(): void {
    this.#events.resume();
  }

  /** Resolves when no asynchronous event is in progress. */
  async waitUntilIdle(): Promise<void> {
    await this.#events.waitUntilIdle();
  }

  /** Waits briefly for events in progress. Unfinished events are delivered after the next start. */
  async close(): Promise<void> {
    const timeout = new AbortController();
    await Promise.race([this.waitUntilIdle(), pause(SHUTDOWN_TIMEOUT_MS, undefined, timeout).catch(() => {})]);
    timeout.abort();

    this.#events.stop();
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
    await this.#events.flush();
    await Promise.all([...this.#logs.values()].map((log) => log.close()));
  }

  #requirePool(arn: string): FunctionPool {
    const pool = this.#pools.get(arn);
    if (!pool) throw new Error(`No function of the template has the ARN ${arn}.`);
    return pool;
  }
}
