/** Tests of reports that messages were read: repeated after failures until the server confirms the newest one. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientFrame } from '../../../../shared/contract/socket-frames.ts';
import { MAX_ATTEMPTS, RESPONSE_TIMEOUT_MS, ReadReports } from './read-reports.ts';

/** A transient refusal, with the wait that the server requests. */
const BUSY = { code: 'Throttled', retryAfterSeconds: 3 };

/** Longer than any wait before a retry, in milliseconds. */
const MORE_THAN_ONE_WAIT_MS = 60_000;

/** Longer than the waits of all retries together, in milliseconds. */
const MORE_THAN_ALL_WAITS_MS = 600_000;

/** Whether the socket has a connection. */
let isOpen: boolean;
let sentFrames: ClientFrame[];
let reports: ReadReports;

beforeEach(() => {
  vi.useFakeTimers();
  isOpen = true;
  sentFrames = [];

  const send = (frame: ClientFrame) => {
    if (isOpen) sentFrames.push(frame);
    return isOpen;
  };
  // The random number makes each backoff as long as possible.
  reports = new ReadReports({ send }, () => 1);
});
afterEach(() => {
  reports.stop();
  vi.useRealTimers();
});

const buildReport = (messageId: string) => ({ action: 'markRead', userId: 'ada', messageId });

describe('ReadReports', () => {
  it('sends a report once if the server confirms it', async () => {
    reports.report('ada', 'm1');
    reports.report('ada', 'm1');
    reports.handleConfirmation('ada', 'm1');
    reports.report('ada', 'm1');
    await vi.advanceTimersByTimeAsync(MORE_THAN_ALL_WAITS_MS);

    expect(sentFrames).toEqual([buildReport('m1')]);
  });

  it('doubles the wait after each refusal, from 500 ms', async () => {
    reports.report('ada', 'm1');

    for (const [refusals, waitMs] of [500, 1000, 2000].entries()) {
      reports.handleRefusal('ada', { ...BUSY, retryAfterSeconds: 0 });
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(sentFrames).toHaveLength(refusals + 1);

      await vi.advanceTimersByTimeAsync(1);
      expect(sentFrames).toHaveLength(refusals + 2);
    }
  });

  it.each(['Throttled', 'Unavailable'])(
    'sends a report again after %s, once the wait that the server requests is over',
    async (code) => {
      reports.report('ada', 'm1');
      reports.handleRefusal('ada', { ...BUSY, code });

      await vi.advanceTimersByTimeAsync(1000 * BUSY.retryAfterSeconds - 1);
      expect(sentFrames).toHaveLength(1);

      await vi.advanceTimersByTimeAsync(1);
      expect(sentFrames).toEqual([buildReport('m1'), buildReport('m1')]);
    },
  );

  it('sends a report again after the connection was lost', async () => {
    reports.report('ada', 'm1');
    isOpen = false;
    await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
    expect(sentFrames).toHaveLength(1);

    isOpen = true;
    reports.handleConnect();
    expect(sentFrames).toEqual([buildReport('m1'), buildReport('m1')]);
  });

  it('sends a report on the next connection if the socket is closed', () => {
    isOpen = false;
    reports.report('ada', 'm1');

    isOpen = true;
    reports.handleConnect();

    expect(sentFrames).toEqual([buildReport('m1')]);
  });

  it('sends a report again if no response arrives in time', async () => {
    reports.report('ada', 'm1');
    await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS - 1);
    expect(sentFrames).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(1);
    expect(sentFrames).toHaveLength(2);
  });

  it('drops a report after a final error', async () => {
    reports.report('ada', 'm1');
    reports.handleRefusal('ada', { code: 'NotFound' });

    await vi.advanceTimersByTimeAsync(MORE_THAN_ALL_WAITS_MS);
    reports.handleConnect();

    expect(sentFrames).toHaveLength(1);
  });

  it('keeps a newer report when an older report is confirmed', async () => {
    reports.report('ada', 'm1');
    reports.report('ada', 'm2');

    reports.handleConfirmation('ada', 'm1');
    await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
    expect(sentFrames).toEqual([buildReport('m1'), buildReport('m2'), buildReport('m2')]);

    reports.handleConfirmation('ada', 'm2');
    await vi.advanceTimersByTimeAsync(MORE_THAN_ALL_WAITS_MS);
    expect(sentFrames).toHaveLength(3);
  });

  it('stops after a bounded number of attempts, until the next connection', async () => {
    reports.report('ada', 'm1');
    for (let refusals = 0; refusals < 2 * MAX_ATTEMPTS; refusals += 1) {
      reports.handleRefusal('ada', BUSY);
      await vi.advanceTimersByTimeAsync(MORE_THAN_ONE_WAIT_MS);
    }
    expect(sentFrames).toHaveLength(MAX_ATTEMPTS);

    reports.handleConnect();
    expect(sentFrames).toHaveLength(MAX_ATTEMPTS + 1);
  });

  it('does not send an unconfirmed report again after `stop`', async () => {
    reports.report('ada', 'm1');

    reports.stop();
    await vi.advanceTimersByTimeAsync(MORE_THAN_ALL_WAITS_MS);

    expect(sentFrames).toHaveLength(1);
  });
});
