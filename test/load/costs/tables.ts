import { replaceSection } from '../../../infra/document-section.ts';
import {
  computeActionCost,
  computeDocumentStoreCost,
  computeMonthlyCost,
  computeMonthlyDocumentStoreCost,
  computeSensitivity,
  findUnits,
  MEMBERS,
  sumCost,
  type Units,
  type UnitsByAction,
} from './model.ts';
import { OPERATIONS } from './operations.ts';
import { computePictureCosts } from './pictures.ts';
import { AWS, FIXED_COSTS, FIXED_COSTS_TOTAL, REGIONAL_STORE, SOURCES, type SourceName, STORE } from './prices.ts';

/** The names of the levels of use, in the order of `Operation.monthly`. */
const LEVELS = ['light', 'regular', 'heavy'] as const;

/** Returns the capacity units that each action reads and writes, from the text of docs/access-patterns.md. */
export function parseActionUnits(accessPatterns: string): UnitsByAction {
  const section = accessPatterns.split('\n## Actions\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith('| Action'));
  return new Map(
    rows.map((row): [string, Units] => {
      const [, name = '', reads = '', writes = ''] = row.split('|').map((cell) => cell.trim());
      return [name, { reads: parseUnits(reads), writes: parseUnits(writes) }];
    }),
  );
}

/** Parses a cell with capacity units. A dash is 0. */
function parseUnits(cell: string): number {
  const units = cell === '–' ? 0 : Number(cell);
  if (Number.isNaN(units)) throw new Error(`"${cell}" is not a number of capacity units.`);
  return units;
}

/** Returns docs/costs.md with its tables replaced by those that the model computes. */
export function insertTables(document: string, units: UnitsByAction): string {
  const tables = {
    actions: formatActions(units),
    levels: formatLevels(units),
    sensitivity: formatSensitivity(units),
    parts: formatParts(units),
    prices: formatPrices(),
    pictures: formatPictures(),
    fixed: formatFixedCosts(),
  };

  return Object.entries(tables).reduce((text, [name, table]) => replaceSection(text, name, table), document);
}

/** Formats the table with the prices of a million actions, by part. */
function formatActions(units: UnitsByAction): string {
  const rows = OPERATIONS.map((operation) => {
    const cost = computeActionCost(operation, findUnits(units, operation));
    const { table, calls, functions, logs, transfer, firewall, storage } = cost;
    const parts = [table, calls, functions, logs + transfer, firewall, storage, sumCost(cost)];
    const storeCosts = [
      computeDocumentStoreCost(operation, STORE),
      computeDocumentStoreCost(operation, REGIONAL_STORE),
    ];
    return [operation.name, ...[...parts, ...storeCosts].map((dollars) => (dollars * 1e6).toFixed(2))];
  });

  const heads = ['A million of', 'Table', 'Calls', 'Functions', 'Logs, transfer', 'Firewall', 'Storage'];
  return formatTable([...heads, '**Fathom**', '**Store**', 'one region'], rows);
}

/** Formats the table that compares a month of a thousand members with the document store, by level of use. */
function formatLevels(units: UnitsByAction): string {
  const rows = LEVELS.map((name, index) => {
    const level = index as 0 | 1 | 2;
    const fathom = computeMonthlyCost(level, units).total;
    const store = computeMonthlyDocumentStoreCost(level, STORE);
    const regionalStore = computeMonthlyDocumentStoreCost(level, REGIONAL_STORE);
    const fathomWithSignIn = fathom + AWS.activeMember.price * MEMBERS;
    const storeWithSignIn = store + STORE.activeMember.price * MEMBERS;
    return [name, fathom, store, regionalStore, fathomWithSignIn, storeWithSignIn].map(formatCell);
  });
  const heads = [
    '1,000 members, one month',
    'Fathom',
    'Store',
    'Store, one region',
    '**Fathom** with sign-in',
    '**Store** with sign-in',
  ];

  return formatTable(heads, rows);
}

/** Formats the table that shows how the comparison depends on its assumptions. */
function formatSensitivity(units: UnitsByAction): string {
  const levels = LEVELS.map((_, level) => computeSensitivity(level as 0 | 1 | 2, units));
  const formatPercent = (share: number) => `${Math.round(share * 100)} %`;
  const rows = [
    [
      'Members whose savings pay for the fixed costs',
      ...levels.map(({ breakEvenMembers }) => formatCount(breakEvenMembers)),
    ],
    [
      'Share of open minutes in which a page is used, as assumed',
      ...levels.map(({ usedShare }) => formatPercent(usedShare)),
    ],
    [
      'Share up to which Fathom is cheaper',
      ...levels.map(({ breakEvenShare }) => formatPercent(Math.min(1, breakEvenShare))),
    ],
  ];
  return formatTable(['Compared with the default location', ...LEVELS], rows);
}

/** Rounds to two digits, such as 840,000. */
function formatCount(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en-US');
}

/** Formats the table with the parts of a month's cost. */
function formatParts(units: UnitsByAction): string {
  const months = LEVELS.map((_, level) => computeMonthlyCost(level as 0 | 1 | 2, units));
  const names = {
    table: 'Table',
    calls: 'Calls and frames',
    functions: 'Functions',
    logs: 'Logs',
    transfer: 'Transfer',
    firewall: 'Firewall of the site',
    storage: 'Stored items, after a year',
  };
  const rows = Object.entries(names).map(([part, name]) =>
    [name, ...months.map(({ parts }) => parts[part as keyof typeof parts])].map(formatCell),
  );
  rows.push(['Open sockets', ...months.map(({ sockets }) => sockets)].map(formatCell));

  return formatTable(['1,000 members, one month', ...LEVELS], rows);
}

/** Formats the table with the costs that don't depend on the number of members. */
function formatFixedCosts(): string {
  return formatTable(
    ['Each month', 'Dollars'],
    [...FIXED_COSTS, ['Together', FIXED_COSTS_TOTAL] as const].map((row) => row.map(formatCell)),
  );
}

/** Formats the table with the costs of a thousand photos. */
function formatPictures(): string {
  return formatTable(
    ['A thousand photos', 'Dollars'],
    computePictureCosts().map(([name, dollars]) => [name, dollars.toFixed(4)]),
  );
}

/** Formats the table with all prices and their sources. Prices of small units are per million. */
function formatPrices(): string {
  const rows = [...Object.values(AWS), ...Object.values(STORE), ...Object.values(REGIONAL_STORE)].map(
    ({ price, unit, source }) => [unit, formatPrice(/million/.test(unit) ? price * 1e6 : price), formatSource(source)],
  );
  return formatTable(['Unit', 'Dollars', 'Source'], rows, [1]);
}

/** Formats the source of a price as a link with its date. */
function formatSource(name: SourceName): string {
  if (name === 'memory') return name;

  const { title, link, date } = SOURCES[name];
  return `[${title}](${link}), ${date}`;
}

/** Formats a Markdown table. All columns except the first are numbers, unless `numericColumns` lists them. */
function formatTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  numericColumns?: readonly number[],
): string {
  const isNumeric = (column: number) => (numericColumns ? numericColumns.includes(column) : column > 0);
  const rule = `|${heads.map((_, column) => (isNumeric(column) ? '---:' : '---')).join('|')}|`;
  return [heads, ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .toSpliced(1, 0, rule)
    .join('\n');
}

/** Formats a text, or dollars with two decimals. */
function formatCell(cell: string | number): string {
  return typeof cell === 'string' ? cell : cell.toFixed(2);
}

/** Formats a price with up to six significant digits. */
function formatPrice(dollars: number): string {
  return String(Number(dollars.toPrecision(6)));
}
