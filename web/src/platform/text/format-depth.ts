import { fromMetres, roundUpDepth } from '../../../../shared/rules/depth.ts';

/** Lengths below a metre are shown in centimetres. */
const CM_PER_METRE = 100;

/** Depths are whole micrometres. */
const MICROMETRES_PER_CM = 10_000;

/**
 * Formats metres with two decimals, rounded half up: "12.30".
 *
 * Rounds whole micrometres, because `toFixed` rounds the binary value: 0.015 is stored as less, and would show as 0.01.
 */
export function formatMetres(metres: number): string {
  const cm = Math.round(fromMetres(metres) / MICROMETRES_PER_CM);
  return (cm / CM_PER_METRE).toFixed(2);
}

/** Formats a depth in metres like {@link formatMetres}, with its unit: "12.30m". */
export const formatDepth = (metres: number) => `${formatMetres(metres)}m`;

/** Centimetres are shown with one decimal. */
const TENTHS_PER_METRE = 10 * CM_PER_METRE;

/**
 * Rounding errors below this length don't count when a length is rounded up, in tenths of a centimetre: a hundredth of a
 * micrometre, as in `roundUpDepth`.
 */
const TOLERANCE_TENTHS = 1e-5;

/** The smallest length, in centimetres, because depths are whole micrometres. */
const MIN_CM = 0.0001;

/** Returns a number of centimetres with its unit, and at most four decimals. */
const withUnit = (cm: number) => `${Number(cm.toFixed(4))} cm`;

/**
 * Formats a length: "0.3 cm" below 1 m, otherwise "12.30m". Below 0.1 cm, it keeps one significant digit ("0.004 cm"),
 * so that only zero shows as "0 cm". See docs/product.md#interface.
 */
export function formatLength(metres: number): string {
  const cm = Math.abs(metres) * CM_PER_METRE;
  if (cm === 0) return withUnit(0);
  if (cm < 0.1) return withUnit(Number(Math.max(MIN_CM, cm).toPrecision(1)));

  const tenths = Math.round(cm * 10);
  return tenths < TENTHS_PER_METRE ? withUnit(tenths / 10) : formatDepth(Math.abs(metres));
}

/** Formats a change of depth with its sign: "+0.3 cm", "+12.30m". A real minus sign is as wide as the plus. */
export function formatRise(metres: number): string {
  return `${metres < 0 ? '−' : '+'}${formatLength(metres)}`;
}

/**
 * Formats the distance between two depths: "0.4 cm" below 1 m, otherwise "12.30m". Rounds up, so that ascending by the
 * shown distance is enough.
 */
export function formatDifference(metres: number): string {
  const distance = Math.abs(metres);
  const tenths = Math.ceil(distance * CM_PER_METRE * 10 - TOLERANCE_TENTHS);
  return tenths < TENTHS_PER_METRE ? withUnit(tenths / 10) : formatDepth(roundUpDepth(distance));
}
