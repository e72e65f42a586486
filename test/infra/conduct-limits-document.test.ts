import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/depth/conduct-limits.ts';
import { formatAmount } from '../../shared/depth/limit-texts.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/product.md'), 'utf8');

it('docs/product.md lists every limit with its amounts', () => {
  const rows = Object.values(CONDUCT_LIMITS).map((limit) => {
    const window = limit.window === 'held' ? '–' : limit.window;
    const amounts = [limit.new, limit.settled].map((amount) => formatAmount(amount, limit.unit));
    return `| ${[limit.title, window, ...amounts].join(' | ')} |`;
  });
  const [, table] = /<!-- conduct limits.*-->\n.*\n.*\n([\s\S]*?)<!-- \/conduct limits -->/.exec(document) ?? [];
  expect(table?.trim().split('\n')).toEqual(rows);
});
