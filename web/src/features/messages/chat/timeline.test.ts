/** Tests of the order of messages that arrive in pages and over the socket. A message after a gap stays hidden. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import {
  EMPTY_TIMELINE,
  type MessagePage,
  selectVisibleMessages,
  type Timeline,
  withEarlier,
  withLatest,
  withNewer,
  withReceived,
} from './timeline.ts';

/** Builds a message. Messages with higher numbers are newer. */
const buildMessage = (number: number): Message => ({
  id: `01M${String(number).padStart(4, '0')}`,
  clientMessageId: `client-${number}`,
  sender: 'ada',
  recipient: 'bo',
  content: `Message ${number}`,
  timestamp: new Date(number * 1000).toISOString(),
});

/** Returns a page of the stored messages, as the server does. */
function fetchPage(
  storedMessages: readonly Message[],
  { before, after }: { before?: string; after?: string },
  limit: number,
) {
  const matches = storedMessages.filter(({ id }) => (!before || id < before) && (!after || id > after));
  const messages = after ? matches.slice(0, limit) : matches.slice(-limit);
  return { messages, more: matches.length > limit };
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
/** Builds a page with the messages of these numbers. */
const buildPage = (numbers: readonly number[], { more = false } = {}): MessagePage => ({
  messages: numbers.map(buildMessage),
  more,
});

describe('Timeline', () => {
  it('shows nothing before the first page, even if the socket delivers a message earlier', () => {
    const beforeFirstPage = withReceived(EMPTY_TIMELINE, buildMessage(3));
    expect(selectVisibleMessages(beforeFirstPage)).toEqual([]);

    const loadedTimeline = withLatest(beforeFirstPage, buildPage([1, 2]));
    expect(idsOf(selectVisibleMessages(loadedTimeline))).toEqual(idsOf([1, 2, 3].map(buildMessage)));
  });

  it('hides messages before a gap', () => {
    const beforeFirstPage = withReceived(EMPTY_TIMELINE, buildMessage(1));
    const loadedTimeline = withLatest(beforeFirstPage, buildPage([5, 6], { more: true }));
    expect(idsOf(selectVisibleMessages(loadedTimeline))).toEqual(idsOf([5, 6].map(buildMessage)));

    expect(selectVisibleMessages(withEarlier(loadedTimeline, buildPage([2, 3, 4], { more: true })))).toHaveLength(5);
    expect(selectVisibleMessages(withEarlier(loadedTimeline, buildPage([1, 2, 3, 4])))).toHaveLength(6);
  });

  it('returns the same array if no message is new, so that nothing renders again', () => {
    const loadedTimeline = withLatest(EMPTY_TIMELINE, buildPage([1, 2]));
    expect(withReceived(loadedTimeline, buildMessage(2)).messages).toBe(loadedTimeline.messages);
    expect(withNewer(loadedTimeline, buildPage([])).messages).toBe(loadedTimeline.messages);
  });

  it('shows the first page as it is, even if it is empty', () => {
    const loadedTimeline = withLatest(EMPTY_TIMELINE, buildPage([1, 2, 3]));
    expect(loadedTimeline.messages).toEqual([1, 2, 3].map(buildMessage));
    expect(loadedTimeline).toMatchObject({ completeFrom: '', completeUpTo: buildMessage(3).id });
    expect(selectVisibleMessages(loadedTimeline)).toBe(loadedTimeline.messages);

    const emptyTimeline = withLatest(EMPTY_TIMELINE, buildPage([]));
    expect(selectVisibleMessages(emptyTimeline)).toEqual([]);
    expect(idsOf(selectVisibleMessages(withReceived(emptyTimeline, buildMessage(1))))).toEqual([buildMessage(1).id]);
  });

  it('accepts an empty page even if the server has more messages', () => {
    const loadedTimeline = withLatest(EMPTY_TIMELINE, buildPage([5, 6], { more: true }));
    expect(withEarlier(loadedTimeline, buildPage([], { more: true }))).toEqual(loadedTimeline);

    const emptyTimeline = withLatest(EMPTY_TIMELINE, buildPage([], { more: true }));
    expect(idsOf(selectVisibleMessages(withReceived(emptyTimeline, buildMessage(1))))).toEqual([buildMessage(1).id]);
  });

  it('continues after the last message without a gap, not after one that the socket delivered early', () => {
    const loadedTimeline = withReceived(withLatest(EMPTY_TIMELINE, buildPage([1, 2])), buildMessage(4));
    expect(loadedTimeline.completeUpTo).toBe(buildMessage(2).id);

    const completeTimeline = withNewer(loadedTimeline, buildPage([3, 4]));
    expect(idsOf(selectVisibleMessages(completeTimeline))).toEqual(idsOf([1, 2, 3, 4].map(buildMessage)));
  });
});

/**
 * A random event: the server stores a message, the socket delivers a stored one, or the chat loads a page.
 *
 * `age` selects the message that the socket delivers, counted from the newest.
 */
type Step =
  | { readonly do: 'store' }
  | { readonly do: 'receive'; readonly age: number }
  | { readonly do: 'loadEarlier' | 'loadNewer'; readonly limit: number };

const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ do: 'store' }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('receive' as const), age: fc.nat(20) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constantFrom('loadEarlier' as const, 'loadNewer' as const),
        limit: fc.integer({ min: 1, max: 5 }),
      }),
    },
  ),
  { maxLength: 80 },
);

/** The messages that the server stores, and a timeline that receives some of them. */
class Simulation {
  readonly storedMessages: Message[];
  #timeline: Timeline = EMPTY_TIMELINE;

  /** Loads the first page. Before that, the socket delivers the oldest messages, up to `earlyCount`. */
  constructor(initialCount: number, earlyCount: number, limit: number) {
    this.storedMessages = Array.from({ length: initialCount }, (_, number) => buildMessage(number));

    for (const message of this.storedMessages.slice(0, earlyCount)) {
      this.#timeline = withReceived(this.#timeline, message);
    }
    this.#timeline = withLatest(this.#timeline, fetchPage(this.storedMessages, {}, limit));
  }

  /** Returns the IDs of the visible messages. */
  listVisibleIds(): string[] {
    return idsOf(selectVisibleMessages(this.#timeline));
  }

  run(step: Step): void {
    if (step.do === 'store') this.storedMessages.push(buildMessage(this.storedMessages.length));
    else if (step.do === 'receive') this.#receive(step.age);
    else if (step.do === 'loadEarlier') this.#loadEarlier(step.limit);
    else this.#loadNewer(step.limit);
  }

  /** Loads everything that was missed, as the chat does on a new connection. */
  catchUp(limit: number): void {
    while (this.#timeline.completeFrom) this.#loadEarlier(limit);
    for (let requests = 0; requests <= this.storedMessages.length; requests += 1) this.#loadNewer(limit);
    while (this.#timeline.completeFrom) this.#loadEarlier(limit);
  }

  #receive(age: number): void {
    const message = this.storedMessages.at(-1 - (age % Math.max(1, this.storedMessages.length)));
    if (message) this.#timeline = withReceived(this.#timeline, message);
  }

  /** Loads the page before the loaded messages. The chat offers it only until the beginning is loaded. */
  #loadEarlier(limit: number): void {
    const before = this.#timeline.completeFrom;
    if (!before) return;
    this.#timeline = withEarlier(this.#timeline, fetchPage(this.storedMessages, { before }, limit));
  }

  #loadNewer(limit: number): void {
    const after = this.#timeline.completeUpTo;
    this.#timeline = withNewer(this.#timeline, fetchPage(this.storedMessages, { after }, limit));
  }
}

describe('Timeline after random events', () => {
  it('shows each message once and in order, even if the socket delivers late, twice, or never', () => {
    const limits = fc.integer({ min: 1, max: 5 });

    fc.assert(
      fc.property(fc.nat(12), fc.nat(3), limits, anySteps, (initialCount, earlyCount, limit, steps) => {
        const simulation = new Simulation(initialCount, earlyCount, limit);

        for (const step of steps) {
          const previousIds = simulation.listVisibleIds();
          simulation.run(step);

          const visibleIds = simulation.listVisibleIds();
          expect(visibleIds).toEqual([...new Set(visibleIds)].sort());
          // Messages never disappear.
          expect(visibleIds).toEqual(expect.arrayContaining(previousIds));
        }

        simulation.catchUp(limit);
        expect(simulation.listVisibleIds()).toEqual(idsOf(simulation.storedMessages));
      }),
    );
  });
});
