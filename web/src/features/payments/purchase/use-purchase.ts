import { useEffect, useReducer, useRef } from 'react';
import { AttemptKey } from './attempt-key.ts';
import { BANNER_MS, nextPurchase, START } from './purchase-state.ts';

/** The payment form's state, and the idempotency key of the purchase that it is about. */
export function usePurchase() {
  const [state, dispatch] = useReducer(nextPurchase, START);
  const key = useRef<AttemptKey>(undefined);
  key.current ??= new AttemptKey(() => crypto.randomUUID());
  const { attempt } = state;

  useEffect(() => {
    if (attempt.status !== 'success') return;
    const timer = setTimeout(() => dispatch({ type: 'rested' }), BANNER_MS);
    return () => clearTimeout(timer);
  }, [attempt]);

  return { state, dispatch, key: key.current };
}
