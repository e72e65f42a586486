import type { ByteSource } from './byte-source.ts';
import { type CleaningPlan, PlanBuilder, type RemovedKind } from './cleaning-plan.ts';

/** Zeros that plans share, so that overwriting a long range needs no memory. */
const ZEROS = new Uint8Array(64 * 1024);

/** Bytes that are read at a time in the search for data other than zeros. */
const SEARCH_CHUNK_BYTES = 1024 * 1024;

/** A range of a file with its new bytes. Without `bytes`, they are zeros. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Edits of a file that leave each byte at its position, so that no offset inside the file changes: ranges are
 * overwritten, and the end can be cut off.
 */
export class Overwrites {
  readonly #edits: Edit[] = [];
  readonly #removed = new Set<RemovedKind>();
  readonly #source: ByteSource;
  #end: number;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#end = source.size;
  }

  /** Overwrites bytes from a position in the file. `kinds` are the kinds of data that the file loses. */
  replace(start: number, bytes: Uint8Array<ArrayBuffer>, ...kinds: readonly RemovedKind[]): void {
    this.#edits.push({ start, end: start + bytes.length, bytes });
    for (const kind of kinds) this.#removed.add(kind);
  }

  /** Overwrites a range of the file with zeros. */
  zero(start: number, end: number, ...kinds: readonly RemovedKind[]): void {
    if (end > start) this.#edits.push({ start, end });
    for (const kind of kinds) this.#removed.add(kind);
  }

  /** Overwrites a range of the file with zeros, unless it already has only zeros. Reads the range. */
  async zeroIfUsed(start: number, end: number, kind: RemovedKind): Promise<void> {
    for (let position = start; position < end; position += SEARCH_CHUNK_BYTES) {
      const chunk = await this.#source.read(position, Math.min(position + SEARCH_CHUNK_BYTES, end));
      if (chunk.some((byte) => byte !== 0)) {
        this.zero(position, end, kind);
        return;
      }
    }
  }

  /** Cuts the file off at a position. */
  cut(end: number, ...kinds: readonly RemovedKind[]): void {
    this.#end = end;
    for (const kind of kinds) this.#removed.add(kind);
  }

  /** Returns the plan. Where two edits overlap, the edit with the smaller start wins, otherwise the one added first. */
  toPlan(): CleaningPlan {
    const plan = new PlanBuilder();
    let position = 0;
    for (const edit of this.#edits.toSorted((a, b) => a.start - b.start)) {
      const start = Math.max(edit.start, position);
      const end = Math.min(edit.end, this.#end);
      if (end <= start) continue;

      plan.keep(position, start);
      if (edit.bytes) {
        plan.insert(edit.bytes.slice(start - edit.start, end - edit.start));
      } else {
        for (let at = start; at < end; at += ZEROS.length) plan.insert(ZEROS.subarray(0, end - at));
      }
      position = end;
    }

    plan.keep(position, this.#end);
    plan.remove(...this.#removed);

    return plan.build(this.#source.size);
  }
}
