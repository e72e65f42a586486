/** Tests of repeating a request whose picture is still being scanned for malware. */
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { retryWhileScanned } from './retry-while-scanned.ts';

const notScannedError = new ApiError(409, 'FileNotScanned', 'Wait.');
const { signal } = new AbortController();
const noWait = async () => {};

/** Builds a request that fails this many times before it succeeds. */
function buildRequest(failures: number, error: Error) {
  let failuresLeft = failures;
  return vi.fn(async () => {
    if (failuresLeft-- > 0) throw error;
    return 'sent';
  });
}

describe('retryWhileScanned', () => {
  it('repeats a request until its picture is scanned, with growing waits', async () => {
    const send = buildRequest(3, notScannedError);
    const wait = vi.fn(async () => {});

    expect(await retryWhileScanned(send, wait, signal)).toBe('sent');
    expect(wait.mock.calls).toEqual([
      [2000, signal],
      [4000, signal],
      [8000, signal],
    ]);
  });

  it('gives up after half a minute', async () => {
    const send = buildRequest(9, notScannedError);
    await expect(retryWhileScanned(send, noWait, signal)).rejects.toBe(notScannedError);
    // The waits between five requests are 2, 4, 8, and 16 seconds.
    expect(send).toHaveBeenCalledTimes(5);
  });

  it('does not repeat a request after another error', async () => {
    const malwareError = new ApiError(400, 'MalwareFound', 'Infected.');
    const send = buildRequest(1, malwareError);

    await expect(retryWhileScanned(send, noWait, signal)).rejects.toBe(malwareError);
    expect(send).toHaveBeenCalledOnce();
  });

  it('stops when the wait is aborted', async () => {
    const send = buildRequest(1, notScannedError);
    const abortError = new DOMException('Aborted.', 'AbortError');

    await expect(retryWhileScanned(send, () => Promise.reject(abortError), signal)).rejects.toBe(abortError);
    expect(send).toHaveBeenCalledOnce();
  });
});
