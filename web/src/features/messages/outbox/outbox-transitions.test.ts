import { describe, expect, it } from 'vitest';
import {
  MAX_WAIT_MS,
  type OutboxState,
  planSends,
  RESPONSE_TIMEOUT_MS,
  withAllFailed,
  withLostConnection,
  withNewMessage,
  withoutMessages,
  withRefused,
  withRestoredMessages,
  withRetry,
} from './outbox-state.ts';

const write = (outbox: OutboxState, id: string, recipientId = 'ada') =>
  withNewMessage(outbox, { clientMessageId: id, recipientId, content: id }, 0);
const states = (outbox: OutboxState) => outbox.map(({ clientMessageId, state }) => `${clientMessageId} ${state}`);

/** One message that is being sent, one that waits behind it, one to another member, and one that has failed. */
const MIXED = (() => {
  const writtenOutbox = write(write(write(write([], 'failed', 'cleo'), 'a1'), 'a2'), 'b1', 'bo');
  const { outbox } = planSends(writtenOutbox, true, 0);
  return withRefused(outbox, 'failed', { code: 'DepthTooLow', error: 'Ascend.' }, 1);
})();

describe('outbox transitions', () => {
  it('start from a mixed outbox', () => {
    expect(states(MIXED)).toEqual(['failed failed', 'a1 sending', 'a2 waiting', 'b1 sending']);
  });

  it('refuse only the named message', () => {
    const refusedOutbox = withRefused(MIXED, 'a1', { code: 'DepthTooLow', error: 'Ascend.' }, 1);
    expect(states(refusedOutbox)).toEqual(['failed failed', 'a1 failed', 'a2 waiting', 'b1 sending']);
    const throttledOutbox = withRefused(MIXED, 'b1', { code: 'Throttled', error: 'Slowly.' }, 1);
    expect(states(throttledOutbox)).toEqual(['failed failed', 'a1 sending', 'a2 waiting', 'b1 waiting']);
  });

  it('wait at least a second after a transient error without a time', () => {
    const throttledOutbox = withRefused(
      planSends(write([], 'a1'), true, 0).outbox,
      'a1',
      { code: 'Throttled', error: '' },
      5,
    );

    expect(planSends(throttledOutbox, true, 1004).send).toEqual([]);
  });

  it('lose a connection only for messages in flight', () => {
    expect(states(withLostConnection(MIXED))).toEqual(['failed failed', 'a1 waiting', 'a2 waiting', 'b1 waiting']);
  });

  it('retry only the named failed message', () => {
    const failedOutbox = withAllFailed(MIXED);
    expect(states(withRetry(failedOutbox, 'a2', 0))).toEqual(['failed failed', 'a1 failed', 'b1 failed', 'a2 waiting']);
    expect(withRetry(failedOutbox, 'a2', 0).at(-1)).toMatchObject({ recipientId: 'ada', deadline: MAX_WAIT_MS });
    for (const id of ['a1', 'a2', 'unknown']) expect(withRetry(MIXED, id, 0)).toBe(MIXED);
  });

  it('keep the reason of a failure when the page reloads', () => {
    const failedOutbox = withAllFailed(MIXED);
    expect(states(failedOutbox)).toEqual(['failed failed', 'a1 failed', 'a2 failed', 'b1 failed']);
    expect(failedOutbox[0]).toBe(MIXED[0]);
  });

  it('add each message of a closed tab once', () => {
    const restoredOutbox = withAllFailed(write(write([], 'a1'), 'a0'));
    expect(states(withRestoredMessages(write([], 'a1'), restoredOutbox))).toEqual(['a0 failed', 'a1 waiting']);
  });

  it('keep the same outbox if nothing changes, so that nothing is stored or rendered', () => {
    expect(withoutMessages(MIXED, new Set(['unknown']))).toBe(MIXED);
    expect(withRestoredMessages(MIXED, withAllFailed(MIXED))).toBe(MIXED);
    expect(planSends(MIXED, true, 1).outbox).toBe(MIXED);

    const waitingOutbox = write([], 'a1');
    expect(withLostConnection(waitingOutbox)).toBe(waitingOutbox);
    expect(planSends(waitingOutbox, false, 1).outbox).toBe(waitingOutbox);
  });

  it('plan the next step for the first response that is overdue, or the first message that fails', () => {
    expect(planSends(MIXED, true, 1).next).toBe(RESPONSE_TIMEOUT_MS);
    const laterPlan = planSends(write(write([], 'a1'), 'b1', 'bo'), true, 55_000);
    expect(laterPlan.next).toBe(MAX_WAIT_MS);
    expect(planSends(laterPlan.outbox, true, 55_001)).toMatchObject({ next: MAX_WAIT_MS, connectionTimedOut: false });
  });

  it('fail each message at its own deadline', () => {
    const two = withNewMessage(write([], 'a1'), { clientMessageId: 'b1', recipientId: 'bo', content: 'b1' }, 1);
    expect(states(planSends(two, false, MAX_WAIT_MS).outbox)).toEqual(['a1 failed', 'b1 waiting']);
    expect(states(planSends(two, false, MAX_WAIT_MS + 1).outbox)).toEqual(['a1 failed', 'b1 failed']);
  });
});
