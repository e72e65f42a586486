import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FunctionDefinition } from '../template/function-definition.ts';
import type { FunctionLog } from './function-log.ts';
import { type LoadLimits, type Outcome, Sandbox, STOPPED } from './sandbox.ts';
import { SandboxLimit } from './sandbox-limit.ts';

export interface PoolSettings extends LoadLimits {
  /** Maximum events at once; others wait. AWS throttles at the account's limit instead. */
  readonly maxConcurrency: number;
  /** How long events must be waiting before another sandbox is loaded for them. */
  readonly growDelayMs: number;
  /** How long a warm sandbox waits for its next event. */
  readonly idleMs: number;
}

export const DEFAULT_POOL: PoolSettings = {
  maxConcurrency: Math.max(4, availableParallelism()),
  growDelayMs: 50,
  idleMs: 60_000,
  slowLoadMs: 10_000,
  loadLimitMs: 600_000,
};

/**
 * Runs one function in a pool of warm sandboxes. Events wait while all are busy.
 *
 * The pool grows by one sandbox at a time while events wait, and the sandboxes that are ready serve them meanwhile. So
 * the first events of a burst don't wait for several threads that load the same module on the same cores.
 */
export class FunctionPool {
  readonly definition: FunctionDefinition;
  readonly #log: FunctionLog;
  readonly #settings: PoolSettings;
  readonly #limit: SandboxLimit;
  /** Idle sandboxes. The one used last is last. */
  readonly #idle = new Map<Sandbox, { readonly end: () => void; readonly timer: NodeJS.Timeout }>();
  readonly #sandboxes = new Set<Sandbox>();
  readonly #retired = new Set<Sandbox>();
  readonly #waiting: ((sandbox: Sandbox | undefined) => void)[] = [];
  #isGrowing = false;
  #closed = false;

  constructor(
    definition: FunctionDefinition,
    log: FunctionLog,
    settings: PoolSettings = DEFAULT_POOL,
    limit = new SandboxLimit(),
  ) {
    this.definition = definition;
    this.#log = log;
    this.#settings = settings;
    this.#limit = limit;
  }

  /** The number of sandboxes: loading, busy, and idle. */
  get size(): number {
    return this.#sandboxes.size;
  }

  /**
   * Runs the function once. Its errors become an outcome, not an exception.
   *
   * @param isNested whether another function waits for this one
   */
  async invoke(event: unknown, { isNested = false } = {}): Promise<Outcome> {
    const requestId = randomUUID();
    const sandbox = await this.#acquire(isNested);
    const outcome = sandbox ? await sandbox.invoke(JSON.stringify(event), requestId) : STOPPED;
    if (sandbox) this.#free(sandbox);
    if (!outcome.ok && !this.#closed) this.#log.logFailure(requestId, outcome.error);
    return outcome;
  }

  /** Makes later events load the module again. Events in progress finish in their sandboxes. */
  retire(): void {
    for (const { end } of this.#idle.values()) end();
    for (const sandbox of this.#sandboxes) this.#retired.add(sandbox);
  }

  /** Ends every sandbox. Events that are running or waiting end with an error. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
    await Promise.all([...this.#sandboxes].map((sandbox) => this.#end(sandbox)));
  }

  /** Returns a free sandbox, or undefined if the pool is closed. */
  async #acquire(isNested: boolean): Promise<Sandbox | undefined> {
    if (this.#closed) return undefined;

    const [warm] = [...this.#idle.keys()].slice(-1);
    if (warm) {
      this.#takeIdle(warm);
      // An idle thread can exit, for example after an uncaught error.
      if (warm.alive) return warm;
      void this.#end(warm);
    }

    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#grow(isNested);
    });
  }

  /** Loads another sandbox if events wait, and again until none waits. */
  #grow(isNested = false): void {
    const canGrow = this.#sandboxes.size < this.#settings.maxConcurrency && !this.#closed;
    if (this.#isGrowing || !canGrow || this.#waiting.length === 0) return;
    this.#isGrowing = true;
    void this.#addSandbox(isNested).finally(() => {
      this.#isGrowing = false;
      this.#grow();
    });
  }

  async #addSandbox(isNested: boolean): Promise<void> {
    if (this.#sandboxes.size > 0) {
      await pause(this.#settings.growDelayMs);
      if (this.#waiting.length === 0) return;
    }
    await this.#limit.reserve(isNested);
    if (this.#waiting.length === 0) return this.#limit.release();

    const sandbox = new Sandbox(this.definition, this.#log, this.#settings);
    this.#sandboxes.add(sandbox);
    await sandbox.loaded;
    this.#free(sandbox, { isFirst: true });
  }

  /** Gives a sandbox to the next event. Ends it if it has failed or was retired. */
  #free(sandbox: Sandbox, { isFirst = false } = {}): void {
    if (this.#closed) return;

    const isRetired = this.#retired.has(sandbox);
    // The error of a module that can't be loaded belongs to an event.
    const next = (sandbox.alive || isFirst) && !isRetired ? this.#waiting.shift() : undefined;
    if (next) next(sandbox);
    else if (sandbox.alive && !isRetired) this.#keepWarm(sandbox);
    else {
      void this.#end(sandbox);
      this.#grow();
    }
  }

  #keepWarm(sandbox: Sandbox): void {
    const end = () => void this.#end(sandbox);
    const timer = setTimeout(end, this.#settings.idleMs);
    timer.unref();
    this.#idle.set(sandbox, { end, timer });
    this.#limit.addIdle(end);
  }

  #takeIdle(sandbox: Sandbox): void {
    const idle = this.#idle.get(sandbox);
    if (!idle) return;
    clearTimeout(idle.timer);
    this.#idle.delete(sandbox);
    this.#limit.removeIdle(idle.end);
  }

  async #end(sandbox: Sandbox): Promise<void> {
    this.#takeIdle(sandbox);
    this.#retired.delete(sandbox);
    if (this.#sandboxes.delete(sandbox)) this.#limit.release();
    await sandbox.close();
  }
}
