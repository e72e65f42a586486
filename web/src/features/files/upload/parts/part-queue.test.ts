/** Tests of the queue of a file's parts: missing, being sent, or arrived. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planParts } from './part-plan.ts';
import {
  countSentBytes,
  createQueue,
  listMissingParts,
  listOutstandingParts,
  type PartEvent,
  partQueueReducer,
} from './part-queue.ts';

/** Three parts of 10, 10, and 5 bytes. */
const PLAN = planParts(25, 10);
/** Returns a queue of missing parts after these events. */
const queueAfter = (...events: PartEvent[]) => events.reduce(partQueueReducer, createQueue(PLAN, []));
const numbersOf = (parts: readonly { readonly partNumber: number }[]) => parts.map(({ partNumber }) => partNumber);

// The events of the queue, named after their types.
const started = (partNumber: number): PartEvent => ({ type: 'started', partNumber });
const arrived = (partNumber: number): PartEvent => ({ type: 'arrived', partNumber });
const progressed = (partNumber: number, sentBytes: number): PartEvent => ({
  type: 'progressed',
  partNumber,
  sentBytes,
});

describe('part queue', () => {
  it('starts with the parts that have not arrived', () => {
    const queue = createQueue(PLAN, [PLAN[1]!]);

    expect(numbersOf(listMissingParts(queue))).toEqual([1, 3]);
    expect(numbersOf(listOutstandingParts(queue))).toEqual([1, 3]);
    expect(countSentBytes(queue)).toBe(10);
  });

  it('does not offer a part that is being sent', () => {
    const queue = queueAfter(started(1), arrived(3));

    expect(numbersOf(listMissingParts(queue))).toEqual([2]);
    expect(numbersOf(listOutstandingParts(queue))).toEqual([1, 2]);
  });

  it('counts the sent bytes of a part up to its size', () => {
    expect(countSentBytes(queueAfter(started(3), progressed(3, 4)))).toBe(4);
    expect(countSentBytes(queueAfter(started(3), progressed(3, 700)))).toBe(5);
    expect(countSentBytes(queueAfter(started(3), progressed(3, 4), started(3)))).toBe(0);
    expect(countSentBytes(queueAfter(started(3), progressed(3, 4), arrived(3)))).toBe(5);
  });

  it('ignores events that do not fit the state of the part', () => {
    const queue = queueAfter(arrived(1));

    for (const event of [started(1), progressed(1, 3), arrived(1), started(4), arrived(0), progressed(2, 3)]) {
      expect(partQueueReducer(queue, event)).toEqual(queue);
    }

    expect(partQueueReducer(queue, started(1))).toBe(queue);
  });

  it('never loses an arrived part, and never counts more bytes than the file has, in any order of events', () => {
    const anyEvent = fc.oneof(
      fc.integer({ min: 0, max: 4 }).map(started),
      fc.integer({ min: 0, max: 4 }).map(arrived),
      fc.tuple(fc.integer({ min: 0, max: 4 }), fc.nat(30)).map(([partNumber, bytes]) => progressed(partNumber, bytes)),
    );

    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const queue = queueAfter(...events);
        const arrivedNumbers = numbersOf(events.filter(({ type }) => type === 'arrived'));
        const outstandingNumbers = [1, 2, 3].filter((partNumber) => !arrivedNumbers.includes(partNumber));

        expect(numbersOf(listOutstandingParts(queue))).toEqual(outstandingNumbers);
        expect(countSentBytes(queue)).toBeLessThanOrEqual(25);
      }),
    );
  });
});
