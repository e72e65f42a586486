/** Formats a Markdown table with aligned columns. Columns of numbers are right-aligned. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumeric = heads.map((_, column) =>
    rows.every((row) => /^([–—]|[<×]? ?[\d,.]+( ?[×s%])?)?$/.test(row[column] ?? '')),
  );
  const widths = heads.map((head, column) =>
    Math.max(3, head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );

  const line = (cells: readonly string[]) =>
    `| ${widths
      .map((width, column) =>
        isNumeric[column] ? (cells[column] ?? '').padStart(width) : (cells[column] ?? '').padEnd(width),
      )
      .join(' | ')} |`;

  const rule = `|${widths.map((width, column) => (isNumeric[column] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

/** Formats an integer with thousands separators. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** Formats a number with one decimal, or with none from 1,000. */
export function formatNumber(value: number): string {
  return value >= 1000 ? formatCount(Math.round(value)) : value.toFixed(1);
}
