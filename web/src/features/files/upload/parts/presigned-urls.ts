import { MULTIPART_SIGN_LIMIT, UPLOAD_URL_SECONDS } from '../../../../../../shared/rules/limits.ts';
import type { Part } from './part-plan.ts';

/** A URL isn't used in its last seconds, so that the request arrives before the URL expires. */
const URL_RESERVE_SECONDS = 60;

/** How long a URL is used, in milliseconds. */
const URL_LIFE_MS = (UPLOAD_URL_SECONDS - URL_RESERVE_SECONDS) * 1000;

/** A presigned PUT of a part. */
interface SignedPart {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SignDependencies {
  /** Returns a presigned PUT for each part number. */
  readonly sign: (parts: readonly Part[]) => Promise<ReadonlyMap<number, SignedPart>>;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Caches the presigned URLs of a file's parts. Requests them in batches, and again when they are about to expire. */
export class PresignedUrls {
  readonly #deps: SignDependencies;
  readonly #batchSize: number;
  /** The signed URLs by part number. `validUntilMs` is the time on the clock `now` until which a URL is used. */
  readonly #urls = new Map<number, SignedPart & { readonly validUntilMs: number }>();
  /** Resolves when the last requested batch has ended. */
  #pendingSign: Promise<void> = Promise.resolve();

  /** @param batchSize - the wanted number of URLs per request; the API may allow fewer */
  constructor(deps: SignDependencies, batchSize: number) {
    this.#deps = deps;
    this.#batchSize = Math.min(MULTIPART_SIGN_LIMIT, batchSize);
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

  /** Drops the URL of a part, so that the next attempt requests a new one. */
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
    const signedParts = await this.#deps.sign(partsToSign.slice(0, this.#batchSize));

    for (const [partNumber, signedPart] of signedParts) this.#urls.set(partNumber, { ...signedPart, validUntilMs });
  }
}
