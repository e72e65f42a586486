const STEP = 1024;
const UNITS = ['KB', 'MB', 'GB'] as const;

/** Bytes for people: B under 1 KB, then KB, MB and GB with two decimals (specification §3 "Display rules"). */
export function formatFileSize(bytes: number): string {
  if (bytes < STEP) return `${bytes} B`;
  let value = bytes / STEP;
  let unit = 0;
  // Compared as it will be shown: 1023.999 KB would otherwise read "1024.00 KB".
  while (unit < UNITS.length - 1 && Number(value.toFixed(2)) >= STEP) {
    value /= STEP;
    unit += 1;
  }
  return `${value.toFixed(2)} ${UNITS[unit]}`;
}
