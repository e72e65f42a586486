import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { FunctionDefinition } from '../template/function-definition.ts';
import type { FunctionLog } from './function-log.ts';
import { type Outcome, Sandbox } from './sandbox.ts';

export interface PoolSettings {
  /** Events that run at once; further ones wait. AWS would throttle at the account's limit. */
  readonly maxConcurrency: number;
  /** How long a warm sandbox waits for its next event. */
  readonly idleMs: number;
}

export const DEFAULT_POOL: PoolSettings = { maxConcurrency: Math.max(4, availableParallelism()), idleMs: 60_000 };

/** One function: its warm sandboxes, and the events that wait for one. */
export class FunctionPool {
  readonly definition: FunctionDefinition;
  readonly #log: FunctionLog;
  readonly #settings: PoolSettings;
  readonly #idle: { sandbox: Sandbox; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Sandbox>();
  readonly #retired = new Set<Sandbox>();
  readonly #waiting: ((sandbox: Sandbox) => void)[] = [];
  #closed = false;

  constructor(definition: FunctionDefinition, log: FunctionLog, settings: PoolSettings = DEFAULT_POOL) {
    this.definition = definition;
    this.#log = log;
    this.#settings = settings;
  }

  /** Sandboxes that exist now, busy and idle. */
  get size(): number {
    return this.#all.size;
  }

  /** Runs the function once. What goes wrong in it is an outcome, not an exception. */
  async invoke(event: unknown): Promise<Outcome> {
    const requestId = randomUUID();
    const sandbox = await this.#acquire();
    const outcome = await sandbox.invoke(JSON.stringify(event), requestId);
    this.#release(sandbox);
    if (!outcome.ok && !this.#closed) this.#log.failure(requestId, outcome.error);
    return outcome;
  }

  /** Has later events load the module anew. Those under way end in the sandboxes that run them. */
  retire(): void {
    for (const { sandbox, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      this.#all.delete(sandbox);
      void sandbox.close();
    }
    for (const busy of this.#all) this.#retired.add(busy);
  }

  /** Ends every sandbox. Events still waiting are answered with an error by them. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#all].map((sandbox) => sandbox.close()));
  }

  #acquire(): Promise<Sandbox> | Sandbox {
    const warm = this.#idle.pop();
    if (warm) {
      clearTimeout(warm.timer);
      // Its thread may have ended by itself meanwhile.
      if (warm.sandbox.alive) return warm.sandbox;
      this.#all.delete(warm.sandbox);
    }
    if (this.#all.size < this.#settings.maxConcurrency) return this.#start();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(sandbox: Sandbox): void {
    if (this.#retired.delete(sandbox)) void sandbox.close();
    if (!sandbox.alive && !this.#closed) this.#all.delete(sandbox);
    const next = this.#waiting.shift();
    if (next) next(sandbox.alive || this.#closed ? sandbox : this.#start());
    else if (sandbox.alive) this.#rest(sandbox);
  }

  #rest(sandbox: Sandbox): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((entry) => entry.sandbox === sandbox),
        1,
      );
      this.#all.delete(sandbox);
      void sandbox.close();
    }, this.#settings.idleMs);
    timer.unref();
    this.#idle.push({ sandbox, timer });
  }

  #start(): Sandbox {
    const sandbox = new Sandbox(this.definition, (text) => this.#log.write(text));
    this.#all.add(sandbox);
    return sandbox;
  }
}
