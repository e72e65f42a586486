/** Gives the focus to the row at a place in a list; to the last where there are fewer, to the list itself where there are none. */
export function focusRow(list: HTMLElement | null, rows: string, index: number): void {
  const found = list?.querySelectorAll<HTMLElement>(rows);
  const row = found?.[Math.min(index, found.length - 1)] ?? list;
  row?.focus();
}
