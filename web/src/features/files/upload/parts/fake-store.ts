import type { Scheduler } from 'fast-check';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { ConnectionLostError, type PutOptions, StorageError } from '../../../../platform/pictures/put-file.ts';
import { type Part, planParts, selectArrived } from './part-plan.ts';
import { type SendPartsDependencies, sendParts } from './send-parts.ts';

/**
 * The outcome of a PUT.
 *
 * `lost`: the connection ends before the bytes arrive. `responseLost`: the connection ends after S3 has stored the
 * bytes. `expired` and `overloaded`: S3 rejects the PUT. `signingFails`: PUTs succeed until the next call that signs
 * URLs, which fails.
 */
export type PutOutcome = 'stored' | 'lost' | 'responseLost' | 'expired' | 'overloaded' | 'signingFails';

/** The `maxPuts` of `FakeStore.send` that never aborts a run. */
export const UNLIMITED_PUTS = Number.POSITIVE_INFINITY;

/** Byte n of a test file is n modulo this number. It is prime, so that parts differ. */
const BYTE_PERIOD = 251;

/** An in-memory S3 for the parts of one file, with scripted failures. */
export class FakeStore {
  /** The bytes of the stored parts, by part number. */
  readonly storedParts = new Map<number, Uint8Array>();
  /** The part number of each PUT, in the order in which the PUTs started. */
  readonly putNumbers: number[] = [];
  /** The part numbers of each call that signed URLs. */
  readonly signedBatches: number[][] = [];
  /** The reported numbers of sent bytes. */
  readonly progressReports: number[] = [];
  /** The waits before retries, in milliseconds. */
  readonly delaysMs: number[] = [];
  /** The reports that a wait for a connection began (true) or ended (false). */
  readonly offlineChanges: boolean[] = [];
  /** The outcomes of the next PUTs. Without one, a PUT succeeds. */
  readonly outcomes: PutOutcome[];
  /** The most PUTs that ran at the same time. */
  maxConcurrentPuts = 0;
  /** The number of a part whose PUT always fails. 0 if every part can arrive. */
  failingPart = 0;
  /** Whether the browser believes that it has a connection. */
  isOnline = true;
  /** How far the clock moves during a PUT, in milliseconds. */
  msPerPut = 0;
  readonly #file: File;
  readonly #plan: readonly Part[];
  /** Decides in which order concurrent calls continue. */
  readonly #scheduler: Scheduler | undefined;
  #runningPuts = 0;
  /** The time of the clock, in milliseconds. */
  #now = 0;

  constructor(file: File, partSize: number, outcomes: readonly PutOutcome[] = [], scheduler?: Scheduler) {
    this.#file = file;
    this.#plan = planParts(file.size, partSize);
    this.#scheduler = scheduler;
    this.outcomes = [...outcomes];
  }

  /** Returns the bytes of the original file. */
  readFileBytes(): Promise<Uint8Array> {
    return this.#file.bytes();
  }

  /** Returns the stored parts joined in order. */
  joinStoredParts(): Uint8Array {
    const bytes = this.#plan.flatMap(({ partNumber }) => [...(this.storedParts.get(partNumber) ?? [])]);
    return new Uint8Array(bytes);
  }

  /** Stores a part of the test file without a PUT. */
  storePart(partNumber: number): void {
    const { start, size } = this.#plan[partNumber - 1]!;
    const bytes = Uint8Array.from({ length: size }, (_, index) => (start + index) % BYTE_PERIOD);
    this.storedParts.set(partNumber, bytes);
  }

  /**
   * Runs `sendParts`. The stored parts count as arrived.
   *
   * @param maxPuts - how many PUTs may start before the run is aborted
   */
  async send(maxPuts = UNLIMITED_PUTS, overrides: Partial<SendPartsDependencies> = {}): Promise<void> {
    const stop = new AbortController();
    let remainingPuts = maxPuts;

    const put: SendPartsDependencies['put'] = (url, bytes, options) => {
      remainingPuts -= 1;
      if (remainingPuts < 0) stop.abort(new Error('stopped'));
      return this.put(url, bytes, options);
    };

    const storedParts = [...this.storedParts].map(([partNumber, bytes]) => ({ partNumber, size: bytes.length }));
    const arrivedParts = selectArrived(this.#plan, storedParts);
    const deps = { ...this.#buildDependencies(stop.signal), put, ...overrides };

    try {
      await sendParts(this.#file, this.#plan, arrivedParts, deps);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  }

  /** Stores the part whose number is the URL, or fails as scripted. */
  async put(url: string, bytes: Blob, { onProgress, signal }: PutOptions): Promise<void> {
    const partNumber = Number(url);
    signal.throwIfAborted();

    this.putNumbers.push(partNumber);
    this.#runningPuts += 1;
    this.maxConcurrentPuts = Math.max(this.maxConcurrentPuts, this.#runningPuts);

    try {
      await this.#yield();
      const outcome = partNumber === this.failingPart ? 'lost' : this.#nextOutcome((next) => next !== 'signingFails');
      onProgress(bytes.size, bytes.size);

      if (outcome === 'lost') throw new ConnectionLostError();
      if (outcome === 'expired') throw new StorageError(403, 'Forbidden', '<Code>AccessDenied</Code>');
      if (outcome === 'overloaded') throw new StorageError(503, 'Slow Down', '<Code>SlowDown</Code>');

      // Let the parallel PUTs start before the clock moves.
      if (this.msPerPut > 0) await new Promise((resolve) => setTimeout(resolve));
      this.storedParts.set(partNumber, new Uint8Array(await bytes.arrayBuffer()));
      await this.#yield();

      if (outcome === 'responseLost') throw new ConnectionLostError();
      signal.throwIfAborted();
    } finally {
      this.#runningPuts -= 1;
      this.#now += this.msPerPut;
    }
  }

  /** Removes and returns the next outcome, if it applies to the current call. */
  #nextOutcome(applies: (outcome: PutOutcome) => boolean): PutOutcome | undefined {
    const [next] = this.outcomes;
    return next && applies(next) ? this.outcomes.shift() : undefined;
  }

  /** Lets other calls run first, if the scheduler decides so. */
  async #yield(): Promise<void> {
    await this.#scheduler?.schedule(Promise.resolve());
  }

  #buildDependencies(signal: AbortSignal): SendPartsDependencies {
    return {
      signal,
      put: (...args) => this.put(...args),
      sign: async (parts) => {
        await this.#yield();
        if (this.#nextOutcome((next) => next === 'signingFails')) throw new ApiError(503, 'Throttled', 'Busy.');

        this.signedBatches.push(parts.map(({ partNumber }) => partNumber));
        return new Map(parts.map(({ partNumber }) => [partNumber, { url: String(partNumber), headers: {} }]));
      },
      now: () => this.#now,
      onProgress: (sentBytes) => this.progressReports.push(sentBytes),
      onArrived: () => {},
      isOnline: () => this.isOnline,
      waitUntilOnline: async () => {},
      wait: async (milliseconds) => {
        this.delaysMs.push(milliseconds);
      },
      random: () => 0.5,
      onOfflineChange: (isOffline) => this.offlineChanges.push(isOffline),
    };
  }
}
