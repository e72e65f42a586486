/** Metres with two decimals: "12.30m" (specification §3 "Display rules"). */
export function formatDepth(metres: number): string {
  return `${metres.toFixed(2)}m`;
}

/** Metres rounded up to what is shown of them: ascending by so much is enough. */
export function roundUpDepth(metres: number): number {
  return Math.ceil(metres * 100 - 1e-6) / 100;
}
