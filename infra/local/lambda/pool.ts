import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FunctionDefinition } from '../template/function-definition.ts';
import type { FunctionLog } from './function-log.ts';
import { type LoadLimits, type Outcome, Sandbox, STOPPED } from './sandbox.ts';
import { SandboxLimit } from './sandbox-limit.ts';

export interface PoolSettings extends LoadLimits {
  /** Maximum concurrent events; further events wait. AWS throttles at the account's limit instead. */
  readonly maxConcurrency: number;
  /** Time that events wait before the pool loads another sandbox for them, in milliseconds. */
  readonly growDelayMs: number;
  /** Time that a warm sandbox waits for its next event before it ends, in milliseconds. */
  readonly idleMs: number;
}

export const DEFAULT_POOL: PoolSettings = {
  maxConcurrency: Math.max(4, availableParallelism()),
  growDelayMs: 50,
  idleMs: 60_000,
  slowLoadMs: 10_000,
  extraLoadMs: 600_000,
};

/**
 * Runs one function in a pool of warm sandboxes. Events wait while all are busy.
 *
 * While events wait, the pool loads one sandbox at a time, and the ready sandboxes serve the events. So the first
 * events of a burst don't wait for several threads that load the same module on the same cores.
 */
export class FunctionPool {
  readonly definition: FunctionDefinition;
  readonly #log: FunctionLog;
  readonly #settings: PoolSettings;
  readonly #limit: SandboxLimit;
  /** Idle sandboxes. The last entry was used last. */
  readonly #idleSandboxes = new Map<Sandbox, { readonly end: () => void; readonly timer: NodeJS.Timeout }>();
  readonly #sandboxes = new Set<Sandbox>();
  readonly #retiredSandboxes = new Set<Sandbox>();
  /** The functions that give a sandbox to a waiting event, or undefined if the pool closes. */
  readonly #waitingEvents: ((sandbox: Sandbox | undefined) => void)[] = [];
  #isGrowing = false;
  #isClosed = false;

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
   * Runs the function once. The function's errors become an outcome, not an exception.
   *
   * @param isNested whether another function waits for the result
   */
  async invoke(event: unknown, { isNested = false } = {}): Promise<Outcome> {
    const requestId = randomUUID();
    const sandbox = await this.#acquire(isNested);
    const outcome = sandbox ? await sandbox.invoke(JSON.stringify(event), requestId) : STOPPED;

    if (sandbox) this.#free(sandbox);
    if (!outcome.ok && !this.#isClosed) this.#log.logFailure(requestId, outcome.error);
    return outcome;
  }

  /** Makes later events load the module again. Events in progress finish in their sandboxes. */
  retire(): void {
    for (const { end } of this.#idleSandboxes.values()) end();
    for (const sandbox of this.#sandboxes) this.#retiredSandboxes.add(sandbox);
  }

  /** Ends every sandbox. Events that are running or waiting end with an error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const resolve of this.#waitingEvents.splice(0)) resolve(undefined);
    await Promise.all([...this.#sandboxes].map((sandbox) => this.#end(sandbox)));
  }

  /** Returns a free sandbox, or undefined if the pool is closed. */
  async #acquire(isNested: boolean): Promise<Sandbox | undefined> {
    if (this.#isClosed) return undefined;

    const warmSandbox = [...this.#idleSandboxes.keys()].at(-1);
    if (warmSandbox) {
      this.#takeIdle(warmSandbox);
      // An idle thread can exit, for example after an uncaught error.
      if (warmSandbox.isAlive) return warmSandbox;
      void this.#end(warmSandbox);
    }

    return new Promise((resolve) => {
      this.#waitingEvents.push(resolve);
      this.#grow(isNested);
    });
  }

  /** Loads sandboxes one after another while events wait. */
  #grow(isNested = false): void {
    const canGrow = this.#sandboxes.size < this.#settings.maxConcurrency && !this.#isClosed;
    if (this.#isGrowing || !canGrow || this.#waitingEvents.length === 0) return;

    this.#isGrowing = true;
    void this.#addSandbox(isNested).finally(() => {
      this.#isGrowing = false;
      this.#grow();
    });
  }

  async #addSandbox(isNested: boolean): Promise<void> {
    if (this.#sandboxes.size > 0) {
      await pause(this.#settings.growDelayMs);
      if (this.#waitingEvents.length === 0) return;
    }

    await this.#limit.reserve(isNested);
    if (this.#waitingEvents.length === 0) return this.#limit.release();

    const sandbox = new Sandbox(this.definition, this.#log, this.#settings);
    this.#sandboxes.add(sandbox);
    await sandbox.loadEnded;
    this.#free(sandbox, { isNew: true });
  }

  /** Gives a sandbox to the next event, or keeps it warm. Ends a sandbox that has failed or was retired. */
  #free(sandbox: Sandbox, { isNew = false } = {}): void {
    if (this.#isClosed) return;

    const isRetired = this.#retiredSandboxes.has(sandbox);
    // The next event also gets a new sandbox whose module failed to load, so that it ends with that error.
    const isUsable = (sandbox.isAlive || isNew) && !isRetired;
    const giveToNextEvent = isUsable ? this.#waitingEvents.shift() : undefined;

    if (giveToNextEvent) {
      giveToNextEvent(sandbox);
    } else if (sandbox.isAlive && !isRetired) {
      this.#keepWarm(sandbox);
    } else {
      void this.#end(sandbox);
      this.#grow();
    }
  }

  #keepWarm(sandbox: Sandbox): void {
    const end = () => void this.#end(sandbox);
    const timer = setTimeout(end, this.#settings.idleMs);
    timer.unref();

    this.#idleSandboxes.set(sandbox, { end, timer });
    this.#limit.addIdle(end);
  }

  #takeIdle(sandbox: Sandbox): void {
    const idleEntry = this.#idleSandboxes.get(sandbox);
    if (!idleEntry) return;

    clearTimeout(idleEntry.timer);
    this.#idleSandboxes.delete(sandbox);
    this.#limit.removeIdle(idleEntry.end);
  }

  async #end(sandbox: Sandbox): Promise<void> {
    this.#takeIdle(sandbox);
    this.#retiredSandboxes.delete(sandbox);
    if (this.#sandboxes.delete(sandbox)) this.#limit.release();
    await sandbox.close();
  }
}
