import type { Finding } from '../items/facts.ts';
import type { Verification } from './verify-table.ts';

/** Formats a violation as one line: invariant, item type, key, expected, found. */
export function formatFinding({ invariant, type, key, expected, found }: Finding): string {
  return `${invariant}: ${type} ${key}: expected ${expected}; found ${found}`;
}

/** Formats a table with the checks and violations of each invariant, and a line with the totals. */
export function formatSummary({ items, objects, results, violations, unsettled, cleared }: Verification): string {
  const rows = results.map(({ name, checked, violations }) => [name, String(checked), String(violations)] as const);
  const cells = [['Invariant', 'Checked', 'Violations'] as const, ...rows];
  const width = (column: 0 | 1 | 2) => Math.max(...cells.map((row) => row[column].length));
  const table = cells.map(
    ([name, checked, findings]) =>
      `${name.padEnd(width(0))}  ${checked.padStart(width(1))}  ${findings.padStart(width(2))}`,
  );

  const bucket = objects === undefined ? 'Objects were not checked.' : `${objects} objects.`;
  const clearedNote = cleared > 0 ? ` ${cleared} findings of the scan were only changes during it.` : '';
  const unsettledNote = unsettled > 0 ? ` ${unsettled} findings kept changing: run again when less is written.` : '';

  return ['', ...table, '', `${items} items. ${bucket} ${violations} violations.${clearedNote}${unsettledNote}`].join(
    '\n',
  );
}
