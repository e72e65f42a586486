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

/** A function that can receive asynchronous events. */
interface AsyncTarget {
  readonly name: string;
  readonly label: string;
  invoke(event: unknown): Promise<Outcome>;
}

interface AsyncEventsSettings {
  /** The file that stores events until they are delivered or have failed. */
  readonly file: string;
  /** The `AWS::Lambda::EventInvokeConfig` resources. */
  readonly configs: readonly ResolvedResource[];
  readonly terminal: Terminal;
  readonly findTarget: (arn: string) => AsyncTarget | undefined;
  /** Receives the failure record of an event after its last attempt. */
  readonly sendToDestination: (destinationArn: string, record: unknown, functionName: string) => void;
  readonly retryDelaysMs: readonly number[];
}

interface StoredEvent {
  readonly arn: string;
  readonly event: unknown;
}

/**
 * Lambda's queue of asynchronous events. Delivers each at least once, with the retries and failure destination of the
 * template. Events that are unfinished when the cloud stops are delivered again after the next start.
 */
export class AsyncEvents {
  readonly #settings: AsyncEventsSettings;
  readonly #configs: ReadonlyMap<string, { retries: number; onFailure: string | undefined }>;
  readonly #stored: JsonFile<Record<string, StoredEvent>>;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(settings: AsyncEventsSettings) {
    this.#settings = settings;
    this.#stored = new JsonFile(settings.file, {});
    this.#configs = new Map(
      settings.configs.map(({ properties }) => {
        const config = invokeConfigProperties.parse(properties);
        const { MaximumRetryAttempts: retries, DestinationConfig } = config;
        return [config.FunctionName, { retries, onFailure: DestinationConfig.OnFailure?.Destination }];
      }),
    );
  }

  /** Queues an event and delivers it at once, or after the next start if the cloud is stopping. */
  add(arn: string, event: unknown): void {
    const id = randomUUID();
    this.#stored.value[id] = { arn, event };
    this.#stored.save();
    if (!this.#closing.signal.aborted) this.#start(id, { arn, event });
  }

  /** Delivers the unfinished events of the previous run. */
  resume(): void {
    for (const [id, stored] of Object.entries(this.#stored.value)) {
      if (this.#settings.findTarget(stored.arn)) this.#start(id, stored);
      else {
        this.#settings.terminal.warn(`Dropped an event for ${stored.arn}: the template no longer has this function.`);
        this.#remove(id);
      }
    }
  }

  async waitUntilIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Stops retrying and starts no more deliveries. */
  stop(): void {
    this.#closing.abort();
  }

  /** Resolves when deliveries have ended and unfinished events are on disk. */
  async flush(): Promise<void> {
    await this.waitUntilIdle();
    await this.#stored.flush();
  }

  #start(id: string, { arn, event }: StoredEvent): void {
    const run = this.#deliver(arn, event)
      .then((finished) => {
        if (finished) this.#remove(id);
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  #remove(id: string): void {
    delete this.#stored.value[id];
    this.#stored.save();
  }

  /** Returns true if the event was delivered or failed for good, and false if the cloud stopped first. */
  async #deliver(arn: string, event: unknown): Promise<boolean> {
    const target = this.#settings.findTarget(arn);
    if (!target) throw new Error(`No function of the template has the ARN ${arn}.`);

    const { retries, onFailure } = this.#configs.get(target.name) ?? { retries: 2, onFailure: undefined };
    const { retryDelaysMs: delays, sendToDestination, terminal } = this.#settings;

    for (let attempt = 0; ; attempt++) {
      const outcome = await target.invoke(event);
      if (outcome.ok) return true;
      if (attempt >= retries && !this.#closing.signal.aborted) {
        terminal.warn(`${target.label}: gave up on an event after ${attempt + 1} attempts.`);
        if (onFailure) sendToDestination(onFailure, buildFailureRecord(arn, event, attempt + 1, outcome), target.name);
        return true;
      }
      const delay = delays[Math.min(attempt, delays.length - 1)] ?? 0;
      await pause(delay, undefined, { signal: this.#closing.signal }).catch(() => {});
      if (this.#closing.signal.aborted) return false;
    }
  }
}

/** Builds the record that a failure destination receives. */
function buildFailureRecord(arn: string, event: unknown, attempts: number, outcome: Outcome): unknown {
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
