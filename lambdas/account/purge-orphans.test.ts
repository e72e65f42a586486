/**
 * Tests of the job that purges orphans: members whose sign-in was deleted in the user pool, but not their profile. A
 * wrong or restored pool would make every member look like an orphan, so the job purges no one while in doubt.
 */
import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { logger } from '../platform/logger.ts';
import * as metrics from '../platform/metrics.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, getMember, isDeleted } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { readMemberPage } from './member-pages.ts';
import { purgeOrphans } from './purge-orphans.ts';

let stopTable: () => Promise<void>;
const pool = fakeUserPool();
const logError = vi.spyOn(logger, 'error');
const countMetric = vi.spyOn(metrics, 'countMetric');

beforeAll(async () => {
  stopTable = await startTable();
});
beforeEach(async () => {
  logError.mockReset();
  countMetric.mockClear();
  await clearJobProgress('purge-orphans');
  await clearJobProgress('purge-orphans-evidence');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) });
});
afterEach(async () => {
  send.mockImplementation(serveFromPool);
  vi.useRealTimers();

  // Hides all members, so that each test has its own.
  for (;;) {
    const { userIds } = await readMemberPage({});
    if (userIds.length === 0) break;
    for (const userId of userIds) await hideAccount(userId);
  }
});
afterAll(() => stopTable());

const timeLeft = () => true;
const noTimeLeft = () => false;

/** Runs the job. A sample of 1,000 members covers all members of a test. */
const run = (options: { sample?: number; maxOrphans?: number } = {}) =>
  purgeOrphans({ sample: 1000, timeLeft, ...options });

async function createMembers(count: number): Promise<string[]> {
  const userIds = Array.from({ length: count }, () => randomUUID());
  for (const userId of userIds) {
    await createProfile({ userId, email: 'a@fathom.example', username: `Ada ${userId}` });
    pool.set(userId, { email: 'a@fathom.example' });
  }
  return userIds;
}

/** Deletes the sign-ins of members, as Cognito's DeleteUser does. */
function deleteSignIns(userIds: readonly string[]): void {
  for (const userId of userIds) pool.delete(userId);
}

function advanceHours(hours: number): void {
  vi.setSystemTime(Date.now() + hours * HOUR_MS);
}

const send = vi.mocked(CognitoIdentityProviderClient.prototype.send);
const serveFromPool = send.getMockImplementation()!;

/** Fails the requests to Cognito for these members. */
function failRequests(name: string, message: string, isAffected: (userId: string) => boolean): void {
  // The casts are needed, because `send` is overloaded for every command.
  send.mockImplementation((async (command: { input: { Username: string } }) => {
    if (isAffected(command.input.Username)) throw Object.assign(new Error(message), { name });
    return serveFromPool(command as never, undefined as never, undefined as never);
  }) as never);
}

/** Counts the members whose accounts are hidden, as the purge of an account does first. */
async function countHidden(userIds: readonly string[]): Promise<number> {
  const members = await Promise.all(userIds.map((userId) => getMember(userId, { consistent: true }).then(unseal)));
  return members.filter(isDeleted).length;
}

describe('purgeOrphans', () => {
  it('hides and purges a member without a sign-in, and no one else', async () => {
    const [orphan, ...others] = await createMembers(3);
    deleteSignIns([orphan!]);
    const counts = { checked: 3, orphans: 1, failed: 0, refused: false, finished: true };

    expect(await run()).toEqual({ ...counts, purged: 0, waiting: 1 });
    expect(await countHidden([orphan!])).toBe(0);

    advanceHours(24);
    expect(await run()).toEqual({ ...counts, purged: 1, waiting: 0 });
    expect([await countHidden([orphan!]), await countHidden(others)]).toEqual([1, 0]);
    expect(countMetric).not.toHaveBeenCalled();
    expect(await run()).toMatchObject({ checked: 2, orphans: 0, waiting: 0, finished: true });
  });

  it('logs no ID of an orphan that is purged', async () => {
    const [orphan] = await createMembers(3);
    deleteSignIns([orphan!]);
    const info = vi.spyOn(logger, 'info');
    const warn = vi.spyOn(logger, 'warn');

    await run();
    advanceHours(24);
    expect(await run()).toMatchObject({ purged: 1 });

    const lines = [info, warn, logError].flatMap(({ mock }) => mock.calls);
    expect(JSON.stringify(lines)).not.toContain(orphan);

    info.mockRestore();
    warn.mockRestore();
  });

  it('purges no orphan within a day, and no member whose sign-in is found again', async () => {
    const [orphan, returningMember] = await createMembers(20);
    deleteSignIns([orphan!, returningMember!]);
    await run();

    advanceHours(23.9);
    expect(await run()).toMatchObject({ orphans: 2, purged: 0, waiting: 2 });

    pool.set(returningMember!, { email: 'a@fathom.example' });
    advanceHours(0.1);
    expect(await run()).toMatchObject({ purged: 1, waiting: 0 });
    expect([await countHidden([orphan!]), await countHidden([returningMember!])]).toEqual([1, 0]);
  });

  it.each([
    { orphanCount: 3, memberCount: 20, purgesOfRuns: [3, 0] },
    { orphanCount: 11, memberCount: 40, purgesOfRuns: [10, 1] },
    { orphanCount: 25, memberCount: 60, purgesOfRuns: [10, 10, 5, 0] },
  ])('purges at most ten members in a run: $orphanCount orphans of $memberCount members', async (example) => {
    const { orphanCount, memberCount, purgesOfRuns } = example;
    const members = await createMembers(memberCount);
    const orphans = members.slice(0, orphanCount);
    const others = members.slice(orphanCount);
    deleteSignIns(orphans);
    await run();

    advanceHours(24);
    for (const purged of purgesOfRuns) expect(await run()).toMatchObject({ purged, refused: false });

    expect(await countHidden(orphans)).toBe(orphanCount);
    expect(await countHidden(others)).toBe(0);
    expect(countMetric).not.toHaveBeenCalled();
  });

  it('purges the oldest orphans first', async () => {
    const members = await createMembers(40);
    // As many as one run purges.
    const olderOrphans = members.slice(-10);
    const newerOrphans = members.slice(0, 5);
    deleteSignIns(olderOrphans);
    await run();
    deleteSignIns(newerOrphans);
    advanceHours(1);
    await run();

    advanceHours(24);
    expect(await run()).toMatchObject({ purged: 10, waiting: 5 });
    expect(await countHidden(olderOrphans)).toBe(10);
    expect(await countHidden(newerOrphans)).toBe(0);
  });

  it('purges no one while the user pool is empty, and discards that evidence', async () => {
    const members = await createMembers(20);
    await run();
    const signIns = new Map(pool);
    pool.clear();

    for (let day = 1; day <= 3; day++) {
      advanceHours(24);
      expect(await run()).toMatchObject({ orphans: 20, purged: 0, waiting: 0, refused: true });
    }

    expect(countMetric.mock.calls).toEqual(Array(3).fill(['orphanPurgesRefused']));
    expect(logError).toHaveBeenCalledTimes(3);

    for (const [userId, attributes] of signIns) pool.set(userId, attributes);
    deleteSignIns(members.slice(0, 1));
    expect(await run()).toMatchObject({ orphans: 1, purged: 0, waiting: 1, refused: false });
    expect(await countHidden(members)).toBe(0);
  });

  it('purges no one in another user pool, even if most members have registered there since', async () => {
    const members = await createMembers(20);
    await run();
    deleteSignIns(members);
    await createMembers(30);

    for (let day = 0; day < 3; day++) {
      expect(await run()).toMatchObject({ checked: 50, orphans: 20, purged: 0, refused: true });
      advanceHours(24);
    }

    expect(await countHidden(members)).toBe(0);
  });

  it('accepts a user pool with half of the members that earlier runs found', async () => {
    const members = await createMembers(20);
    await run();
    deleteSignIns(members.slice(0, 10));

    expect(await run()).toMatchObject({ orphans: 10, waiting: 10, refused: false });
  });

  it('refuses a user pool with less than half of the members that earlier runs found', async () => {
    const members = await createMembers(20);
    await run();
    deleteSignIns(members.slice(0, 11));

    expect(await run()).toMatchObject({ orphans: 11, waiting: 0, refused: true });
  });

  it.each([1, 3])('refuses to purge all of %i members', async (count) => {
    deleteSignIns(await createMembers(count));
    expect(await run()).toMatchObject({ orphans: count, purged: 0, refused: true });
  });

  it('accepts the user pool after most members that earlier runs found have deleted their accounts', async () => {
    const members = await createMembers(20);
    await run();
    const [orphan, ...leavers] = members.slice(0, 16);
    deleteSignIns([orphan!, ...leavers]);
    for (const userId of leavers) await hideAccount(userId);

    expect(await run()).toMatchObject({ checked: 20 - leavers.length, orphans: 1, waiting: 1, refused: false });
  });

  it('checks the same members again after a refusal, and purges them after an operator confirms', async () => {
    const members = await createMembers(20);
    await run();
    // More than half of the members that the first run found.
    deleteSignIns(members.slice(0, 12));

    for (let count = 0; count < 2; count++) expect(await run()).toMatchObject({ orphans: 12, refused: true });

    // The operator confirms a number of orphans. The job still refuses if there are more.
    expect(await run({ maxOrphans: 11 })).toMatchObject({ orphans: 12, refused: true });
    expect(await run({ maxOrphans: 12 })).toMatchObject({ orphans: 12, purged: 12, waiting: 0, refused: false });
    expect(await countHidden(members)).toBe(12);
    expect(await run()).toMatchObject({ checked: 8, orphans: 0, refused: false });
  });

  it('continues with the following members in the next run', async () => {
    const members = await createMembers(60);

    // A sample is rounded up to a page of 50 members.
    expect(await run({ sample: 1 })).toMatchObject({ checked: 50, finished: false });
    expect(await run({ sample: 1 })).toMatchObject({ checked: 10, finished: true });
    expect(await countHidden(members)).toBe(0);
  });

  it('checks nothing if there is no time left', async () => {
    deleteSignIns((await createMembers(2)).slice(0, 1));

    expect(await purgeOrphans({ sample: 1000, timeLeft: noTimeLeft })).toEqual({
      checked: 0,
      orphans: 0,
      purged: 0,
      waiting: 0,
      failed: 0,
      refused: false,
      finished: false,
    });
  });

  it('does not count a failed check as evidence', async () => {
    const [orphan, deniedMember] = await createMembers(20);
    deleteSignIns([orphan!]);

    failRequests('AccessDenied', 'denied', (userId) => userId === deniedMember);
    expect(await run()).toMatchObject({ orphans: 1, waiting: 1, failed: 1, refused: false });

    advanceHours(24);
    send.mockImplementation(serveFromPool);
    expect(await run()).toMatchObject({ purged: 1 });
    expect(await countHidden([deniedMember!])).toBe(0);
  });

  it('purges no one if all checks fail, and purges the orphan in a later run', async () => {
    const [orphan, otherMember] = await createMembers(20);
    deleteSignIns([orphan!]);
    expect(await run()).toMatchObject({ orphans: 1, waiting: 1 });
    advanceHours(24);

    failRequests('AccessDenied', 'denied', () => true);
    expect(await run()).toMatchObject({ orphans: 0, purged: 0, refused: true });
    expect(countMetric).toHaveBeenCalledWith('orphanPurgesRefused');
    expect(await countHidden([orphan!])).toBe(0);

    send.mockImplementation(serveFromPool);
    expect(await run()).toMatchObject({ purged: 1 });
    expect(await countHidden([otherMember!])).toBe(0);
  });

  it('fails without a purge while Cognito throttles the checks', async () => {
    const [orphan] = await createMembers(20);
    deleteSignIns([orphan!]);
    await run();
    advanceHours(24);

    failRequests('TooManyRequestsException', 'slow down', () => true);
    await expect(run()).rejects.toThrow('slow down');
    expect(await countHidden([orphan!])).toBe(0);

    send.mockImplementation(serveFromPool);
    expect(await run()).toMatchObject({ purged: 1 });
  });
});
