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

const newCaller = () => ({ userId: 'anna', username: 'Anna', issuedAt: 7 });

beforeEach(() => {
  getMember.mockReset().mockResolvedValue({ userId: 'anna' });
});

it('reads the member while the call is counted, but accepts the caller only afterwards', async () => {
  const caller = newCaller();
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
  const caller = newCaller();
  setPendingCount(caller, Promise.reject(new TooManyCalls(5)));
  await expect(checkSession(caller)).rejects.toThrow(TooManyCalls);
  expect(isSessionChecked(caller)).toBe(false);
});

it('uses the profile that was read ahead once, because the request may change it afterwards', async () => {
  const caller = newCaller();
  expect(await checkSessionAhead(caller)).toEqual({ userId: 'anna' });

  getMember.mockResolvedValue({ userId: 'anna', depth: 5 });
  expect(await checkSession(caller)).toEqual({ userId: 'anna' });
  expect(getMember.mock.calls).toEqual([['anna', { consistent: true }]]);
  expect(await checkSession(caller)).toEqual({ userId: 'anna', depth: 5 });
  expect(await checkSession(newCaller())).toEqual({ userId: 'anna', depth: 5 });
});

it('uses the missing profile that was read ahead, too', async () => {
  const caller = newCaller();
  getMember.mockResolvedValue(undefined);
  expect(await checkSessionAhead(caller)).toBeUndefined();
  expect(await checkSession(caller)).toBeUndefined();
  expect(getMember).toHaveBeenCalledOnce();
});

it('rejects a token ahead that is no longer accepted', async () => {
  getMember.mockResolvedValue({ userId: 'anna', tokensValidFrom: 8 });
  await expect(checkSessionAhead(newCaller())).rejects.toThrow(SessionEnded);
});

it('rejects a request that names the caller, after it has checked the session', async () => {
  const caller = newCaller();
  await expect(requireOtherMember(caller, 'anna', 'follow-yourself')).rejects.toThrow(
    new InvalidInput('follow-yourself'),
  );
  expect(isSessionChecked(caller)).toBe(true);

  getMember.mockResolvedValue({ userId: 'anna', tokensValidFrom: 8 });
  await expect(requireOtherMember(newCaller(), 'anna', 'follow-yourself')).rejects.toThrow(SessionEnded);
});

it('reads nothing if a request names another member', async () => {
  await requireOtherMember(newCaller(), 'ben', 'follow-yourself');
  expect(getMember).not.toHaveBeenCalled();
});
