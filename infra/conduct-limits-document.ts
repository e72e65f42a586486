import { CONDUCT_LIMITS, type ConductLimit } from '../shared/rules/conduct-limits.ts';
import { formatAmount, LIMIT_TITLES } from '../shared/sentences/limit-sentences.ts';
import { replaceSection } from './document-section.ts';

/** Returns docs/product.md with the table of the limits of members. */
export function insertConductLimits(document: string): string {
  const rows = Object.entries(CONDUCT_LIMITS).map(([name, limit]) => {
    const window = limit.window === 'held' ? '–' : limit.window;
    const amounts = [limit.new, limit.settled].map((amount) => formatAmount(amount, limit.unit));
    return `| ${[LIMIT_TITLES[name as ConductLimit], window, ...amounts].join(' | ')} |`;
  });

  const table = ['| What | Within | New | Settled |', '|---|---|---:|---:|', ...rows].join('\n');
  return replaceSection(document, 'conduct limits', table);
}
