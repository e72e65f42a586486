/** A byte range of a file, and its part number. */
export interface Part {
  /** Counts from 1, as in S3. */
  readonly partNumber: number;
  /** Offset in the file, in bytes. */
  readonly start: number;
  /** The size in bytes. */
  readonly size: number;
}

/** A part that S3 stores. */
interface StoredPart {
  readonly partNumber: number;
  readonly size: number;
}

/** Splits a file into parts of one size. The last part may be smaller. */
export function planParts(fileSize: number, partSize: number): Part[] {
  const partCount = Math.ceil(fileSize / partSize);

  return Array.from({ length: partCount }, (_, index) => ({
    partNumber: index + 1,
    start: index * partSize,
    size: Math.min(partSize, fileSize - index * partSize),
  }));
}

/** Returns the planned parts that S3 stores in full. A part of another size must be sent again. */
export function selectArrived(plan: readonly Part[], storedParts: readonly StoredPart[]): Part[] {
  const sizes = new Map(storedParts.map(({ partNumber, size }) => [partNumber, size]));
  return plan.filter(({ partNumber, size }) => sizes.get(partNumber) === size);
}

/** Returns the total size of some parts, in bytes. */
export function sumBytes(parts: readonly { readonly size: number }[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
