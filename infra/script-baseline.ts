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

const MAX_GROWN_MODULES = 20;

/** Rounds bytes to KB with one decimal. */
const toKb = (bytes: number) => Math.round(bytes / 100) / 10;

/** Returns the baseline of scripts, with names and modules in alphabetical order. */
export function buildBaseline(scripts: readonly MeasuredScript[]): ScriptBaseline {
  return sortKeys(scripts.map(({ name, bytes, modules }) => [name, { kb: toKb(bytes), modules: roundSizes(modules) }]));
}

function roundSizes(modules: Readonly<Record<string, number>>): Record<string, number> {
  const rounded = Object.entries(modules).map(([module, bytes]) => [module, toKb(bytes)] as const);
  return sortKeys(rounded.filter(([, kb]) => kb > 0));
}

function sortKeys<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Compares a screen's scripts with the baseline, as text: a table of the scripts, then the modules that are new or have
 * grown, the largest growth first.
 *
 * The total of the baseline counts the same scripts.
 */
export function describeGrowth(scripts: readonly MeasuredScript[], baseline: ScriptBaseline): string {
  const now = buildBaseline(scripts);
  const rows = Object.entries(now).map(([name, { kb }]) => ({ name, kb, before: baseline[name]?.kb }));
  const total = (sizes: readonly (number | undefined)[]) => sizes.reduce<number>((sum, kb = 0) => sum + kb, 0);
  const table = [
    ...rows.toSorted((a, b) => b.kb - a.kb),
    { name: 'Total', kb: total(rows.map(({ kb }) => kb)), before: total(rows.map(({ before }) => before)) },
  ];
  const grown = findGrowth(now, baseline).map(({ module, growth, isNew }) => {
    return `${`+${growth.toFixed(1)} KB`.padStart(12)}  ${module}${isNew ? ' (new)' : ''}`;
  });

  return [
    formatRow('Script', 'Now', 'Baseline'),
    ...table.map(({ name, kb, before }) =>
      formatRow(name, formatKb(kb), before === undefined ? 'new' : formatKb(before)),
    ),
    '',
    ...(grown.length > 0 ? ['Modules that are new or have grown:', ...grown] : ['No module has grown.']),
  ].join('\n');
}

const formatKb = (kb: number) => `${kb.toFixed(1)} KB`;
const formatRow = (name: string, now: string, before: string) =>
  `${name.padEnd(24)}${now.padStart(10)}${before.padStart(12)}`;

/** Returns modules that are larger than in the baseline. A module that has moved to another script isn't new. */
function findGrowth(now: ScriptBaseline, baseline: ScriptBaseline) {
  const before = listModules(baseline);
  return [...listModules(now)]
    .map(([module, kb]) => ({ module, growth: kb - (before.get(module) ?? 0), isNew: !before.has(module) }))
    .filter(({ growth }) => growth > 0.05)
    .toSorted((a, b) => b.growth - a.growth)
    .slice(0, MAX_GROWN_MODULES);
}

const listModules = (sizes: ScriptBaseline) =>
  new Map(Object.values(sizes).flatMap(({ modules }) => Object.entries(modules)));
