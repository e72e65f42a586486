/**
 * A whole number with its thousands apart: "5,000". By hand: the browser's own formatter takes a phone longer to make
 * than a screen may take to be built, and all that is written here is English.
 */
export function formatWhole(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}
