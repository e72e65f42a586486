import type { Reporter, TestModule } from 'vitest/node';
import { SEED } from '../../support/seed.ts';
import type { AttackCounts } from './attack-counts.ts';

/** Prints how much the attack suite sent and received: one line per file, and the sums. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap((module) => {
      const { attackCounts } = module.meta();
      return attackCounts ? [{ file: module.relativeModuleId, ...attackCounts }] : [];
    });
    if (rows.length === 0) return;

    console.log(`\nAttack suite, seed ${SEED} (FATHOM_TEST_SEED):`);
    for (const { file, ...counts } of rows) console.log(`  ${file}: ${formatCounts(counts)}`);
    console.log(`  Sum: ${formatCounts(rows.reduce(addCounts, { requests: 0, cases: 0, frames: 0, statuses: {} }))}`);
  }
}

/** Adds the counts of one file to a sum. */
function addCounts(sum: AttackCounts, { requests, cases, frames, statuses }: AttackCounts): AttackCounts {
  const statusClasses = new Set([...Object.keys(sum.statuses), ...Object.keys(statuses)]);
  return {
    requests: sum.requests + requests,
    cases: sum.cases + cases,
    frames: sum.frames + frames,
    statuses: Object.fromEntries(
      [...statusClasses].map((name) => [name, (sum.statuses[name] ?? 0) + (statuses[name] ?? 0)]),
    ),
  };
}

/**
 * Formats counts, such as `9 cases, 9 requests, 0 frames, 9 × 4xx, 0 × 5xx`. Always names server errors, even if none
 * occurred.
 */
function formatCounts({ requests, cases, frames, statuses }: AttackCounts): string {
  const statusCounts = Object.entries({ '5xx': 0, ...statuses }).toSorted(([a], [b]) => a.localeCompare(b));
  return [
    `${cases} cases`,
    `${requests} requests`,
    `${frames} frames`,
    ...statusCounts.map(([statusClass, count]) => `${count} × ${statusClass}`),
  ].join(', ');
}
