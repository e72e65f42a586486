import { CONDUCT_LIMITS } from '../shared/rules/conduct-limits.ts';
import { formatAmount } from '../shared/sentences/limit-sentences.ts';
import { replaceSection } from './document-section.ts';

/** Returns docs/product.md with the table of the limits of members. */
export function insertConductLimits(document: string): string {
  const rows = Object.values(CONDUCT_LIMITS).map((limit) => {
    const window = limit.window === 'held' ? '–' : limit.window;
    const amounts = [limit.new, limit.settled].map((amount) => formatAmount(amount, limit.unit));
    return `| ${[limit.title, window, ...amounts].join(' | ')} |`;
  });

  const table = ['| What | Within | New | Settled |', '|---|---|---:|---:|', ...rows].join('\n');
  return replaceSection(document, 'conduct limits', table);
}
