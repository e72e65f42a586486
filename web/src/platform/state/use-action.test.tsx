// @vitest-environment happy-dom
/** Tests of the hook that runs an action once, even for two clicks before the next render. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAction } from './use-action.ts';

afterEach(cleanup);

/**
 * Renders an action. Its requests stay pending until `succeed` or `fail` ends the last one.
 *
 * React Query reports changes in a later task, so tests poll the action.
 */
function renderAction() {
  const requests: PromiseWithResolvers<string>[] = [];
  const send = vi.fn((_input: string) => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  });
  const onSuccess = vi.fn();
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const lastRequest = () => requests.at(-1)!;
  const hook = renderHook(() => useAction({ mutationFn: send, onSuccess }), { wrapper });

  return {
    ...hook,
    getAction: () => hook.result.current,
    run: (input: string) => act(async () => hook.result.current.run(input)),
    send,
    onSuccess,
    succeed: () => act(async () => lastRequest().resolve('done')),
    fail: (error: Error) => act(async () => lastRequest().reject(error)),
  };
}

describe('useAction', () => {
  it('runs once for two calls before the next render', async () => {
    const { getAction, send, onSuccess, succeed } = renderAction();
    await act(async () => {
      getAction().run('first');
      getAction().run('second');
    });

    expect(send.mock.calls.map(([input]) => input)).toEqual(['first']);
    await expect.poll(() => getAction()).toMatchObject({ isBusy: true, variables: 'first' });

    await succeed();
    await expect.poll(() => getAction().isBusy).toBe(false);
    expect(onSuccess).toHaveBeenCalledOnce();
  });

  it('runs again after an error and after a success', async () => {
    const { getAction, run, send, succeed, fail } = renderAction();
    await run('first');
    await fail(new Error('Refused'));
    await expect.poll(() => getAction().error?.message).toBe('Refused');

    await run('second');
    await succeed();
    await expect.poll(() => getAction()).toMatchObject({ isBusy: false, error: null });

    await run('third');
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("keeps running when it is reset, e.g. by the button that opens the action's dialog again", async () => {
    const { getAction, run, send } = renderAction();
    await run('first');
    await act(async () => getAction().reset());
    await expect.poll(() => getAction().isBusy).toBe(true);

    await run('second');
    expect(send).toHaveBeenCalledOnce();
  });

  it('calls onSuccess even after the component is unmounted', async () => {
    const { run, onSuccess, succeed, unmount } = renderAction();
    await run('first');

    unmount();
    await succeed();
    await expect.poll(() => onSuccess).toHaveBeenCalledOnce();
  });
});
