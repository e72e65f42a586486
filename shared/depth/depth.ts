import { BYTES_PER_MB } from './limits.ts';

/**
 * What a member has done to rise, as exact integers. Depth is derived from these and nothing else
 * (specification §1: 1 MB = 1 cm, $1 = 100 m).
 */
export interface DepthTotals {
  /** Bytes uploaded and still stored. */
  readonly contributedBytes: number;
  /** Centimetres bought and not refunded. */
  readonly purchasedCm: number;
}

/** Depth as a whole number of micrometres, the finest step in which depth is kept. */
export type Micrometres = number;

const MICROMETRES_PER_METRE = 1_000_000;
const MICROMETRES_PER_CM = 10_000n;

/** The surface, in metres: the top of the navigation bar's scale (specification §9). */
export const SURFACE_METRES = 10_000;

/** The top of the depth meter's scale, in metres (specification §9). */
export const METER_MAX_METRES = 11_000;

/**
 * The depth that totals amount to, rounded half up to the micrometre.
 *
 * @throws RangeError when a total is not a safe integer: depth is never guessed from damaged data.
 */
export function depthOf({ contributedBytes, purchasedCm }: DepthTotals): Micrometres {
  if (!Number.isSafeInteger(contributedBytes) || !Number.isSafeInteger(purchasedCm)) {
    throw new RangeError(`Depth totals must be whole numbers: ${contributedBytes} bytes, ${purchasedCm} cm`);
  }
  const bytesPerMb = BigInt(BYTES_PER_MB);
  const doubled = 2n * BigInt(contributedBytes) * MICROMETRES_PER_CM + bytesPerMb;
  const uploaded = floorDivide(doubled, 2n * bytesPerMb);
  return Number(uploaded + BigInt(purchasedCm) * MICROMETRES_PER_CM);
}

/**
 * As many bytes as anybody can have contributed who is at a depth, to within a micrometre's worth: what was bought only
 * lifts beyond that.
 */
export function bytesUpTo(depth: Micrometres): number {
  return Math.max(0, Math.ceil(((depth + 1) * BYTES_PER_MB) / Number(MICROMETRES_PER_CM)));
}

/** Micrometres as metres, exact to the micrometre. */
export function toMetres(depth: Micrometres): number {
  return depth / MICROMETRES_PER_METRE;
}

/** Metres as micrometres, rounded to the nearest. */
export function fromMetres(metres: number): Micrometres {
  return Math.round(metres * MICROMETRES_PER_METRE);
}

/** Bytes as megabytes. */
export function toMegabytes(bytes: number): number {
  return bytes / BYTES_PER_MB;
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
