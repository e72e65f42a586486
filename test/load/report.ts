/** Matches an empty cell, a dash, or a number. `<` or `×` can precede a number, and a unit can follow it. */
const NUMERIC_CELL = /^([–—]|[<×]? ?[\d,.]+( ?[×s%])?)?$/;

/** Formats a Markdown table with aligned columns. Columns of numbers are right-aligned. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumeric = heads.map((_, column) => rows.every((row) => NUMERIC_CELL.test(row[column] ?? '')));
  const widths = heads.map((head, column) =>
    Math.max(3, head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );

  const formatLine = (cells: readonly string[]) => {
    const paddedCells = widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${paddedCells.join(' | ')} |`;
  };

  const rules = widths.map((width, column) =>
    isNumeric[column] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2),
  );
  return [formatLine(heads), `|${rules.join('|')}|`, ...rows.map(formatLine)].join('\n');
}

/** Formats an integer with thousands separators. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** Formats a number with one decimal. Numbers from 1,000 have no decimals. */
export function formatNumber(value: number): string {
  return value >= 1000 ? formatCount(Math.round(value)) : value.toFixed(1);
}
