import { replaceSection } from '../../../infra/document-section.ts';
import { findUnits, type UnitsByAction } from '../costs/model.ts';
import { OPERATIONS } from '../costs/operations.ts';
import { BOTTLENECKS, computeMembersAtLimit, computeUtilization } from './bottlenecks.ts';
import { computeLoad, SIZES } from './load.ts';

/** Default quota of API Gateway for new WebSockets per second. */
const NEW_SOCKETS_PER_SECOND = 500;

/** Default quota of a table for read units per second, and also for write units per second. */
const TABLE_UNITS_PER_SECOND = 40_000;

/** Returns docs/scale.md with its tables replaced by those that the model computes. */
export function insertScaleTables(document: string, units: UnitsByAction): string {
  const tables = {
    load: formatLoad(units),
    limits: formatLimits(units),
    first: formatFirstLimits(units),
    actions: formatActions(units),
  };
  return Object.entries(tables).reduce((text, [name, table]) => replaceSection(text, name, table), document);
}

/** The heads of columns with one size each. */
const SIZE_HEADS = SIZES.map((size) => size.toLocaleString('en-US'));

/** Formats the table with the load in the busiest seconds of a day. */
function formatLoad(units: UnitsByAction): string {
  const loads = SIZES.map((size) => computeLoad(size, units));
  const rows = [
    ['Requests per second', ...loads.map(({ requests }) => formatAmount(requests))],
    ['WebSocket frames per second, both directions', ...loads.map(({ frames }) => formatAmount(frames))],
    ['Function calls per second', ...loads.map(({ functionCalls }) => formatAmount(functionCalls))],
    ['Functions at the same time', ...loads.map(({ concurrency }) => formatAmount(concurrency))],
    ['Read units per second', ...loads.map(({ readUnits }) => formatAmount(readUnits))],
    ['Write units per second', ...loads.map(({ writeUnits }) => formatAmount(writeUnits))],
    ['Open WebSockets', ...loads.map(({ openSockets }) => formatAmount(openSockets))],
    [
      'Minutes until all sockets are open again after they broke',
      ...loads.map(({ openSockets }) => formatAmount(openSockets / NEW_SOCKETS_PER_SECOND / 60)),
    ],
  ];

  return formatTable(['In the busiest seconds of a day', ...SIZE_HEADS], rows);
}

/** Formats the table with the utilization of each limit, by size. */
function formatLimits(units: UnitsByAction): string {
  const rows = BOTTLENECKS.map((bottleneck) => {
    const cells = SIZES.map((size) => formatShare(computeUtilization(bottleneck, computeLoad(size, units))));
    return [bottleneck.name, `${formatAmount(bottleneck.limit)} ${bottleneck.unit}`, bottleneck.source, ...cells];
  });
  return formatTable(['What is used', 'Limit', 'Kind', ...SIZE_HEADS], rows);
}

/** Formats the table with limits and remedies, in the order in which a growing community reaches the limits. */
function formatFirstLimits(units: UnitsByAction): string {
  // The size doesn't matter, because all uses grow in proportion to the members.
  const load = computeLoad(1e6, units);
  const orderedBottlenecks = BOTTLENECKS.toSorted(
    (a, b) => computeMembersAtLimit(a, load) - computeMembersAtLimit(b, load),
  );
  const rows = orderedBottlenecks
    .filter((bottleneck) => computeMembersAtLimit(bottleneck, load) <= SIZES.at(-1)!)
    .map((bottleneck) => [
      formatAmount(computeMembersAtLimit(bottleneck, load)),
      bottleneck.name,
      bottleneck.remedy,
      bottleneck.effort,
    ]);

  return formatTable(['Members', 'Reaches', 'Remedy', 'Effort'], rows, 1);
}

/** Formats the table with the rates of each action that the table's default quotas allow. */
function formatActions(units: UnitsByAction): string {
  const formatRate = (unitsPerAction: number) =>
    unitsPerAction === 0 ? '–' : formatAmount(TABLE_UNITS_PER_SECOND / unitsPerAction);
  const rows = OPERATIONS.map((operation) => {
    const { reads, writes } = findUnits(units, operation);
    return [operation.name, reads || '–', writes || '–', formatRate(reads), formatRate(writes)].map(String);
  });
  return formatTable(['Action', 'RCU', 'WCU', 'Reads allow per second', 'Writes allow per second'], rows);
}

/**
 * Formats a Markdown table.
 *
 * @param numericColumns - number of columns at the start that contain numbers; 0 to detect all columns with numbers
 */
function formatTable(heads: readonly string[], rows: readonly (readonly string[])[], numericColumns = 0): string {
  const isNumeric = (column: number) =>
    column < numericColumns || (numericColumns === 0 && rows.every((row) => /^[\d*–]/.test(row[column] ?? '')));
  const rule = heads.map((_, column) => (isNumeric(column) ? '---:' : '---'));
  return [heads, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats a number with two significant digits. */
export function formatAmount(amount: number): string {
  const roundedAmount = Number(amount.toPrecision(2));
  return roundedAmount < 10 ? String(roundedAmount) : Math.round(roundedAmount).toLocaleString('en-US');
}

/** Formats a share in percent. Shares beyond the limit are bold. */
export function formatShare(share: number): string {
  if (share < 0.005) return '0 %';
  const percent = `${formatAmount(share * 100)} %`;
  return share > 1 ? `**${percent}**` : percent;
}
