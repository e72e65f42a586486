import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { FunctionDefinition } from '../template/function-definition.ts';
import type { FunctionLog } from './function-log.ts';
import { type LoadLimits, type Outcome, Sandbox } from './sandbox.ts';

export interface PoolSettings extends LoadLimits {
  /** Maximum events at once; others wait. AWS throttles at the account's limit instead. */
  readonly maxConcurrency: number;
  /** How long a warm sandbox waits for its next event. */
  readonly idleMs: number;
}

export const DEFAULT_POOL: PoolSettings = {
  maxConcurrency: Math.max(4, availableParallelism()),
  idleMs: 60_000,
  slowLoadMs: 10_000,
  loadLimitMs: 600_000,
};

/** Runs one function in a pool of warm sandboxes. Events wait while all are busy. */
export class FunctionPool {
  readonly definition: FunctionDefinition;
  readonly #log: FunctionLog;
  readonly #settings: PoolSettings;
  readonly #idle: { sandbox: Sandbox; timer: NodeJS.Timeout }[] = [];
  readonly #sandboxes = new Set<Sandbox>();
  readonly #retired = new Set<Sandbox>();
  readonly #waiting: ((sandbox: Sandbox) => void)[] = [];
  #closed = false;

  constructor(definition: FunctionDefinition, log: FunctionLog, settings: PoolSettings = DEFAULT_POOL) {
    this.definition = definition;
    this.#log = log;
    this.#settings = settings;
  }

  /** The number of sandboxes, busy and idle. */
  get size(): number {
    return this.#sandboxes.size;
  }

  /** Runs the function once. Its errors become an outcome, not an exception. */
  async invoke(event: unknown): Promise<Outcome> {
    const requestId = randomUUID();
    const sandbox = await this.#acquire();
    const outcome = await sandbox.invoke(JSON.stringify(event), requestId);
    this.#release(sandbox);
    if (!outcome.ok && !this.#closed) this.#log.logFailure(requestId, outcome.error);
    return outcome;
  }

  /** Makes later events load the module again. Events in progress finish in their sandboxes. */
  retire(): void {
    for (const { sandbox, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      this.#sandboxes.delete(sandbox);
      void sandbox.close();
    }
    for (const busy of this.#sandboxes) this.#retired.add(busy);
  }

  /** Ends every sandbox. Events that are running or waiting end with an error. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#sandboxes].map((sandbox) => sandbox.close()));
  }

  #acquire(): Promise<Sandbox> | Sandbox {
    const warm = this.#idle.pop();
    if (warm) {
      clearTimeout(warm.timer);
      // An idle thread can exit, for example after an uncaught error.
      if (warm.sandbox.alive) return warm.sandbox;
      this.#sandboxes.delete(warm.sandbox);
    }
    if (this.#sandboxes.size < this.#settings.maxConcurrency) return this.#start();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(sandbox: Sandbox): void {
    if (this.#retired.delete(sandbox)) void sandbox.close();
    if (!sandbox.alive && !this.#closed) this.#sandboxes.delete(sandbox);
    const next = this.#waiting.shift();
    if (next) next(sandbox.alive || this.#closed ? sandbox : this.#start());
    else if (sandbox.alive) this.#keepWarm(sandbox);
  }

  #keepWarm(sandbox: Sandbox): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((entry) => entry.sandbox === sandbox),
        1,
      );
      this.#sandboxes.delete(sandbox);
      void sandbox.close();
    }, this.#settings.idleMs);
    timer.unref();
    this.#idle.push({ sandbox, timer });
  }

  #start(): Sandbox {
    const sandbox = new Sandbox(this.definition, this.#log, this.#settings);
    this.#sandboxes.add(sandbox);
    return sandbox;
  }
}
