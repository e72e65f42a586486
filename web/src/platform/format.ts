/** Metres with two decimals: "12.30m" (specification §3 "Display rules"). */
export function formatDepth(metres: number): string {
  return `${metres.toFixed(2)}m`;
}

/** Metres rounded up to what is shown of them: ascending by so much is enough. */
export function roundUpDepth(metres: number): number {
  return Math.ceil(metres * 100 - 1e-6) / 100;
}

const SIZE_STEP = 1024;
const SIZE_UNITS = ['KB', 'MB', 'GB'] as const;

/** Bytes for people: B under 1 KB, then KB, MB and GB with two decimals (specification §3 "Display rules"). */
export function formatFileSize(bytes: number): string {
  if (bytes < SIZE_STEP) return `${bytes} B`;
  let value = bytes / SIZE_STEP;
  let unit = 0;
  // Compared as it will be shown: 1023.999 KB would otherwise read "1024.00 KB".
  while (unit < SIZE_UNITS.length - 1 && Number(value.toFixed(2)) >= SIZE_STEP) {
    value /= SIZE_STEP;
    unit += 1;
  }
  return `${value.toFixed(2)} ${SIZE_UNITS[unit]}`;
}

/**
 * A whole number with its thousands apart: "5,000". By hand: the browser's own formatter takes a phone longer to make
 * than a screen may take to be built, and all that is written here is English.
 */
export function formatWhole(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Units of time, with their length in seconds. */
const TIME_UNITS = [
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
  const [unit, length] = TIME_UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  return `${formatWhole(count)} ${unit}${count === 1 ? '' : 's'} ago`;
}
