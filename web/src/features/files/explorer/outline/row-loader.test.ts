import { describe, expect, it } from 'vitest';
import { RowLoader } from './row-loader.ts';

/** Starts a loader of batches of two. Its requests end when the test ends them. */
function startLoader() {
  const loadedIds = new Set<string>();
  const requests: { ids: readonly string[]; succeed: () => void; fail: (error: unknown) => void }[] = [];
  const errors: (Error | undefined)[] = [];
  const loader = new RowLoader({
    batch: 2,
    isMissing: (id) => !loadedIds.has(id),
    load: (ids) =>
      new Promise((resolve, reject) => {
        const succeed = () => {
          for (const id of ids) loadedIds.add(id);
          resolve();
        };
        requests.push({ ids, succeed, fail: reject });
      }),
    onError: (error) => errors.push(error),
  });
  const batches = () => requests.map(({ ids }) => ids.join(''));

  /** Ends the latest request, and waits until the loader has reacted. */
  async function end(how: 'succeed' | 'fail', error?: unknown) {
    requests.at(-1)![how](error);
    await new Promise(setImmediate);
  }

  return { loader, batches, end, errors };
}

describe('RowLoader', () => {
  it('loads rows in batches, one request at a time, each row once', async () => {
    const { loader, batches, end } = startLoader();
    loader.want('screen', ['a', 'b', 'c']);
    loader.want('screen', ['a', 'b', 'c']);
    expect(batches()).toEqual(['ab']);

    await end('succeed');
    expect(batches()).toEqual(['ab', 'c']);

    await end('succeed');
    loader.want('screen', ['c', 'd', 'a']);
    expect(batches()).toEqual(['ab', 'c', 'd']);
  });

  it('skips rows that were scrolled past while a request was on its way', async () => {
    const { loader, batches, end } = startLoader();
    loader.want('screen', ['a', 'b']);
    for (const id of 'cdefg') loader.want('screen', [id]);
    await end('succeed');
    expect(batches()).toEqual(['ab', 'g']);
  });

  it('loads the rows of all parts, those of the first part first', async () => {
    const { loader, batches, end } = startLoader();
    loader.want('screen', ['a', 'b']);
    loader.want('selection', ['b', 'x', 'y']);
    loader.want('screen', ['c']);
    await end('succeed');
    await end('succeed');
    await end('succeed');

    expect(batches()).toEqual(['ab', 'cx', 'y']);
  });

  it('stops after an error until it is retried', async () => {
    const { loader, batches, end, errors } = startLoader();
    loader.want('screen', ['a']);
    await end('fail', new Error('The tide is high.'));
    loader.want('screen', ['a', 'b']);

    expect(batches()).toEqual(['a']);
    expect(errors.map((error) => error?.message)).toEqual(['The tide is high.']);

    loader.retry();
    expect(errors.at(-1)).toBeUndefined();
    expect(batches()).toEqual(['a', 'ab']);
  });

  it('loads nothing more after it is stopped', async () => {
    const { loader, batches, end } = startLoader();
    loader.want('screen', ['a', 'b', 'c']);
    loader.stop();
    await end('succeed');
    expect(batches()).toEqual(['ab']);
  });
});
