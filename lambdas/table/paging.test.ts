/** Tests of opening a page: from the start, or from a cursor that fits the request. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InvalidCursor } from './cursor.ts';
import { openPage } from './paging.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async () => 'cursor secret' }));

const ADA = { userId: 'ada', depth: 5 };

/** Any position: `openPage` doesn't interpret it. */
const POSITION = { after: ['x', 'pk', 'sk'] as [string, string, string], source: 0, ended: '0' };

beforeEach(() => {
  vi.stubEnv('DEPTH_INDEX_SHARDS', '1');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Returns a cursor of Ada's list of files. */
const createCursor = async () => (await openPage(ADA, ['files'], undefined)).seal(POSITION);

describe('openPage', () => {
  it('starts at the first page without a cursor', async () => {
    const { from: firstPosition, seal } = await openPage(ADA, ['files'], undefined);

    expect(firstPosition).toEqual({ depth: 5 });
    expect(seal(null)).toBeNull();
  });

  it('continues at the sealed position and depth', async () => {
    const cursor = await createCursor();

    expect((await openPage(ADA, ['files'], cursor)).from).toEqual({ depth: 5, ...POSITION });
    expect((await openPage({ ...ADA, depth: 9 }, ['files'], cursor)).from.depth).toBe(5);
  });

  it('rejects a cursor that was created before the number of shards changed', async () => {
    const cursor = await createCursor();
    vi.stubEnv('DEPTH_INDEX_SHARDS', '2');

    await expect(openPage(ADA, ['files'], cursor)).rejects.toThrow(InvalidCursor);
  });

  it.each([
    ['another member', { ...ADA, userId: 'ben' }, 'files'],
    ['another query', ADA, 'posts'],
    ['a member whose depth has dropped', { ...ADA, depth: 4 }, 'files'],
  ])('rejects the cursor of %s', async (_, viewer, query) => {
    const cursor = await createCursor();

    await expect(openPage(viewer, [query], cursor)).rejects.toThrow(InvalidCursor);
  });
});
