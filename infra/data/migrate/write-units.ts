import { INDEXES } from '../../../lambdas/table/schema.ts';
import type { Attributes, TableItem } from './migration.ts';

/** Bytes per write unit. */
const UNIT_BYTES = 1024;

/**
 * Estimates the write units of replacing an item.
 *
 * Counts the write of the table, and one write for each index whose row changes, or two if the row moves.
 */
export function estimateWriteUnits(before: TableItem, after: TableItem): number {
  const indexUnits = Object.values(INDEXES).map((index) => {
    const keyNames = [index.partition, index.sort];
    const rowBefore = buildIndexRow(before, keyNames, index.projected);
    const rowAfter = buildIndexRow(after, keyNames, index.projected);
    if (JSON.stringify(rowBefore) === JSON.stringify(rowAfter)) return 0;

    const hasMoved = keyNames.some((name) => rowBefore[name] !== rowAfter[name]);
    const units = [rowBefore, rowAfter].filter((row) => Object.keys(row).length > 0).map(unitsOf);
    // A row that moves is deleted and written. For a row that stays, the larger size counts.
    return hasMoved ? sum(units) : Math.max(...units);
  });

  return Math.max(unitsOf(before), unitsOf(after)) + sum(indexUnits);
}

/** Returns the row of an item in an index. It is empty if the item lacks a key of the index. */
function buildIndexRow(item: TableItem, keyNames: readonly string[], projectedNames: readonly string[]): Attributes {
  return keyNames.every((name) => name in item) ? pick(item, [...keyNames, ...projectedNames]) : {};
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function unitsOf(item: Attributes): number {
  return Math.ceil(sizeOf(item) / UNIT_BYTES);
}

function pick(item: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

/**
 * Returns the bytes of a value by DynamoDB's rules for item sizes, with the largest size of a number. A list, set, or
 * map counts as 3 bytes, and 1 byte for each element.
 */
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

  // A boolean or null.
  return 1;
}
