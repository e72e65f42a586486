/**
 * Formats an integer with thousands separators: "5,000".
 *
 * Doesn't use Intl.NumberFormat: creating one takes a phone longer than rendering a screen.
 */
export function formatWhole(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',');
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
