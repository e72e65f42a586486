import type { Part } from './part-plan.ts';

/** The state of one part. */
interface PartState {
  readonly status: 'missing' | 'sending' | 'arrived';
  /** Bytes sent so far, while status is `sending`. Otherwise 0. */
  readonly sentBytes: number;
}

/** All parts of a file, and the state of each. */
interface PartQueue {
  readonly plan: readonly Part[];
  readonly states: readonly PartState[];
}

/** A change of one part. */
export type PartEvent =
  | { readonly type: 'started' | 'arrived'; readonly partNumber: number }
  | { readonly type: 'progressed'; readonly partNumber: number; readonly sentBytes: number };

const MISSING: PartState = { status: 'missing', sentBytes: 0 };
const ARRIVED: PartState = { status: 'arrived', sentBytes: 0 };

/** Builds a queue. Parts in `arrivedParts` are not sent again. */
export function createQueue(plan: readonly Part[], arrivedParts: readonly Part[]): PartQueue {
  const arrivedNumbers = new Set(arrivedParts.map(({ partNumber }) => partNumber));
  const states = plan.map(({ partNumber }) => (arrivedNumbers.has(partNumber) ? ARRIVED : MISSING));
  return { plan, states };
}

/** Returns the next queue. Ignores events about a part that has already arrived, or that is not in the plan. */
export function partQueueReducer(queue: PartQueue, event: PartEvent): PartQueue {
  const index = event.partNumber - 1;
  const state = queue.states[index];
  const part = queue.plan[index];
  if (!state || !part || state.status === 'arrived') return queue;

  return { ...queue, states: queue.states.with(index, partReducer(state, part, event)) };
}

/** Returns the next state of one part. Ignores the progress of a part that is not being sent. */
function partReducer(state: PartState, { size }: Part, event: PartEvent): PartState {
  switch (event.type) {
    case 'started':
      return { status: 'sending', sentBytes: 0 };
    case 'progressed':
      return state.status === 'sending' ? { ...state, sentBytes: Math.min(event.sentBytes, size) } : state;
    case 'arrived':
      return ARRIVED;
  }
}

/** Returns the parts that have not arrived and are not being sent, in order. */
export function listMissingParts({ plan, states }: PartQueue): Part[] {
  return plan.filter((_, index) => states[index]?.status === 'missing');
}

/** Returns the parts that have not arrived, in order. */
export function listOutstandingParts({ plan, states }: PartQueue): Part[] {
  return plan.filter((_, index) => states[index]?.status !== 'arrived');
}

/** Returns how many bytes have arrived, or have been sent of parts that are still being sent. */
export function countSentBytes({ plan, states }: PartQueue): number {
  return plan.reduce((sum, { size }, index) => {
    const state = states[index];
    return sum + (state?.status === 'arrived' ? size : (state?.sentBytes ?? 0));
  }, 0);
}
