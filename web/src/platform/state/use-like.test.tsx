// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLike } from './like-mutation.ts';

afterEach(cleanup);

describe('useLike', () => {
  // The item has 7 likes.
  it.each([
    [false, 8],
    [true, 6],
  ])('toggles a like that is shown as %s, on screen and on the server', async (liked, count) => {
    const client = new QueryClient();
    const show = vi.fn();
    const send = vi.fn(async (wanted: boolean) => ({ liked: wanted, likeCount: 20 }));
    const likeable = { item: ['posts', 'p1'], isLiked: liked, count: 7, send, show, onError: () => {} } as const;
    const { result } = renderHook(() => useLike(likeable), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });

    await act(async () => result.current());

    expect(send.mock.calls[0]?.[0]).toBe(!liked);
    await expect
      .poll(() => show.mock.calls)
      .toEqual([
        [!liked, count],
        [!liked, 20],
      ]);
  });
});
