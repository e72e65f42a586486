/*
 * Compares the scripts of a build with their recorded sizes. If a screen exceeds its budget, the test names the
 * modules that have grown.
 */
import type { MeasuredScript } from './screen-scripts.ts';

/** Sizes of a script and of its modules, in KB with one decimal. Modules under 0.05 KB are left out. */
interface ScriptSizes {
  readonly kb: number;
  readonly modules: Readonly<Record<string, number>>;
}

/** Sizes of the scripts of all screens with budgets, by name. */
export type ScriptBaseline = Readonly<Record<string, ScriptSizes>>;

/** Path of the recorded baseline in the repository. */
export const BASELINE_FILE = 'infra/script-baseline.json';

/** Maximum modules in the list of new or grown modules. */
const MAX_GROWN_MODULES = 20;

/** Minimum growth of a module in the list, in KB. The recorded sizes have one decimal. */
const MIN_GROWTH_KB = 0.05;

/** Rounds bytes to KB of 1,000 bytes, with one decimal. */
const toKb = (bytes: number) => Math.round(bytes / 100) / 10;

/** Returns the sizes of scripts as a baseline stores them, with names and modules in alphabetical order. */
export function buildBaseline(scripts: readonly MeasuredScript[]): ScriptBaseline {
  return sortKeys(scripts.map(({ name, bytes, modules }) => [name, { kb: toKb(bytes), modules: roundSizes(modules) }]));
}

function roundSizes(modules: Readonly<Record<string, number>>): Record<string, number> {
  const sizes = Object.entries(modules).map(([module, bytes]) => [module, toKb(bytes)] as const);
  return sortKeys(sizes.filter(([, kb]) => kb > 0));
}

function sortKeys<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Describes how a screen's scripts differ from the baseline: a table of the scripts, then the new or grown modules by
 * growth.
 *
 * The baseline's total counts only scripts of the screen.
 */
export function describeGrowth(scripts: readonly MeasuredScript[], baseline: ScriptBaseline): string {
  const currentSizes = buildBaseline(scripts);
  const rows = Object.entries(currentSizes).map(([name, { kb }]) => ({ name, kb, baselineKb: baseline[name]?.kb }));
  const sumKb = (sizes: readonly (number | undefined)[]) => sizes.reduce<number>((sum, kb = 0) => sum + kb, 0);
  const totalRow = {
    name: 'Total',
    kb: sumKb(rows.map(({ kb }) => kb)),
    baselineKb: sumKb(rows.map(({ baselineKb }) => baselineKb)),
  };
  const table = [...rows.toSorted((a, b) => b.kb - a.kb), totalRow];

  const growthLines = findGrowth(currentSizes, baseline).map(({ module, growth, isNew }) => {
    return `${`+${growth.toFixed(1)} KB`.padStart(12)}  ${module}${isNew ? ' (new)' : ''}`;
  });

  return [
    formatRow('Script', 'Now', 'Baseline'),
    ...table.map(({ name, kb, baselineKb }) =>
      formatRow(name, formatKb(kb), baselineKb === undefined ? 'new' : formatKb(baselineKb)),
    ),
    '',
    ...(growthLines.length > 0 ? ['Modules that are new or have grown:', ...growthLines] : ['No module has grown.']),
  ].join('\n');
}

/** Formats a size, such as `12.3 KB`. */
const formatKb = (kb: number) => `${kb.toFixed(1)} KB`;

/** Formats a row of the table, with the sizes aligned to the right. */
const formatRow = (name: string, size: string, baselineSize: string) =>
  `${name.padEnd(24)}${size.padStart(10)}${baselineSize.padStart(12)}`;

/** Returns modules that are larger than in the baseline. A module that has moved to another script isn't new. */
function findGrowth(current: ScriptBaseline, baseline: ScriptBaseline) {
  const baselineModules = listModules(baseline);
  return [...listModules(current)]
    .map(([module, kb]) => ({
      module,
      growth: kb - (baselineModules.get(module) ?? 0),
      isNew: !baselineModules.has(module),
    }))
    .filter(({ growth }) => growth > MIN_GROWTH_KB)
    .toSorted((a, b) => b.growth - a.growth)
    .slice(0, MAX_GROWN_MODULES);
}

/** Returns the size of each module, whichever script contains it. */
const listModules = (sizes: ScriptBaseline) =>
  new Map(Object.values(sizes).flatMap(({ modules }) => Object.entries(modules)));
