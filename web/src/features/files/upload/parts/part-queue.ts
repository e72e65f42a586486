import type { Part } from './part-plan.ts';

/** How one part stands. */
interface Standing {
  readonly status: 'missing' | 'sending' | 'arrived';
  /** Bytes that have left, while it is sent. */
  readonly sent: number;
}

/** All parts of a file, and how each stands. */
interface PartQueue {
  readonly plan: readonly Part[];
  readonly standings: readonly Standing[];
}

export type PartEvent =
  | { readonly type: 'taken' | 'arrived'; readonly partNumber: number }
  | { readonly type: 'progressed'; readonly partNumber: number; readonly sent: number };

const MISSING: Standing = { status: 'missing', sent: 0 };
const ARRIVED: Standing = { status: 'arrived', sent: 0 };

/** A queue of everything that has not arrived yet. */
export function queueOf(plan: readonly Part[], arrived: readonly Part[]): PartQueue {
  const there = new Set(arrived.map(({ partNumber }) => partNumber));
  return { plan, standings: plan.map(({ partNumber }) => (there.has(partNumber) ? ARRIVED : MISSING)) };
}

/** The queue after an event. What has arrived stays so, whatever is still heard of it. */
export function nextQueue(queue: PartQueue, event: PartEvent): PartQueue {
  const index = event.partNumber - 1;
  const before = queue.standings[index];
  const part = queue.plan[index];
  if (!before || !part || before.status === 'arrived') return queue;
  return { ...queue, standings: queue.standings.with(index, standingAfter(before, part, event)) };
}

function standingAfter(before: Standing, { size }: Part, event: PartEvent): Standing {
  switch (event.type) {
    case 'taken':
      return { status: 'sending', sent: 0 };
    case 'progressed':
      return before.status === 'sending' ? { ...before, sent: Math.min(event.sent, size) } : before;
    case 'arrived':
      return ARRIVED;
  }
}

/** The parts that nobody is sending, in order. */
export function missingParts({ plan, standings }: PartQueue): Part[] {
  return plan.filter((_, index) => standings[index]?.status === 'missing');
}

/** The parts that have not arrived, in order. */
export function outstandingParts({ plan, standings }: PartQueue): Part[] {
  return plan.filter((_, index) => standings[index]?.status !== 'arrived');
}

/** Bytes that are there or on their way. */
export function bytesSent({ plan, standings }: PartQueue): number {
  return plan.reduce((sum, { size }, index) => {
    const standing = standings[index];
    return sum + (standing?.status === 'arrived' ? size : (standing?.sent ?? 0));
  }, 0);
}
