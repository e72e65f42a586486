import { formatWhole } from './format-number.ts';

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

/** Formats the time of day: "9:05 PM". In English, like all texts. */
export function formatClock(iso: string): string {
  clock ??= new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
  return clock.format(new Date(iso));
}

/** Formats a date with its time: "Jan 5, 2026, 9:05 PM". In English, like all texts. */
export function formatDateTime(iso: string): string {
  dateTime ??= new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  return dateTime.format(new Date(iso));
}
