import { INDEXES } from '../../../lambdas/table/schema.ts';
import type { Attributes, TableItem } from './migration.ts';

const UNIT_BYTES = 1024;

/**
 * Estimates the write units of replacing an item: those of the table, and one write for each index whose row changes,
 * or two if the row moves.
 */
export function estimateWriteUnits(before: TableItem, after: TableItem): number {
  const indexes = Object.values(INDEXES).map((index) => {
    const keys = [index.partition, index.sort];
    const projected = [...keys, ...index.projected];
    const [old, now] = [before, after].map((item) => pick(item, keys.every((key) => key in item) ? projected : []));
    if (JSON.stringify(old) === JSON.stringify(now)) return 0;
    const hasMoved = keys.some((key) => old![key] !== now![key]);
    const rows = [old!, now!].filter((row) => Object.keys(row).length > 0).map(unitsOf);
    return hasMoved ? rows.reduce((sum, units) => sum + units, 0) : Math.max(...rows);
  });
  return Math.max(unitsOf(before), unitsOf(after)) + indexes.reduce((sum, units) => sum + units, 0);
}

function unitsOf(item: Attributes): number {
  return Math.ceil(sizeOf(item) / UNIT_BYTES);
}

function pick(item: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

/** Returns the bytes of a value by DynamoDB's rules for item sizes, with the largest size of a number. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set || Array.isArray(value)) {
    return [...value].reduce((sum: number, inner) => sum + 1 + sizeOf(inner), 3);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).reduce((sum, [name, inner]) => sum + 1 + Buffer.byteLength(name) + sizeOf(inner), 3);
  }

  return 1;
}
