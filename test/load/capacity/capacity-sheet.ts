import { type Consumed, meter } from '../meter.ts';
import { figure, table } from '../report.ts';

/** What a pattern may consume at most. */
interface Budget {
  readonly kind: 'read' | 'write';
  readonly units: number;
}

/** Design §11: capacity of one call. */
export const BUDGETS = {
  like: { kind: 'write', units: 4 },
  view: { kind: 'write', units: 1 },
  follow: { kind: 'write', units: 8 },
  message: { kind: 'write', units: 12 },
  dashboard: { kind: 'read', units: 25 },
  files: { kind: 'read', units: 30 },
  users: { kind: 'read', units: 15 },
} as const satisfies Record<string, Budget>;

/** Runs something once, and notes what it consumed under a label. */
export type Pattern = <T>(label: string, run: () => Promise<T>, budget?: Budget) => Promise<T>;

/** What access patterns consume, in a table of one part of the product. */
export class CapacitySheet {
  readonly #rows: string[][] = [];
  readonly #title: string;

  constructor(title: string) {
    this.#title = title;
  }

  readonly pattern: Pattern = async (label, run, budget) => {
    const { result, consumed } = await meter(run);
    const cells = [units(consumed, 'read'), units(consumed, 'write'), String(consumed.requests)];
    this.#rows.push([label, ...cells, ...verdict(consumed, budget)]);
    return result;
  };

  print(): void {
    console.log(`\n### ${this.#title}\n`);
    console.log(table(['Pattern', 'RCU', 'WCU', 'Requests', 'Budget', ''], this.#rows));
  }
}

function units(consumed: Consumed, kind: Budget['kind']): string {
  return consumed[kind] === 0 ? '–' : figure(consumed[kind]);
}

function verdict(consumed: Consumed, budget: Budget | undefined): [string, string] {
  if (!budget) return ['', ''];
  const unit = budget.kind === 'read' ? 'RCU' : 'WCU';
  return [`≤ ${budget.units} ${unit}`, consumed[budget.kind] <= budget.units ? 'ok' : 'OVER'];
}
