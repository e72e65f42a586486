import type { Finding } from '../items/facts.ts';
import type { Verification } from './verify-table.ts';

/** Formats a violation as one line: invariant, item type, key, expected, found. */
export function formatFinding({ invariant, type, key, expected, found }: Finding): string {
  return `${invariant}: ${type} ${key}: expected ${expected}; found ${found}`;
}

/** Formats a table with the checks and violations of each invariant, and a line with the totals. */
export function formatSummary({ items, objects, results, violations, unsettled, cleared }: Verification): string {
  const resultRows = results.map((result) => [result.name, `${result.checked}`, `${result.violations}`] as const);
  const rows = [['Invariant', 'Checked', 'Violations'] as const, ...resultRows];
  const widthOf = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length));
  const table = rows.map((row) =>
    [row[0].padEnd(widthOf(0)), row[1].padStart(widthOf(1)), row[2].padStart(widthOf(2))].join('  '),
  );

  const bucket = objects === undefined ? 'Objects were not checked.' : `${objects} objects.`;
  const clearedNote = cleared > 0 ? ` ${cleared} findings of the scan were only changes during it.` : '';
  const unsettledNote = unsettled > 0 ? ` ${unsettled} findings kept changing: run again when less is written.` : '';

  return ['', ...table, '', `${items} items. ${bucket} ${violations} violations.${clearedNote}${unsettledNote}`].join(
    '\n',
  );
}
