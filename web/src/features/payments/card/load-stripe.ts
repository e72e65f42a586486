import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { StripeMissing } from '../purchase/problem.ts';

/** What loading needs of the page. */
interface ScriptPlace {
  /** Adds a script to the page, and resolves once it has run. */
  readonly insert: (address: string) => Promise<void>;
  /** What the script has left on the page. */
  readonly find: () => StripeConstructor | undefined;
}

/**
 * Makes what loads Stripe.js, from wherever the configuration has it: `loadStripe` of @stripe/stripe-js knows one
 * address only. It is loaded once per address and key, and again when that has failed.
 */
export function stripeLoader({ insert, find }: ScriptPlace) {
  const loading = new Map<string, Promise<Stripe>>();

  async function load(address: string, publishableKey: string): Promise<Stripe> {
    try {
      if (!find()) await insert(address);
    } catch (error) {
      throw new StripeMissing({ cause: error });
    }
    const construct = find();
    if (!construct) throw new StripeMissing();
    return construct(publishableKey);
  }

  /** @throws StripeMissing when it could not be loaded */
  return (address: string, publishableKey: string): Promise<Stripe> => {
    const what = `${address} ${publishableKey}`;
    const known = loading.get(what);
    if (known) return known;
    const begun = load(address, publishableKey).catch((error) => {
      loading.delete(what);
      throw error;
    });
    loading.set(what, begun);
    return begun;
  };
}

function insertScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      // One that has failed never runs: the next attempt brings its own.
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(script);
  });
}

/** Loads Stripe.js into this page. */
export const loadStripe = stripeLoader({ insert: insertScript, find: () => window.Stripe });
