// @vitest-environment happy-dom
/** Tests of pages that refetch at intervals, but not while the member is away. */
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { pauseQueriesWhenIdle } from './pause-when-idle.ts';
import { REFETCH_INTERVAL_MS } from './query-cache.ts';

let client: QueryClient;
const fetchData = vi.fn(async () => 'data');
let stopObserving: () => void;
let visibility: DocumentVisibilityState;

beforeEach(async () => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  pauseQueriesWhenIdle();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();

  const observer = new QueryObserver(client, {
    queryKey: ['screen'],
    queryFn: fetchData,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  stopObserving = observer.subscribe(() => {});

  await vi.advanceTimersByTimeAsync(0);
  fetchData.mockClear();
});

afterEach(() => {
  stopObserving();
  client.unmount();
  focusManager.setEventListener(() => undefined);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const advanceTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('a page refetches at intervals for three minutes after the last input, then pauses', async () => {
  // The last input is at 150 s, so the page refetches at 90, 180, and 270 s, and is idle from 330 s.
  await advanceTime(2 * REFETCH_INTERVAL_MS - 30_000);
  dispatchEvent(new Event('keydown'));
  await advanceTime(3 * MINUTE_MS - 1000);

  expect(fetchData.mock.calls.length).toBe(3);

  fetchData.mockClear();
  await advanceTime(HOUR_MS);
  expect(fetchData.mock.calls.length).toBeLessThanOrEqual(1);
});

it('an idle page refetches immediately when the member returns, and continues', async () => {
  await advanceTime(HOUR_MS);
  fetchData.mockClear();

  dispatchEvent(new Event('pointermove'));
  await advanceTime(0);
  expect(fetchData).toHaveBeenCalledTimes(1);

  dispatchEvent(new Event('pointermove'));
  await advanceTime(REFETCH_INTERVAL_MS);
  expect(fetchData).toHaveBeenCalledTimes(2);
});

it('a hidden page pauses immediately, and refetches when it is shown', async () => {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('keydown'));
  await advanceTime(HOUR_MS);

  expect(fetchData).not.toHaveBeenCalled();

  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await advanceTime(0);

  expect(fetchData).toHaveBeenCalledTimes(1);
});

it('a page refetches when it is shown again before it is idle', async () => {
  await advanceTime(1000);
  document.dispatchEvent(new Event('visibilitychange'));
  await advanceTime(0);

  expect(fetchData).toHaveBeenCalledTimes(1);
});
