/**
 * Tests of the hourly job for stored objects whose keys have impossible times. An earlier version accepted any ULID for
 * a poster, even one that no clock can produce or that lies in the future.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { logger } from '../platform/logger.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { reconcileUploads } from './reconcile-uploads.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeMediaFunction();
});

beforeEach(async () => {
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
});

afterAll(() => stopTable());

/** Gives the job time for all pages. */
const timeLeft = () => true;

/** Stores an object whose storage key has this ULID, at this age. Returns its key. */
function putObject(prefix: string, objectUlid: string, ageMs: number): string {
  const key = `${prefix}/${randomUUID()}/${objectUlid}/a.png`;
  vi.useFakeTimers({ now: Date.now() - ageMs, toFake: ['Date'] });
  bucket.put(key, 'picture');
  vi.useRealTimers();
  return key;
}

/** ULIDs with impossible times. */
const IMPOSSIBLE_ULIDS: [title: string, objectUlid: string][] = [
  ...[...'89ABCDEFGHJKMNPQRSTVWXYZ'].map((first): [string, string] => [`starts with ${first}`, first.repeat(26)]),
  ['has the maximum time', `7${'Z'.repeat(25)}`],
  ['lies a year in the future', ulid(Date.now() + 365 * DAY_MS)],
];

describe('reconcileUploads', () => {
  it.each(IMPOSSIBLE_ULIDS)(
    'deletes a poster whose ULID %s two days after it was stored',
    async (_title, posterUlid) => {
      putObject('posters', posterUlid, 2 * DAY_MS + MINUTE_MS);
      const freshKey = putObject('posters', posterUlid, 2 * DAY_MS - MINUTE_MS);

      expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 1, unexplained: 0, failed: 0, finished: true });
      expect([...bucket.objects.keys()]).toEqual([freshKey]);
    },
  );

  it('completes a run with pictures that have impossible times, and deletes none on a guess', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const keys = ['avatars', 'posts', 'renditions'].map((prefix) => putObject(prefix, 'Z'.repeat(26), 3 * DAY_MS));
    keys.push(putObject('photos', 'Z'.repeat(26), MINUTE_MS));

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, unexplained: 3, failed: 0, finished: true });
    expect([...bucket.objects.keys()].sort()).toEqual(keys.sort());
  });
});
