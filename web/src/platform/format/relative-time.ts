import { formatWhole } from './whole-number.ts';

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * How long ago something happened: "3 minutes ago". A clock that runs behind the server's never shows the future. By
 * hand, for the reason of `formatWhole`.
 */
export function formatRelativeTime(iso: string, now: number = Date.now()): string {
  const seconds = Math.floor((now - Date.parse(iso)) / 1000);
  if (Number.isNaN(seconds)) return '';
  if (seconds < 5) return 'a moment ago';
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  return `${formatWhole(count)} ${unit}${count === 1 ? '' : 's'} ago`;
}
