/**
 * Tests of the check of a caller's session. A token stays valid for an hour, so each request reads the member's
 * profile, which states from when tokens are accepted (`tokensValidFrom`). The read and the count of the call run at
 * the same time.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import { InvalidInput, SessionEnded, TooManyCalls } from '../platform/errors.ts';
import { isSessionChecked, setPendingCount } from '../platform/identity.ts';
import { checkSession, checkSessionAhead, requireOtherMember } from './session.ts';

const getMember = vi.hoisted(() => vi.fn<(userId: string, options?: object) => Promise<object | undefined>>());
vi.mock('../table/profile.ts', async () => {
  const { seal } = await import('../table/sealed.ts');
  const sealedMember = async (userId: string, options?: object) => seal(await getMember(userId, options));
  return { getMember: sealedMember, isDeleted: () => false };
});

/**
 * Builds the caller of a new request, with a token that was issued at second 7. Checked sessions are stored by caller
 * object, so each request has its own.
 */
const buildCaller = () => ({ userId: 'anna', username: 'Anna', issuedAt: 7 });

beforeEach(() => {
  getMember.mockReset().mockResolvedValue({ userId: 'anna' });
});

it('reads the member while the call is counted, but accepts the caller only afterwards', async () => {
  const caller = buildCaller();
  const { promise, resolve } = Promise.withResolvers<void>();
  setPendingCount(caller, promise);
  const onAccept = vi.fn();

  const checking = checkSession(caller).then(onAccept);
  expect(getMember).toHaveBeenCalledWith('anna', { consistent: true });

  await new Promise((turn) => setImmediate(turn));
  expect(onAccept).not.toHaveBeenCalled();
  expect(isSessionChecked(caller)).toBe(false);

  resolve();
  await checking;
  expect(onAccept).toHaveBeenCalledWith({ userId: 'anna' });
  expect(isSessionChecked(caller)).toBe(true);
});

it('does not accept a caller whose call is above the limit', async () => {
  const caller = buildCaller();
  setPendingCount(caller, Promise.reject(new TooManyCalls(5)));

  await expect(checkSession(caller)).rejects.toThrow(TooManyCalls);
  expect(isSessionChecked(caller)).toBe(false);
});

it('uses the profile that was read ahead for one check only, because the request may change it', async () => {
  const caller = buildCaller();
  expect(await checkSessionAhead(caller)).toEqual({ userId: 'anna' });

  getMember.mockResolvedValue({ userId: 'anna', depth: 5 });
  expect(await checkSession(caller)).toEqual({ userId: 'anna' });
  expect(getMember.mock.calls).toEqual([['anna', { consistent: true }]]);

  expect(await checkSession(caller)).toEqual({ userId: 'anna', depth: 5 });
  expect(await checkSession(buildCaller())).toEqual({ userId: 'anna', depth: 5 });
});

it('does not read a profile again if the first read found none', async () => {
  const caller = buildCaller();
  getMember.mockResolvedValue(undefined);

  expect(await checkSessionAhead(caller)).toBeUndefined();
  expect(await checkSession(caller)).toBeUndefined();
  expect(getMember).toHaveBeenCalledOnce();
});

it('rejects the token of an ended session when the profile is read ahead', async () => {
  getMember.mockResolvedValue({ userId: 'anna', tokensValidFrom: 8 });

  await expect(checkSessionAhead(buildCaller())).rejects.toThrow(SessionEnded);
});

it('checks the session before it rejects a request that names the caller', async () => {
  const caller = buildCaller();

  await expect(requireOtherMember(caller, 'anna', 'follow-yourself')).rejects.toThrow(
    new InvalidInput('follow-yourself'),
  );
  expect(isSessionChecked(caller)).toBe(true);

  getMember.mockResolvedValue({ userId: 'anna', tokensValidFrom: 8 });
  await expect(requireOtherMember(buildCaller(), 'anna', 'follow-yourself')).rejects.toThrow(SessionEnded);
});

it('reads nothing if a request names another member', async () => {
  await requireOtherMember(buildCaller(), 'ben', 'follow-yourself');
  expect(getMember).not.toHaveBeenCalled();
});
