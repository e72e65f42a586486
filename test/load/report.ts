/** A table of text, as Markdown that lines up in a terminal too. Columns of figures are set to the right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const isFigure = heads.map((_, column) =>
    rows.every((row) => /^([–—]|[<×]? ?[\d,.]+( ?[×s%])?)?$/.test(row[column] ?? '')),
  );
  const widths = heads.map((head, column) =>
    Math.max(3, head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths
      .map((width, column) =>
        isFigure[column] ? (cells[column] ?? '').padStart(width) : (cells[column] ?? '').padEnd(width),
      )
      .join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isFigure[column] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

/** A count with its thousands set apart. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A measure with one decimal, or without any from a thousand on. */
export function figure(value: number): string {
  return value >= 1000 ? count(Math.round(value)) : value.toFixed(1);
}
