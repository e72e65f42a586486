/** Tests of the lock that keeps two tabs from uploading the same file. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listUploadLocks, lockNameFor, withUploadLock } from './upload-lock.ts';

const FILE = { name: 'whale.zip', size: 10, lastModified: 5 };
const LOCK_NAME = 'fathom.upload.me/10/5/whale.zip';

/** The names of the locks that any tab holds. A lock of the browser may lack a name. */
let heldNames: (string | undefined)[];

/** Fakes the Web Locks of a browser, only with `ifAvailable`: calls `work` with null if another tab holds the lock. */
const fakeLocks = {
  request: async (name: string, { ifAvailable }: LockOptions, work: (lock: object | null) => Promise<unknown>) => {
    expect(ifAvailable).toBe(true);
    if (heldNames.includes(name)) return work(null);

    heldNames.push(name);
    return work({}).finally(() => heldNames.splice(heldNames.indexOf(name), 1));
  },
  query: async () => ({ held: heldNames.map((name) => ({ name })), pending: [] }),
};

beforeEach(() => {
  heldNames = [];
  vi.stubGlobal('navigator', { locks: fakeLocks });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('upload lock', () => {
  it('names the lock differently for each file and member', () => {
    const names = [
      lockNameFor('me', FILE),
      lockNameFor('other', FILE),
      lockNameFor('me', { ...FILE, name: 'whale.tar' }),
      lockNameFor('me', { ...FILE, size: 11 }),
      lockNameFor('me', { ...FILE, lastModified: 6 }),
    ];

    expect(names[0]).toBe(LOCK_NAME);
    expect(new Set(names).size).toBe(names.length);
  });

  it('rejects a second upload of the same file until the first upload ends', async () => {
    const firstWork = Promise.withResolvers<string>();
    const firstResult = withUploadLock(LOCK_NAME, 'Busy elsewhere.', () => firstWork.promise);
    const secondWork = vi.fn(async () => 'second');

    await expect(withUploadLock(LOCK_NAME, 'Busy elsewhere.', secondWork)).rejects.toMatchObject({
      name: 'UploadBusyError',
      message: 'Busy elsewhere.',
    });
    expect(secondWork).not.toHaveBeenCalled();

    firstWork.resolve('first');
    expect(await firstResult).toBe('first');
    expect(await withUploadLock(LOCK_NAME, 'Busy elsewhere.', secondWork)).toBe('second');
  });

  it('runs the work while another tab uploads another file', async () => {
    heldNames = [LOCK_NAME];
    expect(await withUploadLock('another file', '', async () => 'done')).toBe('done');
  });

  it('lists only the locks of uploads', async () => {
    heldNames = [LOCK_NAME, 'fathom.token', undefined, 'another/fathom.upload.me'];
    expect(await listUploadLocks()).toEqual(new Set([LOCK_NAME]));
  });

  it('runs the work without a lock in a browser without Web Locks', async () => {
    vi.stubGlobal('navigator', {});

    expect(await withUploadLock(LOCK_NAME, '', async () => 'done')).toBe('done');
    expect(await listUploadLocks()).toEqual(new Set());
  });

  it('lists no uploads if the browser reports no held locks', async () => {
    vi.stubGlobal('navigator', { locks: { query: async () => ({}) } });
    expect(await listUploadLocks()).toEqual(new Set());
  });
});
