/** Tests of providing the pages from the cache of builds. */
import { afterEach, expect, it, vi } from 'vitest';
import { buildCache } from '../state/build-cache.ts';
import { providePages } from './web-build.ts';

const { runTask } = vi.hoisted(() => ({ runTask: vi.fn(async () => {}) }));
vi.mock('../process/task-process.ts', () => ({ runTask }));

afterEach(() => void vi.restoreAllMocks());

it('reports a build before it starts', async () => {
  const onBuild = vi.fn();
  vi.spyOn(buildCache, 'provide').mockImplementation(async ({ target, writeOutput }) => {
    await writeOutput(target);
    return true;
  });

  await providePages('/unused', onBuild);

  expect(onBuild).toHaveBeenCalledBefore(runTask);
});

it('reports no build if the cache has the pages', async () => {
  const onBuild = vi.fn();
  vi.spyOn(buildCache, 'provide').mockResolvedValue(false);

  await providePages('/unused', onBuild);

  expect(onBuild).not.toHaveBeenCalled();
});
