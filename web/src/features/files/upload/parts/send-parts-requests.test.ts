/** Tests of sending parts: when signed URLs are requested, which progress is reported, and when sending stops. */
import { describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../../../platform/pictures/put-file.ts';
import { FakeStore } from './fake-store.ts';
import { planParts } from './part-plan.ts';
import { type SendPartsDependencies, sendParts } from './send-parts.ts';

/** The size of a part, in bytes. */
const PART_SIZE = 7;

/** How long a URL is used, in milliseconds: it expires after five minutes, and the last minute is a reserve. */
const URL_LIFE_MS = 240_000;

const buildFile = (size: number) => new File([new Uint8Array(size)], 'big.zip');

/**
 * Builds dependencies whose PUTs succeed. The URL of a part is its number.
 *
 * @returns `send` sends a file with this number of bytes; `progressReports` lists the reported numbers of bytes; `stop`
 *   pauses the upload
 */
function buildSender(overrides: Partial<SendPartsDependencies> = {}) {
  const stop = new AbortController();
  const progressReports: number[] = [];
  const deps: SendPartsDependencies = {
    signal: stop.signal,
    sign: async (parts) =>
      new Map(parts.map(({ partNumber }) => [partNumber, { url: String(partNumber), headers: {} }])),
    put: async () => {},
    now: () => 0,
    onProgress: (sentBytes) => progressReports.push(sentBytes),
    onArrived: vi.fn(),
    isOnline: () => true,
    waitUntilOnline: async () => {},
    wait: async () => {},
    random: () => 0,
    onOfflineChange: () => {},
    ...overrides,
  };
  const send = (size: number) => sendParts(buildFile(size), planParts(size, PART_SIZE), [], deps);

  return { deps, progressReports, send, stop };
}

describe('sendParts, when it requests URLs', () => {
  it('uses a URL until a minute before it expires', async () => {
    const store = new FakeStore(buildFile(5 * PART_SIZE), PART_SIZE);

    // Four parts are sent in parallel, so the fifth uses its URL after the first PUT.
    store.msPerPut = URL_LIFE_MS - 1;
    await store.send();

    expect(store.signedBatches).toEqual([[1, 2, 3, 4, 5]]);
  });

  it('requests up to eight URLs per call, and each URL once', async () => {
    const store = new FakeStore(buildFile(20 * PART_SIZE), PART_SIZE);
    await store.send();

    expect(store.signedBatches.every((batch) => batch.length <= 8)).toBe(true);
    expect(store.signedBatches.flat()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(store.signedBatches[0]).toHaveLength(8);
  });

  it('uses the URL of a part again after a lost connection', async () => {
    const store = new FakeStore(buildFile(PART_SIZE), PART_SIZE, ['lost']);
    await store.send();

    expect(store.signedBatches).toEqual([[1]]);
  });

  it('fails if the API returns no URL for a part', async () => {
    const { send } = buildSender({ sign: async () => new Map() });
    await expect(send(PART_SIZE)).rejects.toThrow('The API returned no URL for part 1. Please try again.');
  });
});

describe('sendParts, when it reports progress', () => {
  it('subtracts the bytes of a part that fails', async () => {
    const store = new FakeStore(buildFile(PART_SIZE), PART_SIZE, ['lost']);
    await store.send();

    // Each attempt reports its start, its bytes, and its end.
    const failedAttempt = [0, PART_SIZE, 0];
    const secondAttempt = [0, PART_SIZE, PART_SIZE];
    expect(store.progressReports).toEqual([0, ...failedAttempt, ...secondAttempt]);
  });

  it('counts the bytes of a part while the part is being sent', async () => {
    const { progressReports, send } = buildSender({
      put: async (_url, _bytes, { onProgress }) => onProgress(3, PART_SIZE),
    });
    await send(PART_SIZE);

    // The first two reports are from before the PUT: of the upload, and of the part.
    expect(progressReports).toEqual([0, 0, 3, PART_SIZE]);
  });
});

describe('sendParts, when it stops', () => {
  it('does not count a part that arrives after the upload was paused', async () => {
    const { deps, send, stop } = buildSender({ put: async () => stop.abort(new Error('paused')) });

    await expect(send(PART_SIZE)).rejects.toThrow('paused');
    expect(deps.onArrived).not.toHaveBeenCalled();
  });

  it('aborts the other parts when one part fails', async () => {
    const failure = new StorageError(404, 'Not Found', '<Code>NoSuchBucket</Code>');
    const abortReasons: unknown[] = [];

    // Part 2 fails immediately. The PUTs of the other parts end only when they are aborted.
    const put: SendPartsDependencies['put'] = (url, _bytes, { signal }) =>
      new Promise((_, reject) => {
        if (url === '2') reject(failure);
        signal.addEventListener('abort', () => {
          if (url !== '2') abortReasons.push(signal.reason);
          reject(signal.reason);
        });
      });
    const { send } = buildSender({ put });

    await expect(send(3 * PART_SIZE)).rejects.toBe(failure);
    expect(abortReasons).toEqual([failure, failure]);
  });
});
