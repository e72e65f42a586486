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

/** The number of parts that are sent in parallel. Each lane sends one part after another. */
const LANE_COUNT = 4;

/** Maximum number of URLs per request: enough for all lanes, but so few that no URL expires before it is used. */
const SIGN_BATCH_SIZE = Math.min(MULTIPART_SIGN_LIMIT, 2 * LANE_COUNT);

/** A URL isn't used during this last part of its life, in seconds, so that the request arrives before it expires. */
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
 * Sends every part that has not arrived, several in parallel. Resolves when all parts have arrived.
 *
 * Each part is a slice of the file, so the file is never read into memory. After a failure, S3 keeps the arrived parts.
 */
export async function sendParts(
  file: Blob,
  plan: readonly Part[],
  arrivedParts: readonly Part[],
  deps: SendPartsDependencies,
): Promise<void> {
  const laneStopper = new AbortController();
  const signal = AbortSignal.any([deps.signal, laneStopper.signal]);
  const presignedUrls = new PresignedUrls(deps);
  let queue = createQueue(plan, arrivedParts);

  const dispatch = (event: PartEvent) => {
    queue = partQueueReducer(queue, event);
    deps.onProgress(bytesSent(queue));
  };

  const sendOnce = async (part: Part) => {
    const { partNumber, start, size } = part;
    dispatch({ type: 'started', partNumber });

    try {
      const { url, headers } = await presignedUrls.getSignedPart(part, () => outstandingParts(queue));
      const onProgress = (sent: number) => dispatch({ type: 'progressed', partNumber, sent });
      await deps.put(url, file.slice(start, start + size), { headers, onProgress, signal });
    } catch (error) {
      // The URL may have expired, possibly because of a wrong clock.
      if (error instanceof StorageError) presignedUrls.invalidate(part);
      // The bytes of a failed attempt don't count.
      dispatch({ type: 'progressed', partNumber, sent: 0 });
      throw error;
    }

    // A stopped upload must report no further part.
    signal.throwIfAborted();
    dispatch({ type: 'arrived', partNumber });
    deps.onArrived(part);
  };

  // Sends one missing part after another. A lane takes its next part when it has sent the previous one.
  const runLane = async () => {
    for (;;) {
      const [part] = missingParts(queue);
      if (!part) return;

      await retryWhileTransient(() => sendOnce(part), { ...deps, signal });
    }
  };

  deps.onProgress(bytesSent(queue));
  const lanes = Array.from({ length: LANE_COUNT }, runLane);

  try {
    await Promise.all(lanes);
  } catch (error) {
    // One lane failed, so the other lanes stop before this throws.
    laneStopper.abort(error);
    await Promise.allSettled(lanes);
    throw error;
  }
}

/** Caches presigned URLs. Requests them in batches, and again when they are about to expire. */
class PresignedUrls {
  readonly #deps: Pick<SendPartsDependencies, 'sign' | 'now'>;
  /** The signed URLs by part number. `validUntilMs` is when a URL is last used, by `now`. */
  readonly #urls = new Map<number, SignedPart & { readonly validUntilMs: number }>();
  /** Resolves when the last requested batch has ended. */
  #pendingSign: Promise<void> = Promise.resolve();

  constructor(deps: Pick<SendPartsDependencies, 'sign' | 'now'>) {
    this.#deps = deps;
  }

  /**
   * Returns the presigned PUT of a part. Signs the outstanding parts in the same batch, even those that are being sent,
   * because they may still wait for their URL.
   */
  async getSignedPart(part: Part, listOutstandingParts: () => readonly Part[]): Promise<SignedPart> {
    const cachedPart = this.#findValidPart(part);
    if (cachedPart) return cachedPart;

    // Sign one batch at a time: the previous batch may already contain this part.
    const signing = this.#pendingSign.then(() => this.#signBatch(part, listOutstandingParts));
    // The next batch starts even if this one fails. Only this call throws the error.
    this.#pendingSign = signing.catch(() => {});
    await signing;

    const signedPart = this.#urls.get(part.partNumber);
    if (!signedPart) throw new Error(`The API returned no URL for part ${part.partNumber}. Please try again.`);
    return signedPart;
  }

  invalidate({ partNumber }: Part): void {
    this.#urls.delete(partNumber);
  }

  #findValidPart({ partNumber }: Part): SignedPart | undefined {
    const cachedPart = this.#urls.get(partNumber);
    return cachedPart && cachedPart.validUntilMs > this.#deps.now() ? cachedPart : undefined;
  }

  async #signBatch(part: Part, listOutstandingParts: () => readonly Part[]): Promise<void> {
    if (this.#findValidPart(part)) return;

    const candidates = [...new Set([part, ...listOutstandingParts()])];
    const partsToSign = candidates.filter((candidate) => !this.#findValidPart(candidate));

    // Reads the clock before the request, because the life of a URL begins while the server handles it.
    const validUntilMs = this.#deps.now() + URL_LIFE_MS;
    const signedParts = await this.#deps.sign(partsToSign.slice(0, SIGN_BATCH_SIZE));

    for (const [partNumber, signedPart] of signedParts) this.#urls.set(partNumber, { ...signedPart, validUntilMs });
  }
}
