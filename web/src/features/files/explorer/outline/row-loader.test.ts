/** Tests of loading the rows near the window: each once, the visible ones first. */
import { describe, expect, it } from 'vitest';
import { RowLoader } from './row-loader.ts';

/** A request for rows, which the test ends. */
interface RowRequest {
  readonly ids: readonly string[];
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/** Builds a loader that requests at most two rows at a time. */
function buildLoader() {
  const loadedIds = new Set<string>();
  const requests: RowRequest[] = [];
  const errors: (Error | undefined)[] = [];

  const loader = new RowLoader({
    batchSize: 2,
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

  /** Returns the IDs of each request so far, as one text: `ab` for the rows a and b. */
  const listBatches = () => requests.map(({ ids }) => ids.join(''));

  /** Waits until the loader has reacted to the end of a request. */
  const waitForLoader = () => new Promise(setImmediate);

  /** Ends the latest request with its rows. */
  async function succeed() {
    requests.at(-1)!.succeed();
    await waitForLoader();
  }

  /** Ends the latest request with an error. */
  async function fail(error: unknown) {
    requests.at(-1)!.fail(error);
    await waitForLoader();
  }

  return { loader, listBatches, errors, succeed, fail };
}

describe('RowLoader', () => {
  it('loads each row once, with one request at a time', async () => {
    const { loader, listBatches, succeed } = buildLoader();

    loader.setWantedIds('screen', ['a', 'b', 'c']);
    loader.setWantedIds('screen', ['a', 'b', 'c']);
    expect(listBatches()).toEqual(['ab']);

    await succeed();
    expect(listBatches()).toEqual(['ab', 'c']);

    await succeed();
    loader.setWantedIds('screen', ['c', 'd', 'a']);
    expect(listBatches()).toEqual(['ab', 'c', 'd']);
  });

  it('skips rows that were scrolled past during a request', async () => {
    const { loader, listBatches, succeed } = buildLoader();
    loader.setWantedIds('screen', ['a', 'b']);

    for (const id of 'cdefg') loader.setWantedIds('screen', [id]);
    await succeed();

    expect(listBatches()).toEqual(['ab', 'g']);
  });

  it('loads the rows of the first part of the page before the rows of other parts', async () => {
    const { loader, listBatches, succeed } = buildLoader();

    loader.setWantedIds('screen', ['a', 'b']);
    loader.setWantedIds('selection', ['b', 'x', 'y']);
    // New rows on screen come before the selection, because the screen was the first part.
    loader.setWantedIds('screen', ['c']);
    await succeed();
    await succeed();
    await succeed();

    expect(listBatches()).toEqual(['ab', 'cx', 'y']);
  });

  it('stops after an error, and continues after a retry', async () => {
    const { loader, listBatches, errors, fail } = buildLoader();

    loader.setWantedIds('screen', ['a']);
    await fail(new Error('The tide is high.'));
    loader.setWantedIds('screen', ['a', 'b']);
    expect(listBatches()).toEqual(['a']);
    expect(errors.map((error) => error?.message)).toEqual(['The tide is high.']);

    loader.retry();
    expect(errors.at(-1)).toBeUndefined();
    expect(listBatches()).toEqual(['a', 'ab']);
  });

  it('sends no further request after the loader is stopped', async () => {
    const { loader, listBatches, succeed } = buildLoader();
    loader.setWantedIds('screen', ['a', 'b', 'c']);

    loader.stop();
    await succeed();

    expect(listBatches()).toEqual(['ab']);
  });
});
