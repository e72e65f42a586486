import { useEffect, useReducer, useRef } from 'react';
import { PurchaseKey } from './purchase-key.ts';
import { BANNER_MS, INITIAL_PURCHASE, purchaseReducer } from './purchase-state.ts';

/** Holds the state of the payment form and the idempotency key of the purchase. */
export function usePurchase() {
  const [state, dispatch] = useReducer(purchaseReducer, INITIAL_PURCHASE);
  const key = useRef<PurchaseKey>(undefined);
  key.current ??= new PurchaseKey(() => crypto.randomUUID());
  const { attempt } = state;

  useEffect(() => {
    if (attempt.status !== 'success') return;

    const timer = setTimeout(() => dispatch({ type: 'bannerExpired' }), BANNER_MS);
    return () => clearTimeout(timer);
  }, [attempt]);

  return { state, dispatch, key: key.current };
}
