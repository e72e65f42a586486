import { useEffect, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { endsAttempt, type Problem } from './problem.ts';
import type { Purchase } from './purchase.ts';
import { useDepthArrival } from './use-depth-arrival.ts';
import { usePurchase } from './use-purchase.ts';

/** How a payment has ended that was not refused; the depth is known when the server has told it. */
interface Paid {
  readonly status: 'succeeded' | 'pending';
  /** Metres. */
  readonly depth?: number;
}

export interface PaymentWishes {
  /** Told of the member's depth, in metres, when a payment has changed it. */
  readonly onDepth: (depth: number) => void;
  /** Has the member's depth asked for anew. */
  readonly onAskDepth: () => void;
}

/** The payment form: what is chosen, and one payment at a time. */
export function usePayment(profile: OwnProfile, { onDepth, onAskDepth }: PaymentWishes) {
  const { state, dispatch, key } = usePurchase();
  const { arrival, expectAbove } = useDepthArrival(profile.depth, onAskDepth);
  const depth = useRef(profile.depth);
  useEffect(() => {
    depth.current = profile.depth;
  }, [profile.depth]);
  // Known at once, where the state is known only to the next render: a second press comes before that.
  const running = useRef(false);
  const depthBefore = useRef<number>(undefined);

  /** @returns false when a payment is under way already */
  function begin(): boolean {
    if (running.current) return false;
    running.current = true;
    // From before the first try: the depth may be here before the page learns that it was paid for.
    depthBefore.current ??= depth.current;
    dispatch({ type: 'started' });
    return true;
  }

  function succeed({ metres }: Purchase, { status, depth: reached }: Paid): void {
    running.current = false;
    if (reached !== undefined) onDepth(reached);
    else if (status === 'succeeded') expectAbove(depthBefore.current ?? depth.current);
    end();
    dispatch({ type: status === 'succeeded' ? 'succeeded' : 'reviewed', metres });
  }

  function fail(error: unknown, describe: (error: unknown) => Problem): void {
    running.current = false;
    // What the form has refused by itself is no error.
    if (error !== undefined) console.error(error);
    if (endsAttempt(error)) end();
    dispatch({ type: 'failed', problem: describe(error) });
  }

  /** What is paid for next is another purchase. */
  function end(): void {
    key.end();
    depthBefore.current = undefined;
  }

  function cancel(): void {
    if (!running.current) return;
    running.current = false;
    dispatch({ type: 'cancelled' });
  }

  return { state, dispatch, key, arrival, begin, succeed, fail, cancel, end };
}

export type Payment = ReturnType<typeof usePayment>;
