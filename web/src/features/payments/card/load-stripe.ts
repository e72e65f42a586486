import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { StripeNotLoadedError } from '../purchase/payment-errors.ts';

/** Access to the page's scripts. */
interface ScriptDependencies {
  /** Adds a script to the page, and resolves once it has run. */
  readonly insert: (url: string) => Promise<void>;
  /** Returns Stripe's constructor once the script has defined it. */
  readonly findConstructor: () => StripeConstructor | undefined;
}

/**
 * Creates a function that loads Stripe.js once per URL and key. After a failure, the next call loads it again.
 *
 * `loadStripe` of @stripe/stripe-js supports only Stripe's own URL; ours comes from the configuration.
 */
export function createStripeLoader({ insert, findConstructor }: ScriptDependencies) {
  /** The loaded or loading Stripe objects, by URL and key. */
  const stripePromises = new Map<string, Promise<Stripe>>();

  async function load(url: string, publishableKey: string): Promise<Stripe> {
    try {
      if (!findConstructor()) await insert(url);
    } catch (error) {
      throw new StripeNotLoadedError({ cause: error });
    }

    const construct = findConstructor();
    if (!construct) throw new StripeNotLoadedError();

    return construct(publishableKey);
  }

  /** @throws StripeNotLoadedError if the script doesn't load */
  return (url: string, publishableKey: string): Promise<Stripe> => {
    const key = `${url} ${publishableKey}`;
    const existingPromise = stripePromises.get(key);
    if (existingPromise) return existingPromise;

    const promise = load(url, publishableKey).catch((error) => {
      stripePromises.delete(key);
      throw error;
    });
    stripePromises.set(key, promise);

    return promise;
  };
}

/** Adds a script to this page. Rejects if it can't be loaded. */
function insertScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      // A failed script element never runs. The next attempt inserts a new one.
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    };

    document.head.append(script);
  });
}

/** Loads Stripe.js into this page. */
export const loadStripe = createStripeLoader({ insert: insertScript, findConstructor: () => window.Stripe });
