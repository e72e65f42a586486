/** Tests of locks between the tabs of a browser. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { throwSecurityError } from '../../test-support/fake-storage.ts';
import { listHeldLockNames, withLock } from './with-lock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('withLock', () => {
  it('runs work one after another, and passes false with ifAvailable while another tab holds the lock', async () => {
    const firstWork = Promise.withResolvers<string>();
    const firstRun = withLock('a', {}, () => firstWork.promise);
    const secondRun = withLock('a', {}, () => 'second');

    expect(await withLock('a', { ifAvailable: true }, (mayRun) => mayRun)).toBe(false);
    expect(await listHeldLockNames()).toEqual(['a']);

    firstWork.resolve('first');
    expect(await firstRun).toBe('first');
    expect(await secondRun).toBe('second');
  });

  it('throws without running the work if the wait is aborted', async () => {
    const firstWork = Promise.withResolvers<void>();
    const firstRun = withLock('a', {}, () => firstWork.promise);
    const controller = new AbortController();

    const work = vi.fn();
    const secondRun = withLock('a', { signal: controller.signal }, work);
    controller.abort();

    await expect(secondRun).rejects.toMatchObject({ name: 'AbortError' });
    expect(work).not.toHaveBeenCalled();

    firstWork.resolve();
    await firstRun;
  });

  it('throws an error of the work, without repeating it', async () => {
    const work = vi.fn(() => Promise.reject(new Error('Refused')));
    await expect(withLock('a', {}, work)).rejects.toThrow('Refused');
    expect(work).toHaveBeenCalledOnce();
  });

  it.each([
    ['has no locks', {}],
    [
      'forbids locks',
      { locks: { request: async () => throwSecurityError(), query: async () => throwSecurityError() } },
    ],
  ])('runs the work without a lock in a browser that %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    expect(await withLock('a', {}, (mayRun) => mayRun)).toBe(true);
    expect(await listHeldLockNames()).toEqual([]);
  });
});
