import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { RuntimeConfig } from '../../../../../shared/contract/runtime-config.ts';
import { loadStripe } from './load-stripe.ts';

/** Loads Stripe.js. `stripe` is null until then; `load` retries after a failure. */
export function useStripeScript({ scriptUrl, publishableKey }: NonNullable<RuntimeConfig['stripe']>) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const load = useCallback(async () => {
    setHasFailed(false);

    try {
      setStripe(await loadStripe(scriptUrl, publishableKey));
    } catch (error) {
      console.error(error);
      setHasFailed(true);
    }
  }, [scriptUrl, publishableKey]);

  useEffect(() => void load(), [load]);

  return { stripe, hasFailed, load };
}
