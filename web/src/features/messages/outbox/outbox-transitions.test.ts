/** Which messages each transition of the outbox changes, given messages in every state. */
import { describe, expect, it } from 'vitest';
import {
  type OutboxState,
  planSends,
  withAllFailed,
  withLostConnection,
  withNewMessage,
  withoutMessages,
  withRefused,
  withRestoredMessages,
  withRetry,
} from './outbox-state.ts';

/** How long a message waits for a connection before it fails, in milliseconds. */
const MAX_WAIT_MS = 60_000;
/** How long the outbox waits for a response before it counts the connection as dead, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** The recipients of messages, by the first letter of the message ID. */
const RECIPIENT_IDS: ReadonlyMap<string, string> = new Map([
  ['a', 'ada'],
  ['b', 'bo'],
  ['c', 'cleo'],
]);

/** Builds an outbox with messages of these IDs, written at time 0. */
const buildOutbox = (...ids: string[]) =>
  ids.reduce<OutboxState>((outbox, id) => {
    const recipientId = RECIPIENT_IDS.get(id.charAt(0))!;
    return withNewMessage(outbox, { clientMessageId: id, recipientId, content: id }, 0);
  }, []);

/** Returns the ID and the state of each message. */
const listStates = (outbox: OutboxState) => outbox.map(({ clientMessageId, state }) => `${clientMessageId} ${state}`);

/** Builds an outbox with a failed message, a message in flight, one that waits behind it, and one to another member. */
function buildMixedOutbox(): OutboxState {
  const { outbox } = planSends(buildOutbox('c1', 'a1', 'a2', 'b1'), { isOpen: true, now: 0 });
  return withRefused(outbox, 'c1', { code: 'DepthTooLow', error: 'Ascend.' }, 1);
}

const MIXED_OUTBOX = buildMixedOutbox();

describe('outbox transitions', () => {
  it('the mixed outbox has a message in each state', () => {
    expect(listStates(MIXED_OUTBOX)).toEqual(['c1 failed', 'a1 sending', 'a2 waiting', 'b1 sending']);
  });

  it('refuses only the named message', () => {
    const refusedOutbox = withRefused(MIXED_OUTBOX, 'a1', { code: 'DepthTooLow', error: 'Ascend.' }, 1);
    expect(listStates(refusedOutbox)).toEqual(['c1 failed', 'a1 failed', 'a2 waiting', 'b1 sending']);

    const throttledOutbox = withRefused(MIXED_OUTBOX, 'b1', { code: 'Throttled', error: 'Slowly.' }, 1);
    expect(listStates(throttledOutbox)).toEqual(['c1 failed', 'a1 sending', 'a2 waiting', 'b1 waiting']);
  });

  it('waits a second, plus a random time, after a transient error that names no time', () => {
    const { outbox } = planSends(buildOutbox('a1'), { isOpen: true, now: 0 });
    const noRandomTime = () => 0;

    const throttledOutbox = withRefused(outbox, 'a1', { code: 'Throttled', error: '' }, 5, noRandomTime);

    expect(planSends(throttledOutbox, { isOpen: true, now: 5 + 999 }).messagesToSend).toEqual([]);
    expect(planSends(throttledOutbox, { isOpen: true, now: 5 + 1000 }).messagesToSend).toHaveLength(1);
  });

  it('marks only messages in flight as waiting when the connection is lost', () => {
    const waitingOutbox = withLostConnection(MIXED_OUTBOX);

    expect(listStates(waitingOutbox)).toEqual(['c1 failed', 'a1 waiting', 'a2 waiting', 'b1 waiting']);
  });

  it('retries only the named failed message', () => {
    const failedOutbox = withAllFailed(MIXED_OUTBOX);
    const retriedOutbox = withRetry(failedOutbox, 'a2', 0);

    expect(listStates(retriedOutbox)).toEqual(['c1 failed', 'a1 failed', 'b1 failed', 'a2 waiting']);
    expect(retriedOutbox.at(-1)).toMatchObject({ recipientId: 'ada', deadline: MAX_WAIT_MS });
    for (const id of ['a1', 'a2', 'unknown']) expect(withRetry(MIXED_OUTBOX, id, 0)).toBe(MIXED_OUTBOX);
  });

  it('keeps the reason of a failure when the page reloads', () => {
    const failedOutbox = withAllFailed(MIXED_OUTBOX);
    expect(listStates(failedOutbox)).toEqual(['c1 failed', 'a1 failed', 'a2 failed', 'b1 failed']);
    expect(failedOutbox[0]).toBe(MIXED_OUTBOX[0]);
  });

  it('adds each message of a closed tab once', () => {
    const closedTabOutbox = withAllFailed(buildOutbox('a1', 'a0'));
    const restoredOutbox = withRestoredMessages(buildOutbox('a1'), closedTabOutbox);

    expect(listStates(restoredOutbox)).toEqual(['a0 failed', 'a1 waiting']);
  });

  it('returns the same outbox if nothing changes, so that nothing is stored or rendered', () => {
    expect(withoutMessages(MIXED_OUTBOX, new Set(['unknown']))).toBe(MIXED_OUTBOX);
    expect(withRestoredMessages(MIXED_OUTBOX, withAllFailed(MIXED_OUTBOX))).toBe(MIXED_OUTBOX);
    expect(planSends(MIXED_OUTBOX, { isOpen: true, now: 1 }).outbox).toBe(MIXED_OUTBOX);

    const waitingOutbox = buildOutbox('a1');
    expect(withLostConnection(waitingOutbox)).toBe(waitingOutbox);
    expect(planSends(waitingOutbox, { isOpen: false, now: 1 }).outbox).toBe(waitingOutbox);
  });

  it('plans the next step for the earliest overdue response or failing message', () => {
    expect(planSends(MIXED_OUTBOX, { isOpen: true, now: 1 }).nextTime).toBe(RESPONSE_TIMEOUT_MS);

    // The messages are sent so late that they fail before their responses are overdue.
    const laterPlan = planSends(buildOutbox('a1', 'b1'), { isOpen: true, now: 55_000 });
    expect(laterPlan.nextTime).toBe(MAX_WAIT_MS);
    expect(planSends(laterPlan.outbox, { isOpen: true, now: 55_001 })).toMatchObject({
      nextTime: MAX_WAIT_MS,
      hasConnectionTimedOut: false,
    });
  });

  it('fails each message at its own deadline', () => {
    const message = { clientMessageId: 'b1', recipientId: 'bo', content: 'b1' };
    const outbox = withNewMessage(buildOutbox('a1'), message, 1);

    const firstPlan = planSends(outbox, { isOpen: false, now: MAX_WAIT_MS });
    expect(listStates(firstPlan.outbox)).toEqual(['a1 failed', 'b1 waiting']);

    const secondPlan = planSends(outbox, { isOpen: false, now: MAX_WAIT_MS + 1 });
    expect(listStates(secondPlan.outbox)).toEqual(['a1 failed', 'b1 failed']);
  });
});
