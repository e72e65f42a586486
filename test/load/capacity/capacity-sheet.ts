import { gzipSync } from 'node:zlib';
import { type CapacityUse, meter } from '../meter.ts';
import { formatNumber, formatTable } from '../report.ts';
import { recordCapacity } from './capacity-figures.ts';

/** Maximum capacity of an access pattern. */
interface Budget {
  readonly kind: 'read' | 'write';
  readonly units: number;
}

/** Budgets of docs/benchmarks.md, per call. */
export const BUDGETS = {
  like: { kind: 'write', units: 4 },
  view: { kind: 'write', units: 1 },
  follow: { kind: 'write', units: 8 },
  message: { kind: 'write', units: 12 },
  dashboard: { kind: 'read', units: 25 },
  files: { kind: 'read', units: 30 },
  users: { kind: 'read', units: 15 },
} as const satisfies Record<string, Budget>;

/** Runs an access pattern once, and adds a row with its consumed capacity to a sheet. */
export type MeasurePattern = <T>(label: string, run: () => Promise<T>, budget?: Budget) => Promise<T>;

/** A table of consumed capacity, for one part of the product. */
export class CapacitySheet {
  readonly #rows: string[][] = [];
  readonly #title: string;

  constructor(title: string) {
    this.#title = title;
  }

  /** A function instead of a method, so that it can be passed without its sheet. */
  readonly measure: MeasurePattern = async (label, run, budget) => {
    const { result, consumed } = await meter(run);
    recordCapacity(label, consumed);

    const cells = [formatUnits(consumed, 'read'), formatUnits(consumed, 'write'), String(consumed.requests)];
    this.#rows.push([label, ...cells, formatSize(label, result), ...compareWithBudget(consumed, budget)]);

    return result;
  };

  print(): void {
    console.log(`\n### ${this.#title}\n`);
    console.log(formatTable(['Pattern', 'RCU', 'WCU', 'Requests', 'Bytes, compressed', 'Budget', ''], this.#rows));
  }
}

/** Formats the size of a whole request's response in bytes, as JSON and compressed. Empty for other patterns. */
function formatSize(label: string, result: unknown): string {
  if (!/^(list|readDashboard)|whole request/.test(label) || result === undefined) return '';

  const body = JSON.stringify(result);
  return `${formatNumber(body.length)}, ${formatNumber(gzipSync(body).length)}`;
}

/** Formats the consumed read or write units. A pattern that consumes none gets a dash. */
function formatUnits(consumed: CapacityUse, kind: Budget['kind']): string {
  return consumed[kind] === 0 ? '–' : formatNumber(consumed[kind]);
}

/** Returns the cells for the budget, and whether the capacity is within it. */
function compareWithBudget(consumed: CapacityUse, budget: Budget | undefined): [string, string] {
  if (!budget) return ['', ''];
  const unit = budget.kind === 'read' ? 'RCU' : 'WCU';
  return [`≤ ${budget.units} ${unit}`, consumed[budget.kind] <= budget.units ? 'ok' : 'OVER'];
}
