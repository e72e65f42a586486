// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAction } from './use-action.ts';

afterEach(cleanup);

/** Renders an action. The test ends its last request with `endRequest`. */
function renderAction() {
  const requests: PromiseWithResolvers<string>[] = [];
  const send = vi.fn((_input: string) => {
    requests.push(Promise.withResolvers());
    return requests.at(-1)!.promise;
  });
  const onSuccess = vi.fn();
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(() => useAction({ mutationFn: send, onSuccess }), { wrapper });

  return {
    ...hook,
    action: () => hook.result.current,
    send,
    onSuccess,
    endRequest: (settle: (request: PromiseWithResolvers<string>) => void) => act(async () => settle(requests.at(-1)!)),
  };
}

describe('useAction', () => {
  it('runs once for two calls before the next render', async () => {
    const { action, send, onSuccess, endRequest } = renderAction();
    await act(async () => {
      action().run('first');
      action().run('second');
    });

    expect(send.mock.calls.map(([input]) => input)).toEqual(['first']);
    await expect.poll(() => action()).toMatchObject({ isBusy: true, variables: 'first' });

    await endRequest(({ resolve }) => resolve('done'));
    await expect.poll(() => action().isBusy).toBe(false);
    expect(onSuccess).toHaveBeenCalledOnce();
  });

  it('runs again after a success and after an error', async () => {
    const { action, send, endRequest } = renderAction();
    await act(async () => action().run('first'));
    await endRequest(({ reject }) => reject(new Error('Refused')));
    await expect.poll(() => action().error?.message).toBe('Refused');

    await act(async () => action().run('second'));
    await endRequest(({ resolve }) => resolve('done'));
    await expect.poll(() => action()).toMatchObject({ isBusy: false, error: null });

    await act(async () => action().run('third'));
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("keeps running when it is reset, e.g. by the button that opens the action's dialog again", async () => {
    const { action, send } = renderAction();
    await act(async () => action().run('first'));
    await act(async () => action().reset());
    await expect.poll(() => action().isBusy).toBe(true);

    await act(async () => action().run('second'));
    expect(send).toHaveBeenCalledOnce();
  });

  it('calls onSuccess even after the component is unmounted', async () => {
    const { action, onSuccess, endRequest, unmount } = renderAction();
    await act(async () => action().run('first'));

    unmount();
    await endRequest(({ resolve }) => resolve('done'));
    await expect.poll(() => onSuccess).toHaveBeenCalledOnce();
  });
});
