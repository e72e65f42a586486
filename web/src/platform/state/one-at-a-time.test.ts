// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOneAtATime } from './one-at-a-time.ts';

afterEach(cleanup);

describe('useOneAtATime', () => {
  it('skips a call while an earlier one runs, and passes on results and errors', async () => {
    const { result } = renderHook(() => useOneAtATime());
    const run = result.current;

    const request = Promise.withResolvers<string>();
    const skippedAction = vi.fn();
    const firstRun = run(() => request.promise);
    expect(await run(skippedAction)).toBeUndefined();

    request.resolve('done');
    expect(await firstRun).toBe('done');
    await expect(run(() => Promise.reject(new Error('Refused')))).rejects.toThrow('Refused');
    expect(await run(async () => 'again')).toBe('again');
    expect(skippedAction).not.toHaveBeenCalled();
  });
});
