/** One part of a file: which of its bytes travel under which number. */
export interface Part {
  /** From 1, as the store counts. */
  readonly partNumber: number;
  /** Where it begins in the file, in bytes. */
  readonly start: number;
  readonly size: number;
}

/** A part that the store holds. */
interface ArrivedPart {
  readonly partNumber: number;
  readonly size: number;
}

/** Cuts a file into parts of one size; the last may be smaller. */
export function planParts(fileSize: number, partSize: number): Part[] {
  return Array.from({ length: Math.ceil(fileSize / partSize) }, (_, index) => ({
    partNumber: index + 1,
    start: index * partSize,
    size: Math.min(partSize, fileSize - index * partSize),
  }));
}

/** The parts of a plan that the store holds whole: one of another size must be sent again. */
export function arrivedOf(plan: readonly Part[], stored: readonly ArrivedPart[]): Part[] {
  const sizes = new Map(stored.map(({ partNumber, size }) => [partNumber, size]));
  return plan.filter(({ partNumber, size }) => sizes.get(partNumber) === size);
}

/** The bytes of some parts together. */
export function bytesOf(parts: readonly { readonly size: number }[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
