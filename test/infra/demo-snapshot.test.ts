/**
 * Tests the snapshot of the demo community: a file of rows and objects, from which `npm start` restores the community
 * instead of creating it for half a minute. Restoring shifts all times, so that the community looks recent.
 */
import { expect, it } from 'vitest';
import { prepareSnapshot } from '../../infra/local/seed/restore-snapshot.ts';
import { SECONDS_ATTRIBUTES } from '../../infra/local/seed/shift-times.ts';
import { hashSnapshotSources, readSnapshot } from '../../infra/local/seed/snapshot.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { findSnapshotViolations } from '../support/demo-snapshot.ts';

const snapshot = readSnapshot()!;

it('the snapshot was made from the current sources of the demo (if not, run npm run generate)', () => {
  expect(snapshot.sources).toBe(hashSnapshotSources());
});

it('the snapshot can be restored, because the demo generates all other bodies', async () => {
  const restorable = await prepareSnapshot();
  expect(restorable?.items).toHaveLength(snapshot.items.length);
});

it('a snapshot from other sources, or without a body, is not restored', async () => {
  expect(await prepareSnapshot({ ...snapshot, sources: 'other' })).toBeUndefined();
  expect(await prepareSnapshot({ ...snapshot, bodies: {} })).toBeUndefined();
});

it('restoring shifts every attribute with a time in seconds', () => {
  const times = JSON.stringify(snapshot.items).matchAll(/"(\w+)":(\d{10})(?=[,}])/g);
  const isNear = (seconds: string) => Math.abs(Number(seconds) * 1000 - snapshot.takenAt) < 60 * DAY_MS;
  const names = [...times].filter(([, , seconds]) => isNear(seconds!)).map(([, name]) => name!);

  expect([...new Set(names)].sort()).toEqual([...SECONDS_ATTRIBUTES].sort());
});

it('the snapshot violates no invariant when it is restored 400 days later (if not, run npm run generate)', async () => {
  expect(await findSnapshotViolations(snapshot)).toEqual([]);
});
