import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Terminal } from '../process/terminal.ts';
import { JsonFile } from '../state/json-file.ts';
import type { ResolvedResource } from '../template/template.ts';
import type { Outcome } from './sandbox.ts';

const invokeConfigProperties = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().default(2),
  DestinationConfig: z
    .object({ OnFailure: z.object({ Destination: z.string() }).optional() })
    .default({ OnFailure: undefined }),
});

/** A function as asynchronous events see it. */
interface AsyncTarget {
  readonly name: string;
  readonly label: string;
  invoke(event: unknown): Promise<Outcome>;
}

interface AsyncEventsSettings {
  /** Where events are kept until they are done with. */
  readonly file: string;
  /** The `AWS::Lambda::EventInvokeConfig` resources. */
  readonly configs: readonly ResolvedResource[];
  readonly terminal: Terminal;
  readonly target: (arn: string) => AsyncTarget | undefined;
  /** Takes the record of an event that failed for good, and the name of the function that failed. */
  readonly sendTo: (destinationArn: string, record: unknown, functionName: string) => void;
  readonly retryDelaysMs: readonly number[];
}

interface KeptEvent {
  readonly arn: string;
  readonly event: unknown;
}

/**
 * Lambda's queue of asynchronous events: each is delivered at least once, with the retries and the failure destination
 * that the template gives its function. What is not done with when the local cloud stops is delivered again by the next.
 */
export class AsyncEvents {
  readonly #settings: AsyncEventsSettings;
  readonly #configs: ReadonlyMap<string, { retries: number; onFailure: string | undefined }>;
  readonly #kept: JsonFile<Record<string, KeptEvent>>;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(settings: AsyncEventsSettings) {
    this.#settings = settings;
    this.#kept = new JsonFile(settings.file, {});
    this.#configs = new Map(
      settings.configs.map(({ properties }) => {
        const config = invokeConfigProperties.parse(properties);
        const { MaximumRetryAttempts: retries, DestinationConfig } = config;
        return [config.FunctionName, { retries, onFailure: DestinationConfig.OnFailure?.Destination }];
      }),
    );
  }

  /** Takes an event, to be delivered at once, or after the next start if this cloud is about to stop. */
  add(arn: string, event: unknown): void {
    const id = randomUUID();
    this.#kept.value[id] = { arn, event };
    this.#kept.save();
    if (!this.#closing.signal.aborted) this.#start(id, { arn, event });
  }

  /** Delivers what an earlier cloud left. */
  resume(): void {
    for (const [id, kept] of Object.entries(this.#kept.value)) {
      if (this.#settings.target(kept.arn)) this.#start(id, kept);
      else {
        this.#settings.terminal.warn(`An event waited for ${kept.arn}, which the template no longer has.`);
        this.#forget(id);
      }
    }
  }

  /** Resolves when no event is under way. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Starts nothing further. */
  stop(): void {
    this.#closing.abort();
  }

  /** Resolves when everything under way has ended, done or not, and what is left is on disk. */
  async flush(): Promise<void> {
    await this.settled();
    await this.#kept.flush();
  }

  #start(id: string, { arn, event }: KeptEvent): void {
    const run = this.#deliver(arn, event)
      .then((done) => {
        if (done) this.#forget(id);
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  #forget(id: string): void {
    delete this.#kept.value[id];
    this.#kept.save();
  }

  /** @returns false when the local cloud stopped before the event was done with. */
  async #deliver(arn: string, event: unknown): Promise<boolean> {
    const target = this.#settings.target(arn);
    if (!target) throw new Error(`No function of the template has the ARN ${arn}.`);
    const { retries, onFailure } = this.#configs.get(target.name) ?? { retries: 2, onFailure: undefined };
    const { retryDelaysMs: delays, sendTo, terminal } = this.#settings;
    for (let attempt = 0; ; attempt++) {
      const outcome = await target.invoke(event);
      if (outcome.ok) return true;
      if (attempt >= retries && !this.#closing.signal.aborted) {
        terminal.warn(`${target.label}: gave up on an event after ${attempt + 1} attempts.`);
        if (onFailure) sendTo(onFailure, failureRecord(arn, event, attempt + 1, outcome), target.name);
        return true;
      }
      const delay = delays[Math.min(attempt, delays.length - 1)] ?? 0;
      await pause(delay, undefined, { signal: this.#closing.signal }).catch(() => {});
      if (this.#closing.signal.aborted) return false;
    }
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
