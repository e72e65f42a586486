import { useEffect, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { endsAttempt, type PaymentProblem } from './payment-errors.ts';
import type { Purchase } from './purchase.ts';
import { useDepthArrival } from './use-depth-arrival.ts';
import { usePurchase } from './use-purchase.ts';

/** The result of a payment that was not declined. */
interface PaymentResult {
  readonly status: 'succeeded' | 'pending';
  /** The member's new depth in metres, if the response includes it. */
  readonly depth?: number;
}

export interface PaymentCallbacks {
  /** Receives the member's new depth, in metres, after a payment. */
  readonly onDepthChange: (depth: number) => void;
  /** Requests the member's depth again. */
  readonly onRefreshDepth: () => void;
}

/** Runs one payment at a time and holds the state of the payment form. */
export function usePayment(profile: OwnProfile, { onDepthChange, onRefreshDepth }: PaymentCallbacks) {
  const { state, dispatch, key } = usePurchase();
  const { arrival, expectAbove } = useDepthArrival(profile.depth, onRefreshDepth);
  const depth = useRef(profile.depth);

  useEffect(() => {
    depth.current = profile.depth;
  }, [profile.depth]);

  // Refs, because a second click can come before the next render.
  const isRunning = useRef(false);
  /** The depth before the first attempt, in metres. */
  const depthBefore = useRef<number>(undefined);

  /** Starts a payment. Returns false if one is already in progress. */
  function start(): boolean {
    if (isRunning.current) return false;

    isRunning.current = true;
    // Keeps the depth from before the first attempt: the webhook may credit it before the response arrives.
    depthBefore.current ??= depth.current;
    dispatch({ type: 'started' });

    return true;
  }

  /** Shows the result of a payment, and waits for the new depth if the response doesn't include it. */
  function succeed({ metres }: Purchase, { status, depth: newDepth }: PaymentResult): void {
    isRunning.current = false;

    if (newDepth !== undefined) onDepthChange(newDepth);
    else if (status === 'succeeded') expectAbove(depthBefore.current ?? depth.current);

    endAttempt();
    dispatch({ type: status === 'succeeded' ? 'succeeded' : 'pending', metres });
  }

  /** Shows why a payment failed. The next attempt keeps the idempotency key, unless the error ends the attempt. */
  function fail(error: unknown, describe: (error: unknown) => PaymentProblem): void {
    isRunning.current = false;
    // The error is undefined if the form rejected the input itself.
    if (error !== undefined) console.error(error);
    if (endsAttempt(error)) endAttempt();
    dispatch({ type: 'failed', problem: describe(error) });
  }

  /** Ends the attempt. The next payment gets a new idempotency key. */
  function endAttempt(): void {
    key.reset();
    depthBefore.current = undefined;
  }

  /** Shows that the member has closed the provider's window. */
  function cancel(): void {
    if (!isRunning.current) return;

    isRunning.current = false;
    dispatch({ type: 'cancelled' });
  }

  return { state, dispatch, key, arrival, start, succeed, fail, cancel, endAttempt };
}

/** The state of the payment form, and the functions that run a payment. */
export type Payment = ReturnType<typeof usePayment>;
