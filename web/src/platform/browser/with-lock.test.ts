import { afterEach, describe, expect, it, vi } from 'vitest';
import { denyStorage } from '../../test-support/fake-storage.ts';
import { heldLockNames, withLock } from './with-lock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('withLock', () => {
  it('runs work one after another, and passes false with ifAvailable while another tab holds the lock', async () => {
    const first = Promise.withResolvers<string>();
    const running = withLock('a', {}, () => first.promise);
    const waiting = withLock('a', {}, () => 'second');

    expect(await withLock('a', { ifAvailable: true }, (isHeld) => isHeld)).toBe(false);
    expect(await heldLockNames()).toEqual(['a']);

    first.resolve('first');
    expect(await running).toBe('first');
    expect(await waiting).toBe('second');
  });

  it('throws without running the work if the wait is aborted', async () => {
    const first = Promise.withResolvers<void>();
    const running = withLock('a', {}, () => first.promise);
    const aborting = new AbortController();
    const work = vi.fn();
    const waiting = withLock('a', { signal: aborting.signal }, work);
    aborting.abort();

    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(work).not.toHaveBeenCalled();

    first.resolve();
    await running;
  });

  it('throws an error of the work, without repeating it', async () => {
    const work = vi.fn(() => Promise.reject(new Error('Refused')));
    await expect(withLock('a', {}, work)).rejects.toThrow('Refused');
    expect(work).toHaveBeenCalledOnce();
  });

  it.each([
    ['has no locks', {}],
    ['forbids locks', { locks: { request: async () => denyStorage(), query: async () => denyStorage() } }],
  ])('runs the work without a lock in a browser that %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    expect(await withLock('a', {}, (isHeld) => isHeld)).toBe(true);
    expect(await heldLockNames()).toEqual([]);
  });
});
