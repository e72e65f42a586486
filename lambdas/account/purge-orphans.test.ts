import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePurgeFunction, fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { logger } from '../platform/logger.ts';
import * as metrics from '../platform/metrics.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, getMember, isDeleted } from '../table/profile.ts';
import { readMemberPage } from './member-pages.ts';
import { purgeOrphans } from './purge-orphans.ts';

let stop: () => Promise<void>;
let started: unknown[];
const pool = fakeUserPool();
const error = vi.spyOn(logger, 'error');
const countMetric = vi.spyOn(metrics, 'countMetric');

beforeAll(async () => {
  stop = await startTable();
  started = fakePurgeFunction();
});
beforeEach(async () => {
  error.mockReset();
  countMetric.mockClear();
  started.length = 0;
  await clearJobProgress('purge-orphans');
});
/** Hides all members, so that each test has its own. */
afterEach(async () => {
  for (;;) {
    const { userIds } = await readMemberPage({});
    if (userIds.length === 0) break;
    for (const userId of userIds) await hideAccount(userId);
  }
});
afterAll(() => stop());

const run = (options: { sample?: number; maxOrphans?: number } = {}) =>
  purgeOrphans({ sample: 1000, timeLeft: () => true, ...options });

async function newMembers(count: number): Promise<string[]> {
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

async function countHidden(userIds: readonly string[]): Promise<number> {
  const members = await Promise.all(userIds.map((userId) => getMember(userId, { consistent: true })));
  return members.filter(isDeleted).length;
}

describe('purgeOrphans', () => {
  it('hides and purges a member without a sign-in, and no one else', async () => {
    const [orphan, ...others] = await newMembers(3);
    deleteSignIns([orphan!]);
    expect(await run()).toEqual({ checked: 3, orphans: 1, purged: 1, failed: 0, refused: false, finished: true });
    expect([await countHidden([orphan!]), await countHidden(others)]).toEqual([1, 0]);
    expect(started).toEqual([{ kind: 'account', userId: orphan }]);
    expect(countMetric).not.toHaveBeenCalled();
    expect(await run()).toMatchObject({ checked: 2, orphans: 0, finished: true });
  });

  it('logs no ID of an orphan that it purges', async () => {
    const [orphan] = await newMembers(3);
    deleteSignIns([orphan!]);
    const info = vi.spyOn(logger, 'info');
    const warn = vi.spyOn(logger, 'warn');

    expect(await run()).toMatchObject({ purged: 1 });
    const lines = [info, warn, error].flatMap(({ mock }) => mock.calls);
    expect(JSON.stringify(lines)).not.toContain(orphan);
    info.mockRestore();
    warn.mockRestore();
  });

  it.each([
    ['10 of 100', 100, 10, false],
    ['11 of 110', 110, 11, true],
    ['4 of 40', 40, 4, false],
    ['5 of 40', 40, 5, true],
    ['1 of 2', 2, 1, false],
    ['2 of 5', 5, 2, true],
    ['the only member', 1, 1, true],
    ['all of 3', 3, 3, true],
  ])('with %s without a sign-in: refused is %4$s', async (_, count, orphans, refused) => {
    const members = await newMembers(count);
    deleteSignIns(members.slice(0, orphans));
    const result = await run();
    expect(result).toMatchObject({ checked: count, orphans, refused, purged: refused ? 0 : orphans });
    expect(await countHidden(members)).toBe(refused ? 0 : orphans);
    expect(started).toHaveLength(refused ? 0 : orphans);
    expect(countMetric.mock.calls).toEqual(refused ? [['orphanPurgesRefused']] : []);
    expect(error).toHaveBeenCalledTimes(refused ? 1 : 0);
  });

  it('checks the same members again after it refused, and purges them when an operator confirms', async () => {
    const members = await newMembers(20);
    deleteSignIns(members.slice(0, 12));
    for (let count = 0; count < 2; count++) expect(await run()).toMatchObject({ orphans: 12, refused: true });
    expect(await run({ maxOrphans: 11 })).toMatchObject({ orphans: 12, refused: true });
    expect(await run({ maxOrphans: 12 })).toMatchObject({ orphans: 12, purged: 12, refused: false });
    expect(await countHidden(members)).toBe(12);
  });

  it('continues with the following members in the next run', async () => {
    const members = await newMembers(60);
    const [first, second] = [await run({ sample: 1 }), await run({ sample: 1 })];
    expect([first, second]).toMatchObject([
      { checked: 50, finished: false },
      { checked: 10, finished: true },
    ]);
    expect(await countHidden(members)).toBe(0);
  });

  it('checks and purges nothing without time', async () => {
    deleteSignIns((await newMembers(2)).slice(0, 1));
    expect(await purgeOrphans({ sample: 1000, timeLeft: () => false })).toEqual({
      checked: 0,
      orphans: 0,
      purged: 0,
      failed: 0,
      refused: false,
      finished: false,
    });
  });

  it('purges no one if a check fails, for example without permission', async () => {
    const [orphan, denied] = await newMembers(20);
    deleteSignIns([orphan!]);
    const send = vi.mocked(CognitoIdentityProviderClient.prototype.send);
    const serve = send.getMockImplementation()!;
    send.mockImplementation((async (command: { input: { Username: string } }) => {
      if (command.input.Username === denied) throw Object.assign(new Error('denied'), { name: 'AccessDenied' });
      return serve(command as never, undefined as never, undefined as never);
    }) as never);
    expect(await run()).toMatchObject({ orphans: 1, purged: 0, failed: 1, refused: true });
    expect(countMetric).toHaveBeenCalledWith('orphanPurgesRefused');
    send.mockImplementation((async () => {
      throw Object.assign(new Error('slow down'), { name: 'TooManyRequestsException' });
    }) as never);
    await expect(run()).rejects.toThrow('slow down');
    send.mockImplementation(serve);
    expect(await countHidden([orphan!])).toBe(0);
    expect(await run()).toMatchObject({ purged: 1 });
  });
});
