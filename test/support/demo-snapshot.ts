import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { verifyTable } from '../../infra/data/verify/verify-table.ts';
import { computeShiftMs, shiftTimes } from '../../infra/local/seed/shift-times.ts';
import { hashSnapshotSources, readSnapshot, type Snapshot } from '../../infra/local/seed/snapshot.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';

/** Returns whether the snapshot was made from the current sources, with items that the table would build today. */
export async function isSnapshotCurrent(): Promise<boolean> {
  const snapshot = readSnapshot();
  if (snapshot?.sources !== hashSnapshotSources()) return false;
  return (await findSnapshotViolations(snapshot)).length === 0;
}

/**
 * Age of the snapshot when it is restored: 400 days and 17 minutes. Times are shifted by whole periods of ten minutes,
 * so the 17 minutes make the shift shorter than the age.
 */
const AGE_MS = 400 * DAY_MS + 17 * MINUTE_MS;

/** Verifies the items of a snapshot as a start 400 days later restores them, and returns the violations. */
export async function findSnapshotViolations({ items, takenAt }: Snapshot): Promise<object[]> {
  const shiftMs = computeShiftMs(takenAt, takenAt + AGE_MS);
  const shiftedItems: Record<string, unknown>[] = JSON.parse(shiftTimes(JSON.stringify(items), shiftMs));
  const directory = mkdtempSync(join(tmpdir(), 'fathom-snapshot-'));
  const violations: object[] = [];

  try {
    writeExport(directory, shiftedItems);
    await verifyTable({
      target: { exportDirectory: directory },
      shards: 1,
      now: takenAt + shiftMs,
      onViolation: (violation) => violations.push(violation),
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }

  return violations;
}

/** Writes items as a DynamoDB export. */
function writeExport(directory: string, items: readonly object[]): void {
  const lines = items.map((item) => `${JSON.stringify({ Item: toDynamoDbItem(item) })}\n`);
  const summary = { itemCount: items.length, outputFormat: 'DYNAMODB_JSON' };
  mkdirSync(join(directory, 'data'));
  writeFileSync(join(directory, 'data/items.json.gz'), gzipSync(lines.join('')));
  writeFileSync(join(directory, 'manifest-summary.json'), JSON.stringify(summary));
}

/** Converts an item to DynamoDB JSON. */
function toDynamoDbItem(values: object): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toDynamoDbValue(value)]));
}

/** Converts a value to DynamoDB JSON. */
function toDynamoDbValue(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(toDynamoDbValue) };
  // The snapshot stores a set of texts as `{ set: [] }`.
  if (typeof value === 'object' && value !== null && 'set' in value) return { SS: value.set as string[] };
  return { M: toDynamoDbItem(value as object) };
}
