/** The fill's shade: under 100 m the lightest, then under 1000 and 5000, otherwise the darkest (specification §2). */
export function meterShade(metres: number): 'lightest' | 'light' | 'dark' | 'darkest' {
  if (metres < 100) return 'lightest';
  if (metres < 1000) return 'light';
  return metres < 5000 ? 'dark' : 'darkest';
}
