import { MULTIPART_SIGN_LIMIT, UPLOAD_URL_SECONDS } from '../../../../../../shared/rules/limits.ts';
import { type putFile, StorageError } from '../../../../platform/pictures/put-file.ts';
import type { Part } from './part-plan.ts';
import {
  bytesSent,
  createQueue,
  missingParts,
  outstandingParts,
  type PartEvent,
  partQueueReducer,
} from './part-queue.ts';
import { type RetryContext, retryWhileTransient } from './retry-while-transient.ts';

/** The number of lanes. Each lane sends one part after another, so up to four parts are sent in parallel. */
const CONCURRENCY = 4;

/** Maximum number of URLs per request. It keeps all lanes busy, and URLs don't expire before their parts are sent. */
const SIGN_BATCH_SIZE = Math.min(MULTIPART_SIGN_LIMIT, 2 * CONCURRENCY);

/** How long before its expiry a URL is no longer used, in seconds, so that the request arrives in time. */
const URL_RESERVE_SECONDS = 60;

/** How long a URL is used, in milliseconds. */
const URL_LIFE_MS = (UPLOAD_URL_SECONDS - URL_RESERVE_SECONDS) * 1000;

/** A presigned PUT of a part. */
interface SignedPart {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SendPartsDependencies extends RetryContext {
  /** Returns a presigned PUT for each part number. */
  readonly sign: (parts: readonly Part[]) => Promise<ReadonlyMap<number, SignedPart>>;
  readonly put: typeof putFile;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Receives the bytes of the file that have arrived or are being sent. */
  readonly onProgress: (sent: number) => void;
  /** Called when S3 has stored a part. */
  readonly onArrived: (part: Part) => void;
}

/**
 * Sends every part that has not arrived, four in parallel. Resolves when all parts have arrived.
 *
 * Each part is a slice of the file, so the file is never read into memory. If it throws, the arrived parts stay stored.
 */
export async function sendParts(
  file: Blob,
  plan: readonly Part[],
  arrivedParts: readonly Part[],
  deps: SendPartsDependencies,
) {
  const stop = new AbortController();
  const signal = AbortSignal.any([deps.signal, stop.signal]);
  const urls = new PresignedUrls(deps);
  let queue = createQueue(plan, arrivedParts);

  const dispatch = (event: PartEvent) => {
    queue = partQueueReducer(queue, event);
    deps.onProgress(bytesSent(queue));
  };

  const sendOnce = async (part: Part) => {
    const { partNumber, start, size } = part;
    dispatch({ type: 'started', partNumber });

    try {
      const { url, headers } = await urls.urlFor(part, () => outstandingParts(queue));
      const onProgress = (sent: number) => dispatch({ type: 'progressed', partNumber, sent });
      await deps.put(url, file.slice(start, start + size), { headers, onProgress, signal });
    } catch (error) {
      // The URL may have expired, possibly because of a wrong clock.
      if (error instanceof StorageError) urls.invalidate(part);
      dispatch({ type: 'progressed', partNumber, sent: 0 });
      throw error;
    }

    signal.throwIfAborted();
    dispatch({ type: 'arrived', partNumber });
    deps.onArrived(part);
  };

  // Sends one missing part after another. A lane takes its next part when it has sent the previous one.
  const runLane = async () => {
    for (let [part] = missingParts(queue); part; [part] = missingParts(queue)) {
      const nextPart = part;
      await retryWhileTransient(() => sendOnce(nextPart), { ...deps, signal });
    }
  };

  deps.onProgress(bytesSent(queue));
  const lanes = Array.from({ length: CONCURRENCY }, runLane);

  try {
    await Promise.all(lanes);
  } catch (error) {
    // One lane failed: stop the others before throwing.
    stop.abort(error);
    await Promise.allSettled(lanes);
    throw error;
  }
}

/** Caches presigned URLs. Requests them in batches, and again when they are about to expire. */
class PresignedUrls {
  readonly #deps: Pick<SendPartsDependencies, 'sign' | 'now'>;
  /** The signed URLs by part number. `until` is the time up to which a URL is used. */
  readonly #urls = new Map<number, SignedPart & { readonly until: number }>();
  /** Resolves when the last requested batch has ended. */
  #pendingSign: Promise<void> = Promise.resolve();

  constructor(deps: Pick<SendPartsDependencies, 'sign' | 'now'>) {
    this.#deps = deps;
  }

  /** Returns the URL of a part. `listNextParts` returns further parts to sign in the same batch. */
  async urlFor(part: Part, listNextParts: () => readonly Part[]): Promise<SignedPart> {
    const cachedPart = this.#validUrl(part);
    if (cachedPart) return cachedPart;

    // Sign one batch at a time: the previous batch may already contain this part.
    const signing = this.#pendingSign.then(() => this.#signBatch(part, listNextParts));
    this.#pendingSign = signing.catch(() => {});
    await signing;

    const signedPart = this.#urls.get(part.partNumber);
    if (!signedPart) throw new Error(`The API returned no URL for part ${part.partNumber}. Please try again.`);
    return signedPart;
  }

  invalidate({ partNumber }: Part): void {
    this.#urls.delete(partNumber);
  }

  #validUrl({ partNumber }: Part): SignedPart | undefined {
    const cachedPart = this.#urls.get(partNumber);
    return cachedPart && cachedPart.until > this.#deps.now() ? cachedPart : undefined;
  }

  async #signBatch(part: Part, listNextParts: () => readonly Part[]): Promise<void> {
    if (this.#validUrl(part)) return;

    const partsToSign = [...new Set([part, ...listNextParts()])].filter((candidate) => !this.#validUrl(candidate));

    // Reads the clock before the request, because the life of a URL begins while the server handles it.
    const until = this.#deps.now() + URL_LIFE_MS;
    const urls = await this.#deps.sign(partsToSign.slice(0, SIGN_BATCH_SIZE));

    for (const [partNumber, signedPart] of urls) this.#urls.set(partNumber, { ...signedPart, until });
  }
}
