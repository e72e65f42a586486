import { BYTES_PER_MB } from './limits.ts';

/**
 * The totals that determine a member's depth, as exact integers: 1 MB is 1 cm, and $1 is 100 m.
 * See docs/product.md#depth.
 */
export interface DepthTotals {
  /** Bytes of the member's stored files. */
  readonly contributedBytes: number;
  /** Purchased centimetres, less reversals. */
  readonly purchasedCm: number;
}

/** A depth as a whole number of micrometres. */
export type Micrometres = number;

export const MICROMETRES_PER_METRE = 1_000_000;
const MICROMETRES_PER_CM = 10_000n;

/** The surface, in metres: the top of the navigation bar's scale. */
export const SURFACE_METRES = 10_000;

/** The top of the depth meter's scale, in metres. */
export const METER_MAX_METRES = 11_000;

/**
 * Computes the depth of totals, rounded half up to the micrometre.
 *
 * @throws RangeError if a total is not a safe integer, which means damaged data
 */
export function computeDepth({ contributedBytes, purchasedCm }: DepthTotals): Micrometres {
  if (!Number.isSafeInteger(contributedBytes) || !Number.isSafeInteger(purchasedCm)) {
    throw new RangeError(`Depth totals must be whole numbers: ${contributedBytes} bytes, ${purchasedCm} cm`);
  }

  // Doubles both sides of the division, so that adding half a divisor stays a whole number.
  const bytesPerMb = BigInt(BYTES_PER_MB);
  const doubledDividend = 2n * BigInt(contributedBytes) * MICROMETRES_PER_CM + bytesPerMb;
  const uploadedMicrometres = floorDivide(doubledDividend, 2n * bytesPerMb);
  return Number(uploadedMicrometres + BigInt(purchasedCm) * MICROMETRES_PER_CM);
}

/**
 * Returns the maximum contributed bytes of a member at a depth, plus at most the bytes of one micrometre. Purchases
 * only add depth, so the bound holds for every member.
 */
export function maxBytesAtDepth(depth: Micrometres): number {
  // Adds a micrometre, because the exact depth may be greater than the rounded one.
  return Math.max(0, Math.ceil(((depth + 1) * BYTES_PER_MB) / Number(MICROMETRES_PER_CM)));
}

/** Converts micrometres to metres. */
export function toMetres(depth: Micrometres): number {
  return depth / MICROMETRES_PER_METRE;
}

/** Converts metres to micrometres, rounded to the nearest. */
export function fromMetres(metres: number): Micrometres {
  return Math.round(metres * MICROMETRES_PER_METRE);
}

/** Rounds metres up to whole centimetres, so that ascending by the shown distance is enough. */
export function roundUpDepth(metres: number): number {
  // Tolerates a hundredth of a micrometre: 0.07 has no exact binary form, and would become 0.08.
  return Math.ceil(metres * 100 - 1e-6) / 100;
}

/** Converts bytes to megabytes. */
export function toMegabytes(bytes: number): number {
  return bytes / BYTES_PER_MB;
}

/** Divides and rounds down. The division of bigints rounds towards zero, which is up for negative results. */
function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
