import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heldLocks, lockNameFor, withUploadLock } from './upload-lock.ts';

const file = { name: 'whale.zip', size: 10, lastModified: 5 };
const LOCK_NAME = 'fathom.upload.me/10/5/whale.zip';

/** The names of the locks that any tab holds. */
let heldNames: (string | undefined)[];

beforeEach(() => {
  heldNames = [];
  const locks = {
    request: async (name: string, { ifAvailable }: LockOptions, work: (lock: object | null) => Promise<unknown>) => {
      expect(ifAvailable).toBe(true);
      if (heldNames.includes(name)) return work(null);
      heldNames.push(name);
      return work({}).finally(() => heldNames.splice(heldNames.indexOf(name), 1));
    },
    query: async () => ({ held: heldNames.map((name) => ({ name })), pending: [] }),
  };
  vi.stubGlobal('navigator', { locks });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('upload lock', () => {
  it('names the lock differently for each file and member', () => {
    const names = [
      lockNameFor('me', file),
      lockNameFor('other', file),
      lockNameFor('me', { ...file, name: 'whale.tar' }),
      lockNameFor('me', { ...file, size: 11 }),
      lockNameFor('me', { ...file, lastModified: 6 }),
    ];

    expect(names[0]).toBe(LOCK_NAME);
    expect(new Set(names).size).toBe(5);
  });

  it('rejects with an error while another tab works on the same file', async () => {
    const firstWork = Promise.withResolvers<string>();
    const firstResult = withUploadLock(LOCK_NAME, 'Busy elsewhere.', () => firstWork.promise);
    const work = vi.fn(async () => 'second');

    await expect(withUploadLock(LOCK_NAME, 'Busy elsewhere.', work)).rejects.toMatchObject({
      name: 'UploadBusyError',
      message: 'Busy elsewhere.',
    });
    expect(work).not.toHaveBeenCalled();
    expect(await withUploadLock('another file', '', work)).toBe('second');

    firstWork.resolve('first');
    expect(await firstResult).toBe('first');
    expect(await withUploadLock(LOCK_NAME, 'Busy elsewhere.', work)).toBe('second');
  });

  it('lists only the locks of uploads', async () => {
    heldNames = [LOCK_NAME, 'fathom.token', undefined, 'another/fathom.upload.me'];
    expect(await heldLocks()).toEqual(new Set([LOCK_NAME]));
  });

  it('runs the work without a lock in a browser without Web Locks', async () => {
    vi.stubGlobal('navigator', {});
    expect(await withUploadLock(LOCK_NAME, '', async () => 'done')).toBe('done');
    expect(await heldLocks()).toEqual(new Set());
  });

  it('lists no uploads if the browser reports no held locks', async () => {
    vi.stubGlobal('navigator', { locks: { query: async () => ({}) } });
    expect(await heldLocks()).toEqual(new Set());
  });
});
