import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '../process/terminal.ts';
import { type DefinitionSettings, functionDefinition, isRunHere } from '../template/function-definition.ts';
import type { Resolver } from '../template/template.ts';
import { AsyncEvents } from './async-events.ts';
import { FunctionLog } from './function-log.ts';
import { DEFAULT_POOL, FunctionPool, type PoolSettings } from './pool.ts';
import type { Outcome } from './sandbox.ts';

interface FunctionsSettings extends DefinitionSettings {
  readonly logs: string;
  /** The file in which asynchronous events wait. */
  readonly events: string;
  readonly terminal: Terminal;
  /** Takes the record of an event that failed for good, and the name of the function that failed. */
  readonly sendTo: (destinationArn: string, record: unknown, functionName: string) => void;
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
    for (const resource of resolver.ofType('AWS::Lambda::Function').filter(isRunHere)) {
      const definition = functionDefinition(resource, settings);
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
