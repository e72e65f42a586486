import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { retryWhileScanned } from './retry-while-scanned.ts';

const notScanned = new ApiError(409, 'FileNotScanned', 'Wait.');
const { signal } = new AbortController();

function failing(times: number, error: Error) {
  let left = times;
  return vi.fn(async () => {
    if (left-- > 0) throw error;
    return 'sent';
  });
}

describe('retryWhileScanned', () => {
  it('repeats a request until its picture is scanned, with growing waits', async () => {
    const send = failing(3, notScanned);
    const wait = vi.fn(async () => {});

    expect(await retryWhileScanned(send, wait, signal)).toBe('sent');
    expect(wait.mock.calls).toEqual([
      [2000, signal],
      [4000, signal],
      [8000, signal],
    ]);
  });

  it('gives up after half a minute', async () => {
    const send = failing(9, notScanned);
    await expect(retryWhileScanned(send, async () => {}, signal)).rejects.toBe(notScanned);
    expect(send).toHaveBeenCalledTimes(5);
  });

  it('repeats no other failure', async () => {
    const infected = new ApiError(400, 'MalwareFound', 'Infected.');
    const send = failing(1, infected);
    await expect(retryWhileScanned(send, async () => {}, signal)).rejects.toBe(infected);
    expect(send).toHaveBeenCalledOnce();
  });

  it('stops when the wait is aborted', async () => {
    const send = failing(1, notScanned);
    const aborted = new DOMException('Aborted.', 'AbortError');
    await expect(retryWhileScanned(send, () => Promise.reject(aborted), signal)).rejects.toBe(aborted);
    expect(send).toHaveBeenCalledOnce();
  });
});
