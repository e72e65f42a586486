import { MULTIPART_SIGN_LIMIT, UPLOAD_URL_SECONDS } from '../../../../../../shared/depth/limits.ts';
import { type putFile, StoreRefusal } from '../../../../platform/put-file.ts';
import type { Part } from './part-plan.ts';
import { bytesSent, missingParts, nextQueue, outstandingParts, type PartEvent, queueOf } from './part-queue.ts';
import { type Patience, persist } from './persist.ts';

/** Parts on their way side by side. */
const LANES = 4;

/** Parts whose addresses are asked for at once: enough to keep the lanes busy, few enough not to expire unused. */
const SIGNED_AT_ONCE = Math.min(MULTIPART_SIGN_LIMIT, 2 * LANES);

/** An address is not used in its last minute: the request must arrive before it expires. */
const URL_LIFE_MS = (UPLOAD_URL_SECONDS - 60) * 1000;

export interface PartMeans extends Patience {
  /** Addresses to PUT parts to, by part number. */
  readonly sign: (parts: readonly Part[]) => Promise<ReadonlyMap<number, string>>;
  readonly put: typeof putFile;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** Bytes of the whole file that are there or on their way. */
  readonly onProgress: (sent: number) => void;
  readonly onArrived: (part: Part) => void;
}

/**
 * Sends every part that has not arrived, some side by side, each as a slice of the file that is never read into
 * memory. When it returns, all have arrived; when it throws, those that have are not lost.
 */
export async function sendParts(file: Blob, plan: readonly Part[], arrived: readonly Part[], means: PartMeans) {
  const stop = new AbortController();
  const signal = AbortSignal.any([means.signal, stop.signal]);
  const addresses = new Addresses(means);
  let queue = queueOf(plan, arrived);

  const hear = (event: PartEvent) => {
    queue = nextQueue(queue, event);
    means.onProgress(bytesSent(queue));
  };

  const sendOnce = async (part: Part) => {
    const { partNumber, start, size } = part;
    hear({ type: 'taken', partNumber });
    try {
      const url = await addresses.of(part, () => outstandingParts(queue));
      const onProgress = (sent: number) => hear({ type: 'progressed', partNumber, sent });
      await means.put(url, file.slice(start, start + size), { onProgress, signal });
    } catch (error) {
      // The address may have expired, or the clock that signed it may have been wrong.
      if (error instanceof StoreRefusal) addresses.forget(part);
      hear({ type: 'progressed', partNumber, sent: 0 });
      throw error;
    }
    signal.throwIfAborted();
    hear({ type: 'arrived', partNumber });
    means.onArrived(part);
  };

  const runLane = async () => {
    for (let [part] = missingParts(queue); part; [part] = missingParts(queue)) {
      const next = part;
      await persist(() => sendOnce(next), { ...means, signal });
    }
  };

  means.onProgress(bytesSent(queue));
  const lanes = Array.from({ length: LANES }, runLane);
  try {
    await Promise.all(lanes);
  } catch (error) {
    // One lane has given up: the others must not go on behind its back.
    stop.abort(error);
    await Promise.allSettled(lanes);
    throw error;
  }
}

/** Presigned addresses, asked for some at a time, and again when they have grown old. */
class Addresses {
  readonly #means: Pick<PartMeans, 'sign' | 'now'>;
  readonly #known = new Map<number, { url: string; until: number }>();
  #asking: Promise<void> = Promise.resolve();

  constructor(means: Pick<PartMeans, 'sign' | 'now'>) {
    this.#means = means;
  }

  /** The address of a part; `ahead` lists the parts whose turn comes with it. */
  async of(part: Part, ahead: () => readonly Part[]): Promise<string> {
    const known = this.#valid(part);
    if (known) return known;
    // One at a time: whoever waited may find its own address among those that came.
    const asked = this.#asking.then(() => this.#ask(part, ahead));
    this.#asking = asked.catch(() => {});
    await asked;
    const url = this.#known.get(part.partNumber)?.url;
    if (!url) throw new Error(`The API has signed no address for part ${part.partNumber}.`);
    return url;
  }

  forget({ partNumber }: Part): void {
    this.#known.delete(partNumber);
  }

  #valid({ partNumber }: Part): string | undefined {
    const known = this.#known.get(partNumber);
    return known && known.until > this.#means.now() ? known.url : undefined;
  }

  async #ask(part: Part, ahead: () => readonly Part[]): Promise<void> {
    if (this.#valid(part)) return;
    const wanted = [...new Set([part, ...ahead()])].filter((other) => !this.#valid(other));
    const until = this.#means.now() + URL_LIFE_MS;
    const urls = await this.#means.sign(wanted.slice(0, SIGNED_AT_ONCE));
    for (const [partNumber, url] of urls) this.#known.set(partNumber, { url, until });
  }
}
