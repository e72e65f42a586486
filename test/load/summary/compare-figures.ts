import { FIGURES, type Figure, type FigureName } from '../figures.ts';
import { formatNumber, formatTable } from '../report.ts';
import type { Result } from '../results.ts';

/** The comments around the generated texts of docs/benchmarks.md, by section. Parts replace the text between them. */
const MARKERS = {
  figures: ['<!-- figures: written by `npm run bench -- --only summary` -->', '<!-- /figures -->'],
  peers: ['<!-- peers: written by `npm run bench -- --only peers` -->', '<!-- /peers -->'],
} as const;

/** The comparison of all figures with their budgets. */
interface FigureComparison {
  /** A Markdown table: each figure with its date and its budget. */
  readonly table: string;
  /** One sentence per figure that is not measured, or that misses its budget without a reason. */
  readonly problems: readonly string[];
}

/**
 * Compares each figure with its budget.
 *
 * @param results - results of all parts, by the names of their figures
 */
export function compareFigures(
  results: Readonly<Partial<Record<FigureName, Result>>>,
  figures: Readonly<Record<string, Figure>> = FIGURES,
): FigureComparison {
  const problems: string[] = [];
  const rows = Object.entries(figures).map(([name, figure]) => {
    const { part, what, unit, budget, reason } = figure;
    const result = results[name as FigureName];
    if (!result) problems.push(`${name} is not measured. Run: npm run bench -- --only ${part}`);

    const isOutsideBudget = result !== undefined && !isWithinBudget(result.value, budget);
    if (isOutsideBudget && !reason) {
      problems.push(`${name} is ${result.value} ${unit}, and its budget is ${formatBudget(figure)}. State a reason.`);
    }

    let state = budget && result ? 'ok' : '';
    if (isOutsideBudget) state = `missed: ${reason ?? 'without a reason'}`;
    const value = result ? withUnit(formatValue(result.value), unit) : '';

    return [what, value, result?.date ?? '', formatBudget(figure), state];
  });

  return { table: formatTable(['What', 'Measured', 'On', 'Budget', ''], rows), problems };
}

/**
 * Returns the document with this text between the markers of a section.
 *
 * @throws Error if the document lacks the markers
 */
export function insertGeneratedText(document: string, text: string, section: keyof typeof MARKERS = 'figures'): string {
  const [start, end] = MARKERS[section];
  const [textBefore, textFromStart] = document.split(start, 2);
  const textAfter = textFromStart?.split(end, 2)[1];
  if (textBefore === undefined || textAfter === undefined) {
    throw new Error(`The document lacks "${start}" or "${end}".`);
  }

  return [textBefore, start, '\n\n', text, '\n\n', end, textAfter].join('');
}

/** Returns whether a value is within its budget. */
function isWithinBudget(value: number, budget: Figure['budget']): boolean {
  if (!budget) return true;
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast;
}

/** Formats a budget, such as `≤ 4 WCU`. */
function formatBudget({ budget, unit }: Figure): string {
  if (!budget) return '–';
  return withUnit('atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`, unit);
}

/** Formats a value with up to two decimals. Fractions from 10 have one. */
function formatValue(value: number): string {
  return Number.isInteger(value) || value < 10 ? String(Number(value.toFixed(2))) : formatNumber(value);
}

/** Appends a unit to a number. Scores have none. */
function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text} ${unit}`;
}
