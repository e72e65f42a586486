import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { PAYMENT_ORIGINS } from '../content-security-policy.ts';
import { PAYPAL_SCRIPTS, STRIPE_SCRIPT } from '../provider-scripts.ts';
import { LocalPayPal } from './paypal/paypal.ts';
import type { Closers } from './process/ports.ts';
import { LocalStripe } from './stripe/stripe.ts';

type Keys = Readonly<Record<string, string | undefined>>;

/** The payment providers of a local cloud: stand-ins, or the real ones in test mode. */
export interface PaymentProviders {
  readonly config: Required<Pick<RuntimeConfig, 'stripe' | 'paypal'>>;
  /** Values of the template's secrets, by the path of their construct in its stack. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Variables that point functions to the stand-ins. */
  readonly environment: Readonly<Record<string, string>>;
  /** Origins that the page must be allowed to load from. */
  readonly origins: readonly string[];
  /** Undefined where the real provider is in use. */
  readonly stripe: LocalStripe | undefined;
  readonly paypal: LocalPayPal | undefined;
}

/** How long stand-ins wait, in milliseconds. The defaults are like the providers' own; tests shorten them. */
export interface ProviderPatience {
  /** Waits between attempts to send an event. */
  readonly retryDelaysMs?: readonly number[];
  /** How long a hanging capture keeps its connection open. */
  readonly hangMs?: number;
}

interface PaymentProvidersSettings {
  /** Returns the folder for a part of the state. */
  readonly kept: (part: string) => string;
  /** The site's URL. */
  readonly url: string;
  readonly closers: Closers;
  /** Keys of real test accounts, named as in the README's section "Payments". */
  readonly keys?: Keys;
  readonly patience?: ProviderPatience | undefined;
  /** Where stand-ins listen; any free ports, if omitted. */
  readonly ports?: { readonly stripe: number; readonly paypal: number };
}

/**
 * Starts stand-ins for the payment providers whose keys are missing.
 *
 * @throws Error naming the missing keys, if only some of a provider's keys are set.
 */
export async function startPaymentProviders(settings: PaymentProvidersSettings): Promise<PaymentProviders> {
  const { kept, url, closers, keys = {}, patience = {}, ports } = settings;
  const hasStripe = hasAll(keys, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
  const hasPayPal = hasAll(keys, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET']);
  const standIn = (name: 'stripe' | 'paypal') => ({
    directory: kept(name),
    webhook: { url: () => `${url}/api/${name}/webhook` },
    ...patience,
    ...(ports && { port: ports[name] }),
  });
  const stripe = hasStripe ? undefined : await LocalStripe.open(standIn('stripe'));
  if (stripe) closers.push(() => stripe.close());
  const paypal = hasPayPal ? undefined : await LocalPayPal.open(standIn('paypal'));
  if (paypal) closers.push(() => paypal.close());
  const { secretKey, webhookSecret, publishableKey, scriptUrl } = stripe ?? {
    secretKey: keys.STRIPE_SECRET_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY ?? '',
    scriptUrl: STRIPE_SCRIPT,
  };
  const { clientId, clientSecret, webhookId, sdkBaseUrl } = paypal ?? {
    clientId: keys.PAYPAL_CLIENT_ID ?? '',
    clientSecret: keys.PAYPAL_CLIENT_SECRET,
    webhookId: keys.PAYPAL_WEBHOOK_ID ?? '',
    sdkBaseUrl: PAYPAL_SCRIPTS.sandbox,
  };
  const standIns = [stripe, paypal].filter((provider) => provider !== undefined);
  return {
    config: { stripe: { publishableKey, scriptUrl }, paypal: { clientId, sdkBaseUrl } },
    secrets: {
      'StripeKeys/Secret': JSON.stringify({ secretKey, webhookSecret }),
      'PayPalKeys/Secret': JSON.stringify({ clientId, clientSecret, webhookId }),
    },
    environment: {
      ...(stripe && { STRIPE_API_URL: stripe.origin }),
      ...(paypal && { PAYPAL_API_URL: paypal.origin }),
    },
    origins: [...standIns.map(({ origin }) => origin), ...(standIns.length === 2 ? [] : PAYMENT_ORIGINS)],
    stripe,
    paypal,
  };
}

/** Returns false if none of the keys is set. */
function hasAll(keys: Keys, names: readonly string[]): boolean {
  const missing = names.filter((name) => !keys[name]);
  if (missing.length === 0 || missing.length === names.length) return missing.length === 0;
  throw new Error(`To use the real test mode, set ${missing.join(' and ')} as well.`);
}
