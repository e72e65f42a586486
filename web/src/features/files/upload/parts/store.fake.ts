import type { Scheduler } from 'fast-check';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { type PutOptions, StoreRefusal, TransferLost } from '../../../../platform/put-file.ts';
import { arrivedOf, type Part, planParts } from './part-plan.ts';
import { type PartMeans, sendParts } from './send-parts.ts';

/** What becomes of one request: the next PUT, or with `signing` the next call that signs. */
export type Fate = 'stored' | 'lost' | 'answerLost' | 'expired' | 'overloaded' | 'signing';

/** A store that takes the parts of one file, on a line as bad as a test wants it. */
export class FakeStore {
  readonly held = new Map<number, Uint8Array>();
  readonly puts: number[] = [];
  readonly signed: number[][] = [];
  readonly progress: number[] = [];
  readonly pauses: number[] = [];
  readonly offline: boolean[] = [];
  readonly fates: Fate[];
  mostAtOnce = 0;
  /** A part that never gets through. */
  doomed = 0;
  online = true;
  msPerPut = 0;
  readonly #file: File;
  readonly #plan: readonly Part[];
  readonly #scheduler: Scheduler | undefined;
  #atOnce = 0;
  #now = 0;

  constructor(file: File, partSize: number, fates: readonly Fate[] = [], scheduler?: Scheduler) {
    this.#file = file;
    this.#plan = planParts(file.size, partSize);
    this.#scheduler = scheduler;
    this.fates = [...fates];
  }

  bytes(): Promise<Uint8Array> {
    return this.#file.bytes();
  }

  /** What the parts amount to, in order of their numbers. */
  content(): Uint8Array {
    return new Uint8Array(this.#plan.flatMap(({ partNumber }) => [...(this.held.get(partNumber) ?? [])]));
  }

  receive(partNumber: number): void {
    const { start, size } = this.#plan[partNumber - 1]!;
    this.held.set(
      partNumber,
      new Uint8Array(size).fill(0).map((_, at) => (start + at) % 251),
    );
  }

  /** One run of the upload, which begins with what the store holds, and is stopped after so many requests. */
  async send(stopAfter = Number.POSITIVE_INFINITY, changes: Partial<PartMeans> = {}): Promise<void> {
    const stop = new AbortController();
    let left = stopAfter;
    const put: PartMeans['put'] = (url, bytes, options) => {
      left -= 1;
      if (left < 0) stop.abort(new Error('stopped'));
      return this.put(url, bytes, options);
    };
    const arrived = arrivedOf(
      this.#plan,
      [...this.held].map(([partNumber, { length: size }]) => ({ partNumber, size })),
    );
    try {
      await sendParts(this.#file, this.#plan, arrived, { ...this.#means(stop.signal), put, ...changes });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  }

  async put(url: string, bytes: Blob, { onProgress, signal }: PutOptions): Promise<void> {
    const partNumber = Number(url);
    signal.throwIfAborted();
    this.puts.push(partNumber);
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    try {
      await this.#pass();
      const fate = partNumber === this.doomed ? 'lost' : this.#fate((next) => next !== 'signing');
      onProgress(bytes.size, bytes.size);
      if (fate === 'lost') throw new TransferLost();
      if (fate === 'expired') throw new StoreRefusal(403, 'Forbidden', '<Code>AccessDenied</Code>');
      if (fate === 'overloaded') throw new StoreRefusal(503, 'Slow Down', '<Code>SlowDown</Code>');
      // Nobody's clock moves while the others have not begun.
      if (this.msPerPut > 0) await new Promise((resolve) => setTimeout(resolve));
      this.held.set(partNumber, new Uint8Array(await bytes.arrayBuffer()));
      await this.#pass();
      if (fate === 'answerLost') throw new TransferLost();
      signal.throwIfAborted();
    } finally {
      this.#atOnce -= 1;
      this.#now += this.msPerPut;
    }
  }

  #fate(applies: (fate: Fate) => boolean): Fate | undefined {
    const [next] = this.fates;
    return next && applies(next) ? this.fates.shift() : undefined;
  }

  async #pass(): Promise<void> {
    await this.#scheduler?.schedule(Promise.resolve());
  }

  #means(signal: AbortSignal): PartMeans {
    return {
      signal,
      put: (...request) => this.put(...request),
      sign: async (parts) => {
        await this.#pass();
        if (this.#fate((next) => next === 'signing')) throw new ApiError(503, 'Throttled', 'Busy.');
        this.signed.push(parts.map(({ partNumber }) => partNumber));
        return new Map(parts.map(({ partNumber }) => [partNumber, String(partNumber)]));
      },
      now: () => this.#now,
      onProgress: (sent) => this.progress.push(sent),
      onArrived: () => {},
      isOnline: () => this.online,
      backOnline: async () => {},
      wait: async (milliseconds) => {
        this.pauses.push(milliseconds);
      },
      random: () => 0.5,
      onOffline: (offline) => this.offline.push(offline),
    };
  }
}
