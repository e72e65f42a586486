import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import {
  EMPTY_TIMELINE,
  type MessagePage,
  shownMessages,
  type Timeline,
  withLatest,
  withNewer,
  withOlder,
  withReceived,
} from './timeline.ts';

const newMessage = (number: number): Message => ({
  id: `01M${String(number).padStart(4, '0')}`,
  clientMessageId: `client-${number}`,
  sender: 'ada',
  recipient: 'bo',
  content: `Message ${number}`,
  timestamp: new Date(number * 1000).toISOString(),
});

/** Returns a page as the server does. */
function fetchPage(
  storedMessages: readonly Message[],
  { before, after }: { before?: string; after?: string },
  limit: number,
) {
  const matches = storedMessages.filter(({ id }) => (before ? id < before : true) && (after ? id > after : true));
  return { messages: after ? matches.slice(0, limit) : matches.slice(-limit), more: matches.length > limit };
}

const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
const page = (numbers: readonly number[], more = false): MessagePage => ({ messages: numbers.map(newMessage), more });

describe('Timeline', () => {
  it('shows nothing before the first page, even if the socket delivers a message earlier', () => {
    const beforeFirstPage = withReceived(EMPTY_TIMELINE, newMessage(3));
    expect(shownMessages(beforeFirstPage)).toEqual([]);
    expect(ids(shownMessages(withLatest(beforeFirstPage, page([1, 2]))))).toEqual(ids([1, 2, 3].map(newMessage)));
  });

  it('hides messages before a gap', () => {
    const beforeFirstPage = withReceived(EMPTY_TIMELINE, newMessage(1));
    const loadedTimeline = withLatest(beforeFirstPage, page([5, 6], true));
    expect(ids(shownMessages(loadedTimeline))).toEqual(ids([5, 6].map(newMessage)));
    expect(shownMessages(withOlder(loadedTimeline, page([2, 3, 4], true)))).toHaveLength(5);
    expect(shownMessages(withOlder(loadedTimeline, page([1, 2, 3, 4])))).toHaveLength(6);
  });

  it('keeps the same array if nothing is new, so that nothing renders again', () => {
    const loadedTimeline = withLatest(EMPTY_TIMELINE, page([1, 2]));
    expect(withReceived(loadedTimeline, newMessage(2)).messages).toBe(loadedTimeline.messages);
    expect(withNewer(loadedTimeline, page([])).messages).toBe(loadedTimeline.messages);
  });

  it('shows the first page as it is, also if it is empty', () => {
    const loadedTimeline = withLatest(EMPTY_TIMELINE, page([1, 2, 3]));
    expect(loadedTimeline.messages).toEqual([1, 2, 3].map(newMessage));
    expect(loadedTimeline).toMatchObject({ completeFrom: '', completeUpTo: newMessage(3).id });
    // The same array, so that nothing renders again.
    expect(shownMessages(loadedTimeline)).toBe(loadedTimeline.messages);

    const emptyTimeline = withLatest(EMPTY_TIMELINE, page([]));
    expect(shownMessages(emptyTimeline)).toEqual([]);
    expect(ids(shownMessages(withReceived(emptyTimeline, newMessage(1))))).toEqual([newMessage(1).id]);
  });

  it('accepts an empty page although the server has more', () => {
    const loadedTimeline = withLatest(EMPTY_TIMELINE, page([5, 6], true));
    expect(withOlder(loadedTimeline, page([], true))).toEqual(loadedTimeline);
    const emptyTimeline = withLatest(EMPTY_TIMELINE, page([], true));
    expect(ids(shownMessages(withReceived(emptyTimeline, newMessage(1))))).toEqual([newMessage(1).id]);
  });

  it('continues after the last gapless message, not after one that the socket delivered early', () => {
    const loadedTimeline = withReceived(withLatest(EMPTY_TIMELINE, page([1, 2])), newMessage(4));
    expect(loadedTimeline.completeUpTo).toBe(newMessage(2).id);
    expect(ids(shownMessages(withNewer(loadedTimeline, page([3, 4]))))).toEqual(ids([1, 2, 3, 4].map(newMessage)));
  });
});

type Step =
  | { readonly do: 'store' }
  | { readonly do: 'receive'; readonly which: number }
  | { readonly do: 'older' | 'newer'; readonly limit: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ do: 'store' }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('receive' as const), which: fc.nat(20) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constantFrom('older' as const, 'newer' as const),
        limit: fc.integer({ min: 1, max: 5 }),
      }),
    },
  ),
  { maxLength: 80 },
);

describe('Timeline after random events', () => {
  it('shows each message once and in order, even if the socket delivers late, twice, or never', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(3), fc.integer({ min: 1, max: 5 }), steps, (before, early, limit, sequence) => {
        const storedMessages = Array.from({ length: before }, (_, number) => newMessage(number));
        let timeline: Timeline = EMPTY_TIMELINE;
        for (const message of storedMessages.slice(0, early)) timeline = withReceived(timeline, message);
        timeline = withLatest(timeline, fetchPage(storedMessages, {}, limit));

        const loadOlder = (size: number) => {
          if (timeline.completeFrom)
            timeline = withOlder(timeline, fetchPage(storedMessages, { before: timeline.completeFrom }, size));
        };

        const loadNewer = (size: number) => {
          timeline = withNewer(timeline, fetchPage(storedMessages, { after: timeline.completeUpTo }, size));
        };

        for (const step of sequence) {
          const shownBefore = ids(shownMessages(timeline));
          if (step.do === 'store') storedMessages.push(newMessage(storedMessages.length));
          else if (step.do !== 'receive') (step.do === 'older' ? loadOlder : loadNewer)(step.limit);
          else {
            const receivedMessage = storedMessages.at(-1 - (step.which % Math.max(1, storedMessages.length)));
            if (receivedMessage) timeline = withReceived(timeline, receivedMessage);
          }
          const shownIds = ids(shownMessages(timeline));
          expect(shownIds).toEqual([...new Set(shownIds)].sort());
          // Messages never disappear.
          expect(shownIds).toEqual(expect.arrayContaining(shownBefore));
        }

        while (timeline.completeFrom) loadOlder(limit);
        for (let requests = 0; requests <= storedMessages.length; requests += 1) loadNewer(limit);
        while (timeline.completeFrom) loadOlder(limit);
        expect(ids(shownMessages(timeline))).toEqual(ids(storedMessages));
      }),
    );
  });
});
