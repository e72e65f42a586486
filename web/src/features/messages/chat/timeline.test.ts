import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import {
  type MessagePage,
  shownMessages,
  type Timeline,
  UNKNOWN,
  withLatest,
  withNewer,
  withOlder,
  withReceived,
} from './timeline.ts';

const messageOf = (number: number): Message => ({
  id: `01M${String(number).padStart(4, '0')}`,
  clientMessageId: `client-${number}`,
  sender: 'ada',
  recipient: 'bo',
  content: `Message ${number}`,
  timestamp: new Date(number * 1000).toISOString(),
});

/** As the server answers. */
function ask(stored: readonly Message[], { before, after }: { before?: string; after?: string }, limit: number) {
  const later = stored.filter(({ id }) => (before ? id < before : true) && (after ? id > after : true));
  return { messages: after ? later.slice(0, limit) : later.slice(-limit), more: later.length > limit };
}

const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
const page = (numbers: readonly number[], more = false): MessagePage => ({ messages: numbers.map(messageOf), more });

describe('a conversation', () => {
  it('shows nothing before its first page, though the socket is faster', () => {
    const early = withReceived(UNKNOWN, messageOf(3));
    expect(shownMessages(early)).toEqual([]);
    expect(ids(shownMessages(withLatest(early, page([1, 2]))))).toEqual(ids([1, 2, 3].map(messageOf)));
  });

  it('does not show what lies before a gap', () => {
    const early = withReceived(UNKNOWN, messageOf(1));
    const loaded = withLatest(early, page([5, 6], true));
    expect(ids(shownMessages(loaded))).toEqual(ids([5, 6].map(messageOf)));
    expect(shownMessages(withOlder(loaded, page([2, 3, 4], true)))).toHaveLength(5);
    expect(shownMessages(withOlder(loaded, page([1, 2, 3, 4])))).toHaveLength(6);
  });

  it('stays the same object when there is nothing new, so that nothing is drawn again', () => {
    const loaded = withLatest(UNKNOWN, page([1, 2]));
    expect(withReceived(loaded, messageOf(2)).messages).toBe(loaded.messages);
    expect(withNewer(loaded, page([])).messages).toBe(loaded.messages);
  });

  it('asks after what it is sure of, not after what the socket has brought out of turn', () => {
    const loaded = withReceived(withLatest(UNKNOWN, page([1, 2])), messageOf(4));
    expect(loaded.upTo).toBe(messageOf(2).id);
    expect(ids(shownMessages(withNewer(loaded, page([3, 4]))))).toEqual(ids([1, 2, 3, 4].map(messageOf)));
  });
});

type Step =
  | { readonly do: 'store' }
  | { readonly do: 'hear'; readonly which: number }
  | { readonly do: 'older' | 'newer'; readonly limit: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ do: 'store' }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('hear' as const), which: fc.nat(20) }) },
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

it('has each message once and in order, whatever comes when, twice or never through the socket', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.nat(3), fc.integer({ min: 1, max: 5 }), steps, (before, early, limit, course) => {
      const stored = Array.from({ length: before }, (_, number) => messageOf(number));
      let timeline: Timeline = UNKNOWN;
      for (const message of stored.slice(0, early)) timeline = withReceived(timeline, message);
      timeline = withLatest(timeline, ask(stored, {}, limit));
      const older = (size: number) => {
        if (timeline.from) timeline = withOlder(timeline, ask(stored, { before: timeline.from }, size));
      };
      const newer = (size: number) => {
        timeline = withNewer(timeline, ask(stored, { after: timeline.upTo }, size));
      };
      for (const step of course) {
        const shownBefore = ids(shownMessages(timeline));
        if (step.do === 'store') stored.push(messageOf(stored.length));
        else if (step.do !== 'hear') (step.do === 'older' ? older : newer)(step.limit);
        else {
          const heard = stored.at(-1 - (step.which % Math.max(1, stored.length)));
          if (heard) timeline = withReceived(timeline, heard);
        }
        const shown = ids(shownMessages(timeline));
        expect(shown).toEqual([...new Set(shown)].sort());
        // What was on screen stays there.
        expect(shown).toEqual(expect.arrayContaining(shownBefore));
      }
      while (timeline.from) older(limit);
      for (let asked = 0; asked <= stored.length; asked += 1) newer(limit);
      while (timeline.from) older(limit);
      expect(ids(shownMessages(timeline))).toEqual(ids(stored));
    }),
  );
});
