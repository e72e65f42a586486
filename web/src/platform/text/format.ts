import { roundUpDepth } from '../../../../shared/rules/depth.ts';

/** Formats metres with two decimals: "12.30m". */
export function formatDepth(metres: number): string {
  return `${metres.toFixed(2)}m`;
}

/** Lengths below a metre are shown in centimetres. */
const CM_PER_METRE = 100;

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
  return tenths < 10 * CM_PER_METRE ? withUnit(tenths / 10) : formatDepth(Math.abs(metres));
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
  // Uses the same tolerance as `roundUpDepth`, so that rounding errors don't count: a hundredth of a micrometre, which is
  // 1e-5 tenths of a centimetre.
  const tenths = Math.ceil(distance * CM_PER_METRE * 10 - 1e-5);
  return tenths < 10 * CM_PER_METRE ? withUnit(tenths / 10) : formatDepth(roundUpDepth(distance));
}

/** How many of a unit of size make the next larger unit. */
const SIZE_STEP = 1024;

/** The units of size above a byte, smallest first. */
const SIZE_UNITS = ['KB', 'MB', 'GB'] as const;

/** Formats bytes: B under 1 KB, then KB, MB, and GB with two decimals. See docs/product.md#interface. */
export function formatFileSize(bytes: number): string {
  if (bytes < SIZE_STEP) return `${bytes} B`;

  let value = bytes / SIZE_STEP;
  let unitIndex = 0;
  // Compares the rounded value. Otherwise 1023.999 KB would read "1024.00 KB".
  while (unitIndex < SIZE_UNITS.length - 1 && Number(value.toFixed(2)) >= SIZE_STEP) {
    value /= SIZE_STEP;
    unitIndex += 1;
  }

  return `${value.toFixed(2)} ${SIZE_UNITS[unitIndex]}`;
}

/**
 * Formats an integer with thousands separators: "5,000".
 *
 * Doesn't use Intl.NumberFormat: creating one takes a phone longer than rendering a screen.
 */
export function formatWhole(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Units of time and their lengths in seconds, longest first. A year has 365 days, and a month 30. */
const TIME_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Ages below this one are "a moment", in seconds. */
const MOMENT_SECONDS = 5;

/**
 * Formats a time as its age: "3 minutes ago". Times in the future count as now, because clocks differ.
 *
 * Doesn't use Intl.RelativeTimeFormat, for the same reason as `formatWhole`.
 */
export function formatRelativeTime(iso: string, now: number = Date.now()): string {
  const seconds = Math.floor((now - Date.parse(iso)) / 1000);
  if (Number.isNaN(seconds)) return '';
  if (seconds < MOMENT_SECONDS) return 'a moment ago';

  // Always finds a unit, because the shortest one is a second.
  const [unit, unitLength] = TIME_UNITS.find(([, length]) => seconds >= length)!;
  const count = Math.floor(seconds / unitLength);
  return `${formatWhole(count)} ${unit}${count === 1 ? '' : 's'} ago`;
}

// The formatters are created on first use, because that is slow.
let clock: Intl.DateTimeFormat | undefined;
let dateTime: Intl.DateTimeFormat | undefined;

/** Formats the time of day: "09:05 PM". In English, like all texts. */
export function formatClock(iso: string): string {
  clock ??= new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit' });
  return clock.format(new Date(iso));
}

/** Formats a date with its time: "Jan 5, 2026, 9:05 PM". In English, like all texts. */
export function formatDateTime(iso: string): string {
  dateTime ??= new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  return dateTime.format(new Date(iso));
}
