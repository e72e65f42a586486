/** Tests of the retries of the demo community's client. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { retryWhileTransient, TransientError } from './retry-while-transient.ts';

afterEach(() => vi.restoreAllMocks());

/** Runs attempts that throw these errors, and then one that succeeds. Returns the result and the waits, in ms. */
async function run(errors: Error[]): Promise<{ result: string; waits: (number | undefined)[] }> {
  const waits: (number | undefined)[] = [];
  const attempt = async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };

  const result = await retryWhileTransient(attempt, undefined, async (milliseconds, value) => {
    waits.push(milliseconds);
    // The real function returns its second argument, which can have any type.
    return value as never;
  });

  return { result, waits };
}

describe('retryWhileTransient', () => {
  it('repeats an attempt with growing delays up to two seconds', async () => {
    const errors = Array.from({ length: 7 }, () => new TransientError('busy'));
    expect(await run(errors)).toEqual({ result: 'done', waits: [100, 200, 400, 800, 1600, 2000, 2000] });
  });

  it("waits for the server's Retry-After", async () => {
    const errors = [new TransientError('busy', 3), new TransientError('busy', '7'), new TransientError('busy', null)];
    // Without the header, the third delay is that of a third attempt.
    expect((await run(errors)).waits).toEqual([3000, 7000, 400]);
  });

  it('throws any other error immediately', async () => {
    await expect(run([new Error('rejected')])).rejects.toThrow('rejected');
  });

  it('throws a transient error that lasts for five minutes', async () => {
    // The first error comes just before the deadline, and the second at the deadline.
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0);
    now.mockReturnValueOnce(5 * MINUTE_MS - 1).mockReturnValue(5 * MINUTE_MS);
    const errors = [new TransientError('first'), new TransientError('last'), new TransientError('never')];
    await expect(run(errors)).rejects.toThrow('last');
  });

  it('makes only one attempt if there is no time for another', async () => {
    const attempt = vi.fn().mockRejectedValue(new TransientError('busy'));
    await expect(retryWhileTransient(attempt, 0)).rejects.toThrow('busy');
    expect(attempt).toHaveBeenCalledOnce();
  });
});
