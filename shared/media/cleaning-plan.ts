import { type ByteSource, InvalidMediaError } from './byte-source.ts';

/**
 * A kind of metadata that a cleaned file no longer has. `personal` is everything except positions and camera data:
 * names, serial numbers, notes, comments, embedded thumbnails, and bytes that no viewer shows.
 */
export type RemovedKind = 'location' | 'personal' | 'camera';

/** A range of the original file: bytes from `start` to `end` (exclusive). */
export interface KeptRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The steps from a file to the same file without hidden metadata: ranges of the file, and new bytes between them.
 * Ranges bound the memory, even for large files. See docs/adr/0040-hidden-metadata.md.
 */
export interface CleaningPlan {
  /** The cleaned file, in order: ranges of the original and replacement bytes. */
  readonly parts: readonly (KeptRange | Uint8Array<ArrayBuffer>)[];
  /** Size of the cleaned file, in bytes. */
  readonly size: number;
  /** Empty if nothing was found: `parts` is then the whole original. */
  readonly removed: ReadonlySet<RemovedKind>;
  /** The file is broken, encrypted, signed, or too large to rewrite: `parts` is the whole original. */
  readonly unreadable?: true;
}

/** The choices of the member who uploads the file. */
export interface CleaningOptions {
  /** Keeps make, model, lens, exposure, and the date of capture. Positions, names, and serial numbers never stay. */
  readonly keepCameraData: boolean;
}

/** Plans the cleaning of one format. Throws InvalidMediaError or RangeError if it can't read the file's structure. */
export type Cleaner = (source: ByteSource, options: CleaningOptions) => Promise<CleaningPlan>;

/** Returns the plan that keeps a file unchanged, because nothing was found. */
export function keepWhole(size: number): CleaningPlan {
  return { parts: [{ start: 0, end: size }], size, removed: new Set() };
}

/** Returns the plan that keeps a file unchanged, because its structure can't be read. */
export function keepUnreadable(size: number): CleaningPlan {
  return { ...keepWhole(size), unreadable: true };
}

/** Collects the parts of a plan, in the order of the cleaned file. */
export class PlanBuilder {
  readonly #parts: (KeptRange | Uint8Array<ArrayBuffer>)[] = [];
  readonly #removed = new Set<RemovedKind>();

  /** Size of the cleaned file so far, in bytes. */
  size = 0;

  /** Keeps the original's bytes from `start` to `end` (exclusive). Joins ranges that follow each other. */
  keep(start: number, end: number): void {
    if (end <= start) return;

    const lastPart = this.#parts.at(-1);
    if (lastPart && !(lastPart instanceof Uint8Array) && lastPart.end === start) {
      this.#parts[this.#parts.length - 1] = { start: lastPart.start, end };
    } else {
      this.#parts.push({ start, end });
    }

    this.size += end - start;
  }

  /** Adds bytes from memory, such as a rewritten header. */
  insert(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.size += bytes.length;
  }

  /** Records that the cleaned file loses these kinds. A plan that loses nothing keeps the whole original. */
  remove(...kinds: readonly RemovedKind[]): void {
    for (const kind of kinds) this.#removed.add(kind);
  }

  /** Returns the plan for an original of `originalSize` bytes. */
  build(originalSize: number): CleaningPlan {
    if (this.#removed.size === 0) return keepWhole(originalSize);
    return { parts: this.#parts, size: this.size, removed: this.#removed };
  }
}

/** Bytes of one read while a cleaned file is written. */
const CHUNK_BYTES = 1024 * 1024;

/** Yields the cleaned file in chunks of at most 1 MB. Holds one chunk. */
export async function* readCleaned(
  source: ByteSource,
  { parts }: CleaningPlan,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      yield part;
      continue;
    }

    for (let position = part.start; position < part.end; position += CHUNK_BYTES) {
      yield await source.read(position, Math.min(part.end, position + CHUNK_BYTES));
    }
  }
}

/** Plans the cleaning of a file whose format is known. The plan of a broken file is `unreadable`. */
export async function planWith(clean: Cleaner, source: ByteSource, options: CleaningOptions): Promise<CleaningPlan> {
  try {
    return await clean(source, options);
  } catch (error) {
    // DataView throws RangeError for an offset outside the bytes, which a wrong length in the file causes.
    if (error instanceof InvalidMediaError || error instanceof RangeError) return keepUnreadable(source.size);
    throw error;
  }
}
