/**
 * Returns the nearest-rank quantile: the smallest value that at least this share of all values don't exceed. NaN without
 * values.
 */
export function quantile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.max(0, Math.ceil(share * sortedValues.length) - 1)] ?? Number.NaN;
}
