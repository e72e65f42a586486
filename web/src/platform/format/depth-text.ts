/** Metres with two decimals: "12.30m" (specification §3 "Display rules"). */
export function formatDepth(metres: number): string {
  return `${metres.toFixed(2)}m`;
}
