import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Terminal } from '../process/terminal.ts';
import { JsonFile } from '../state/json-file.ts';
import type { ResolvedResource } from '../template/template.ts';
import type { Outcome } from './sandbox.ts';

/** Lambda's number of retries, unless the template sets another number. */
const DEFAULT_RETRIES = 2;

const invokeConfigSchema = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().default(DEFAULT_RETRIES),
  DestinationConfig: z
    .object({ OnFailure: z.object({ Destination: z.string() }).optional() })
    .default({ OnFailure: undefined }),
});

/** A function of the template, as far as this file uses it. */
interface EventFunction {
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
  readonly findFunction: (arn: string) => EventFunction | undefined;
  /** Receives the failure record of an event after its last attempt. */
  readonly sendToDestination: (destinationArn: string, record: unknown, functionName: string) => void;
  readonly retryDelaysMs: readonly number[];
}

interface StoredEvent {
  /** The ARN of the function that receives the event. */
  readonly arn: string;
  readonly event: unknown;
}

/**
 * Lambda's queue of asynchronous events.
 *
 * Delivers each event at least once, with the retries and failure destination of the template. Events that are
 * unfinished when the cloud stops are delivered again after the next start.
 */
export class AsyncEvents {
  readonly #settings: AsyncEventsSettings;
  readonly #configs: ReadonlyMap<string, { maxRetries: number; failureDestination: string | undefined }>;
  readonly #storedEvents: JsonFile<Record<string, StoredEvent>>;
  readonly #deliveries = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(settings: AsyncEventsSettings) {
    this.#settings = settings;
    this.#storedEvents = new JsonFile(settings.file, {});
    this.#configs = new Map(
      settings.configs.map(({ properties }) => {
        const config = invokeConfigSchema.parse(properties);
        const { MaximumRetryAttempts: maxRetries, DestinationConfig } = config;
        return [config.FunctionName, { maxRetries, failureDestination: DestinationConfig.OnFailure?.Destination }];
      }),
    );
  }

  /** Queues an event and delivers it immediately, or after the next start if the cloud is stopping. */
  add(arn: string, event: unknown): void {
    const id = randomUUID();
    this.#storedEvents.value[id] = { arn, event };
    this.#storedEvents.save();
    if (!this.#closing.signal.aborted) this.#startDelivery(id, { arn, event });
  }

  /** Delivers the unfinished events of the previous run. */
  resume(): void {
    const { findFunction, terminal } = this.#settings;

    for (const [id, storedEvent] of Object.entries(this.#storedEvents.value)) {
      if (findFunction(storedEvent.arn)) {
        this.#startDelivery(id, storedEvent);
      } else {
        terminal.warn(`Dropped an event for ${storedEvent.arn}: the template no longer has this function.`);
        this.#remove(id);
      }
    }
  }

  async waitUntilIdle(): Promise<void> {
    while (this.#deliveries.size > 0) await Promise.all(this.#deliveries);
  }

  /** Stops retrying and starts no more deliveries. */
  stop(): void {
    this.#closing.abort();
  }

  /** Resolves when deliveries have ended and unfinished events are on disk. */
  async flush(): Promise<void> {
    await this.waitUntilIdle();
    await this.#storedEvents.flush();
  }

  #startDelivery(id: string, { arn, event }: StoredEvent): void {
    const delivery = this.#deliver(arn, event)
      .then((isFinished) => {
        if (isFinished) this.#remove(id);
      })
      .finally(() => this.#deliveries.delete(delivery));
    this.#deliveries.add(delivery);
  }

  #remove(id: string): void {
    delete this.#storedEvents.value[id];
    this.#storedEvents.save();
  }

  /**
   * Delivers an event, with retries.
   *
   * @returns true if the event was delivered or failed for good, and false if the cloud stopped first
   */
  async #deliver(arn: string, event: unknown): Promise<boolean> {
    const eventFunction = this.#settings.findFunction(arn);
    if (!eventFunction) throw new Error(`No function of the template has the ARN ${arn}.`);

    const { maxRetries, failureDestination } = this.#configs.get(eventFunction.name) ?? {
      maxRetries: DEFAULT_RETRIES,
      failureDestination: undefined,
    };
    const { retryDelaysMs, sendToDestination, terminal } = this.#settings;

    for (let attempt = 0; ; attempt++) {
      const outcome = await eventFunction.invoke(event);
      if (outcome.ok) return true;

      // While the cloud stops, the event may have failed only because its sandbox ended. It is kept for the next start.
      if (attempt >= maxRetries && !this.#closing.signal.aborted) {
        terminal.warn(`${eventFunction.label}: gave up on an event after ${attempt + 1} attempts.`);
        if (failureDestination)
          sendToDestination(
            failureDestination,
            buildFailureRecord(arn, event, attempt + 1, outcome),
            eventFunction.name,
          );
        return true;
      }

      const delayMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0;
      await pause(delayMs, undefined, { signal: this.#closing.signal }).catch(() => {});
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
    // Lambda's status is 200 even if the function throws.
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: outcome.ok ? null : outcome.error,
  };
}
