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
    const units = [rowBefore, rowAfter].filter((row) => Object.keys(row).length > 0).map(computeUnits);
    // A row that moves is deleted and written. For a row that stays, the larger size counts.
    return hasMoved ? sum(units) : Math.max(...units);
  });

  return Math.max(computeUnits(before), computeUnits(after)) + sum(indexUnits);
}

/** Returns the row of an item in an index. It is empty if the item lacks a key of the index. */
function buildIndexRow(item: TableItem, keyNames: readonly string[], projectedNames: readonly string[]): Attributes {
  return keyNames.every((name) => name in item) ? pick(item, [...keyNames, ...projectedNames]) : {};
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function computeUnits(item: Attributes): number {
  return Math.ceil(computeSize(item) / UNIT_BYTES);
}

function pick(item: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

/**
 * Returns the bytes of a value by DynamoDB's rules for item sizes.
 *
 * A number takes one byte for every two digits, and one byte more. A list, set, or map takes 3 bytes, and 1 byte for
 * each element.
 */
function computeSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set || Array.isArray(value)) {
    return 3 + sum([...value].map((element) => 1 + computeSize(element)));
  }
  if (typeof value === 'object' && value !== null) {
    return 3 + sum(Object.entries(value).map(([name, element]) => 1 + Buffer.byteLength(name) + computeSize(element)));
  }

  // A boolean or null.
  return 1;
}
