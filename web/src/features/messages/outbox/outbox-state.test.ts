/** How the state of the outbox changes over time. outbox-transitions.test.ts tests each transition by itself. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type OutboxState,
  planSends,
  withAllFailed,
  withLostConnection,
  withNewMessage,
  withoutMessages,
  withRefused,
  withRetry,
} from './outbox-state.ts';

/** How long a message waits for a connection before it fails, in milliseconds. */
const MAX_WAIT_MS = 60_000;
/** How long the outbox waits for a response before it counts the connection as dead, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Adds a message: to Bo if its ID begins with "b", otherwise to Ada. */
function write(outbox: OutboxState, id: string, now = 0): OutboxState {
  const recipientId = id.startsWith('b') ? 'bo' : 'ada';
  return withNewMessage(outbox, { clientMessageId: id, recipientId, content: `Text of ${id}` }, now);
}

/** Builds an outbox with messages of these IDs, written at time 0. */
const buildOutbox = (...ids: string[]) => ids.reduce<OutboxState>((outbox, id) => write(outbox, id), []);

/** Returns the ID and the state of each message. */
const listStates = (outbox: OutboxState) => outbox.map(({ clientMessageId, state }) => `${clientMessageId} ${state}`);

/** Returns the IDs of the messages that the outbox sends at this time. */
const listSentIds = (outbox: OutboxState, options: Parameters<typeof planSends>[1]) =>
  planSends(outbox, options).messagesToSend.map(({ clientMessageId }) => clientMessageId);

describe('outbox state', () => {
  it('sends one message at a time per conversation, and several conversations in parallel', () => {
    const firstPlan = planSends(buildOutbox('a1', 'a2', 'b1'), { isOpen: true, now: 0 });
    expect(firstPlan.messagesToSend.map(({ clientMessageId }) => clientMessageId)).toEqual(['a1', 'b1']);
    expect(listSentIds(firstPlan.outbox, { isOpen: true, now: 1 })).toEqual([]);

    const remainingOutbox = withoutMessages(firstPlan.outbox, new Set(['a1']));
    expect(listSentIds(remainingOutbox, { isOpen: true, now: 2 })).toEqual(['a2']);
  });

  it('fails a message that waits for a connection for a minute', () => {
    const outbox = buildOutbox('a1');
    expect(planSends(outbox, { isOpen: false, now: MAX_WAIT_MS - 1 })).toMatchObject({
      outbox,
      messagesToSend: [],
      nextTime: MAX_WAIT_MS,
    });

    expect(listStates(planSends(outbox, { isOpen: true, now: MAX_WAIT_MS }).outbox)).toEqual(['a1 failed']);
    expect(listSentIds(outbox, { isOpen: true, now: MAX_WAIT_MS })).toEqual([]);
  });

  it('resends the message in flight before others after a lost connection', () => {
    const { outbox } = planSends(buildOutbox('a1', 'a2'), { isOpen: true, now: 0 });
    expect(listSentIds(withLostConnection(outbox), { isOpen: true, now: 5 })).toEqual(['a1']);
  });

  it('reports a dead connection after ten seconds without a response', () => {
    const { outbox, nextTime } = planSends(buildOutbox('a1'), { isOpen: true, now: 0 });
    expect(nextTime).toBe(RESPONSE_TIMEOUT_MS);

    expect(planSends(outbox, { isOpen: true, now: RESPONSE_TIMEOUT_MS - 1 }).hasConnectionTimedOut).toBe(false);
    expect(planSends(outbox, { isOpen: true, now: RESPONSE_TIMEOUT_MS }).hasConnectionTimedOut).toBe(true);
  });

  it('fails a refused message with the reason, and sends the next one', () => {
    const { outbox } = planSends(buildOutbox('a1', 'a2'), { isOpen: true, now: 0 });

    const refusedOutbox = withRefused(outbox, 'a1', { code: 'DepthTooLow', error: 'Ascend.' }, 1);

    expect(refusedOutbox[0]).toMatchObject({ state: 'failed', problem: 'Ascend.', code: 'DepthTooLow' });
    expect(listSentIds(refusedOutbox, { isOpen: true, now: 2 })).toEqual(['a2']);
  });

  it.each(['TooManyMessages', 'Throttled', 'Unavailable'])('retries after %s in the same position', (code) => {
    const { outbox } = planSends(buildOutbox('a1', 'a2'), { isOpen: true, now: 0 });

    const refusedOutbox = withRefused(outbox, 'a1', { code, error: 'Slowly.', retryAfterSeconds: 2 }, 100, () => 0);

    expect(planSends(refusedOutbox, { isOpen: true, now: 2099 })).toMatchObject({ messagesToSend: [], nextTime: 2100 });
    expect(listSentIds(refusedOutbox, { isOpen: true, now: 2100 })).toEqual(['a1']);
  });

  it('waits longer after each transient error in a row, and fails after a minute', () => {
    let outbox = buildOutbox('a1');
    let attempts = 0;

    for (let now = 0; outbox[0]?.state !== 'failed'; now += 100) {
      const plan = planSends(outbox, { isOpen: true, now });
      outbox = plan.outbox;
      expect(now).toBeLessThanOrEqual(MAX_WAIT_MS);
      if (plan.messagesToSend.length === 0) continue;

      attempts += 1;
      outbox = withRefused(outbox, 'a1', { code: 'Unavailable', error: '', retryAfterSeconds: 1 }, now, () => 1);
    }

    // At 0, 1, 2, 4, 8, 16, and 32 seconds.
    expect(attempts).toBe(7);
  });

  it('ignores a late refusal of a message that is waiting again', () => {
    const refusedOutbox = withRefused(buildOutbox('a1'), 'a1', { code: 'Internal', error: 'Oh.' }, 1);
    expect(listStates(refusedOutbox)).toEqual(['a1 waiting']);
  });

  it('resends a failed message only on retry, last and with the same client message ID', () => {
    const failedOutbox = withAllFailed(buildOutbox('a1', 'a2'));
    expect(listStates(failedOutbox)).toEqual(['a1 failed', 'a2 failed']);
    expect(planSends(failedOutbox, { isOpen: true, now: 0 })).toMatchObject({
      messagesToSend: [],
      nextTime: Number.POSITIVE_INFINITY,
    });

    const retriedOutbox = withRetry(failedOutbox, 'a1', 70_000);
    expect(listStates(retriedOutbox)).toEqual(['a2 failed', 'a1 waiting']);
    expect(planSends(retriedOutbox, { isOpen: true, now: 70_001 }).messagesToSend[0]).toMatchObject({
      clientMessageId: 'a1',
      content: 'Text of a1',
    });
  });

  it('stores the time from which a message that reached a limit can be sent', () => {
    const { outbox } = planSends(buildOutbox('a1'), { isOpen: true, now: 0 });
    const refusal = { code: 'LimitReached', error: 'Enough.', retryAfterSeconds: 60 };
    const refusedOutbox = withRefused(outbox, 'a1', refusal, 5);

    expect(refusedOutbox[0]).toMatchObject({ state: 'failed', code: 'LimitReached', notBefore: 60_005 });
    expect(listSentIds(withRetry(refusedOutbox, 'a1', 70_000), { isOpen: true, now: 70_000 })).toEqual(['a1']);
  });

  it('keeps the last known message of the conversation on retry', () => {
    const message = { clientMessageId: 'a1', recipientId: 'ada', content: 'Ahoy', knownUpTo: '01M1' };
    const failedOutbox = withAllFailed(withNewMessage([], message, 0));

    expect(withRetry(failedOutbox, 'a1', 1)[0]).toMatchObject({ state: 'waiting', knownUpTo: '01M1' });
  });

  it('removes a failed message that turns out to be stored', () => {
    expect(withoutMessages(withAllFailed(buildOutbox('a1')), new Set(['a1']))).toEqual([]);
  });
});

/** A random event. `deliver` ends the oldest frame in flight with this result. */
type Step =
  | { readonly do: 'write' }
  | { readonly do: 'connect' }
  | { readonly do: 'disconnect' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'deliver'; readonly result: 'response lost' | 'stored' | 'throttled' };

const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ do: 'write' }) },
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'connect' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'disconnect' }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(12_000) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('deliver' as const),
        result: fc.constantFrom('response lost' as const, 'stored' as const, 'throttled' as const),
      }),
    },
  ),
  { maxLength: 120 },
);

const randomNumbers = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }));

/** A page, a network, and a server that stores each client message ID once. */
class Simulation {
  outbox: OutboxState = [];
  /** The IDs of the messages on the server, in the order of arrival. */
  storedIds: string[] = [];
  /** The IDs of the messages that the member has written, in order. */
  writtenIds: string[] = [];
  isOpen = false;
  /** The time in milliseconds. */
  now = 0;
  /** The IDs of the frames that have been sent but not delivered. */
  #inFlightIds: string[] = [];
  /** Returns the run's random numbers, from 0 to 1. fast-check generates them, so that it can repeat a run. */
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  run(step: Step): void {
    if (step.do === 'write') this.#write();
    else if (step.do === 'connect') this.isOpen = true;
    else if (step.do === 'disconnect') this.#disconnect();
    else if (step.do === 'wait') this.now += step.ms;
    else this.#deliver(step.result);
    this.#send();
  }

  /** Delivers all messages without further failures. */
  recover(): void {
    for (let round = 0; round < 10 * (this.writtenIds.length + 1); round += 1) {
      this.run({ do: 'connect' });
      // Everything in flight is delivered before the wait, because a message that waits for a minute fails.
      while (this.#inFlightIds.length > 0) this.run({ do: 'deliver', result: 'stored' });
      // Longer than any wait after a refusal.
      this.run({ do: 'wait', ms: 31_000 });
    }
  }

  #write(): void {
    const id = `m${this.writtenIds.length}`;
    this.writtenIds.push(id);
    this.outbox = write(this.outbox, id, this.now);
  }

  #disconnect(): void {
    this.isOpen = false;
    this.#inFlightIds = [];
    this.outbox = withLostConnection(this.outbox);
  }

  #deliver(result: 'response lost' | 'stored' | 'throttled'): void {
    const id = this.#inFlightIds.shift();
    if (id === undefined) return;

    if (result === 'throttled' && !this.storedIds.includes(id)) {
      const refusal = { code: 'TooManyMessages', error: '', retryAfterSeconds: 1 };
      this.outbox = withRefused(this.outbox, id, refusal, this.now, this.#random);
      return;
    }

    if (!this.storedIds.includes(id)) this.storedIds.push(id);
    if (result === 'stored') this.outbox = withoutMessages(this.outbox, new Set([id]));
  }

  #send(): void {
    const plan = planSends(this.outbox, { isOpen: this.isOpen, now: this.now });
    this.outbox = plan.outbox;
    expect(plan.messagesToSend.length).toBeLessThanOrEqual(1);
    this.#inFlightIds.push(...plan.messagesToSend.map(({ clientMessageId }) => clientMessageId));
    if (plan.hasConnectionTimedOut) this.#disconnect();
  }
}

/** Expects that each message is stored once and in order. Only messages that show as failed may be missing. */
function expectStoredInOrder({ writtenIds, storedIds }: Simulation, failedIds: readonly string[]): void {
  expect(storedIds).toEqual([...new Set(storedIds)]);

  // Every message is stored unless it shows as failed. It may fail and be stored, if the response was lost.
  const orderedIds = writtenIds.filter((id) => storedIds.includes(id));
  expect(storedIds).toEqual(orderedIds);

  const succeededIds = writtenIds.filter((id) => !failedIds.includes(id));
  expect(storedIds).toEqual(expect.arrayContaining(succeededIds));
}

describe('outbox after random events', () => {
  it('stores each message once and in order, even if connections and responses are lost', () => {
    fc.assert(
      fc.property(anySteps, randomNumbers, (steps, numbers) => {
        const simulation = new Simulation(() => numbers.next().value);
        for (const step of steps) simulation.run(step);
        simulation.recover();

        const failedIds = simulation.outbox.map(({ clientMessageId, state }) => {
          expect(state).toBe('failed');
          return clientMessageId;
        });
        expectStoredInOrder(simulation, failedIds);

        for (const id of failedIds) simulation.outbox = withRetry(simulation.outbox, id, simulation.now);
        simulation.recover();

        expect(simulation.outbox).toEqual([]);
        expect(simulation.storedIds.toSorted()).toEqual(simulation.writtenIds.toSorted());
      }),
      { numRuns: 500 },
    );
  });
});
