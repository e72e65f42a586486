import { describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../../../platform/pictures/put-file.ts';
import { FakeStore } from './fake-store.ts';
import { planParts } from './part-plan.ts';
import { type SendPartsDependencies, sendParts } from './send-parts.ts';

const PART = 7;
const fileOf = (size: number) => new File([new Uint8Array(size)], 'big.zip');

function newDependencies(changes: Partial<SendPartsDependencies> = {}) {
  const stop = new AbortController();
  const progress: number[] = [];
  const deps: SendPartsDependencies = {
    signal: stop.signal,
    sign: async (parts) =>
      new Map(parts.map(({ partNumber }) => [partNumber, { url: String(partNumber), headers: {} }])),
    put: async () => {},
    now: () => 0,
    onProgress: (sent) => progress.push(sent),
    onArrived: vi.fn(),
    isOnline: () => true,
    waitUntilOnline: async () => {},
    wait: async () => {},
    random: () => 0,
    onOffline: () => {},
    ...changes,
  };
  const send = (size: number) => sendParts(fileOf(size), planParts(size, PART), [], deps);

  return { deps, progress, send, stop };
}

describe('requests for URLs', () => {
  it('reuse a URL until a minute before it expires', async () => {
    const store = new FakeStore(fileOf(5 * PART), PART);
    store.msPerPut = 239_999;
    await store.send();
    expect(store.signedBatches).toEqual([[1, 2, 3, 4, 5]]);
  });

  it('ask for eight URLs at once, and for none twice', async () => {
    const store = new FakeStore(fileOf(20 * PART), PART);
    await store.send();
    expect(store.signedBatches.every((batch) => batch.length <= 8)).toBe(true);
    expect(store.signedBatches.flat()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(store.signedBatches[0]).toHaveLength(8);
  });

  it('keep a URL after a lost connection, which does not mean that it expired', async () => {
    const store = new FakeStore(fileOf(PART), PART, ['lost']);
    await store.send();
    expect(store.signedBatches).toEqual([[1]]);
  });

  it('fail if the API returns no URL for a part', async () => {
    const { send } = newDependencies({ sign: async () => new Map() });
    await expect(send(PART)).rejects.toThrow('The API returned no URL for part 1. Please try again.');
  });
});

describe('progress', () => {
  it('falls back when a part fails, and ends with the size of the file', async () => {
    const store = new FakeStore(fileOf(PART), PART, ['lost']);
    await store.send();
    expect(store.progress).toEqual([0, 0, PART, 0, 0, PART, PART]);
  });

  it('counts bytes while they are being sent', async () => {
    const { progress, send } = newDependencies({ put: async (_url, _bytes, { onProgress }) => onProgress(3, PART) });
    await send(PART);
    expect(progress).toEqual([0, 0, 3, PART]);
  });
});

describe('stopping', () => {
  it('does not count a part that arrives after the upload was paused', async () => {
    const { deps, send, stop } = newDependencies({ put: async () => stop.abort(new Error('paused')) });
    await expect(send(PART)).rejects.toThrow('paused');
    expect(deps.onArrived).not.toHaveBeenCalled();
  });

  it('aborts the other parts when one fails', async () => {
    const failure = new StorageError(404, 'Not Found', '<Code>NoSuchBucket</Code>');
    const abortReasons: unknown[] = [];
    const put: SendPartsDependencies['put'] = (url, _bytes, { signal }) =>
      new Promise((_, reject) => {
        if (url === '2') reject(failure);
        signal.addEventListener('abort', () => {
          if (url !== '2') abortReasons.push(signal.reason);
          reject(signal.reason);
        });
      });

    await expect(newDependencies({ put }).send(3 * PART)).rejects.toBe(failure);
    expect(abortReasons).toEqual([failure, failure]);
  });
});
