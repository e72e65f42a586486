import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { PAYMENT_ORIGINS } from '../content-security-policy.ts';
import { PAYPAL_SCRIPTS, STRIPE_SCRIPT } from '../provider-scripts.ts';
import { LocalPayPal } from './paypal/paypal.ts';
import type { Closers } from './process/ports.ts';
import type { LocalProvider, ProviderSettings } from './providers/local-provider.ts';
import { JsonFile } from './state/json-file.ts';
import { LocalStripe } from './stripe/stripe.ts';

type Keys = Readonly<Record<string, string | undefined>>;

/** Offsets of the providers' ports from the site's port, unless the state directory has other ports. */
const PORT_OFFSETS = { stripe: 1, paypal: 2 };

type ProviderName = keyof typeof PORT_OFFSETS;

/** The payment providers of a local cloud: local providers, or the real providers in test mode. */
export interface PaymentProviders {
  readonly config: Required<Pick<RuntimeConfig, 'stripe' | 'paypal'>>;
  /** Values of the template's secrets, by construct path. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Environment variables that point functions to the local providers. */
  readonly environment: Readonly<Record<string, string>>;
  /** Origins for the page's Content-Security-Policy. */
  readonly origins: readonly string[];
  /** Undefined if the real provider is in use. */
  readonly stripe: LocalStripe | undefined;
  readonly paypal: LocalPayPal | undefined;
}

/** Waits of local providers, in milliseconds. Defaults resemble the real providers; tests shorten them. */
export interface ProviderTimings {
  /** Delays between attempts to deliver an event. */
  readonly retryDelaysMs?: readonly number[];
  /** How long a hanging capture keeps its connection open. */
  readonly hangMs?: number;
}

interface PaymentProvidersSettings {
  /** Returns the directory for a part of the state. */
  readonly statePath: (part: string) => string;
  /** The site's URL. */
  readonly url: string;
  readonly closers: Closers;
  /** Keys of real test accounts, by environment variable. */
  readonly keys?: Keys;
  readonly timings?: ProviderTimings | undefined;
  /** Ports of the local providers. Default: the ports of the last start, or free ports. */
  readonly ports?: Readonly<Record<ProviderName, number>>;
}

/**
 * Starts a local provider for each payment provider without keys.
 *
 * @throws Error if only some of a provider's keys are set.
 */
export async function startPaymentProviders(settings: PaymentProvidersSettings): Promise<PaymentProviders> {
  const { keys = {} } = settings;
  const hasStripe = hasAllKeys(keys, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
  // PAYPAL_WEBHOOK_ID is optional: without it, only the page completes purchases.
  const hasPayPal = hasAllKeys(keys, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET']);

  const openProvider = createProviderOpener(settings);
  const stripe = hasStripe ? undefined : await openProvider('stripe', LocalStripe.open);
  const paypal = hasPayPal ? undefined : await openProvider('paypal', LocalPayPal.open);

  const { secretKey, webhookSecret, publishableKey, scriptUrl } = stripe ?? readStripeAccount(keys);
  const { clientId, clientSecret, webhookId, sdkBaseUrl } = paypal ?? readPayPalAccount(keys);
  const localProviders = [stripe, paypal].filter((provider) => provider !== undefined);
  const usesRealProvider = localProviders.length < 2;

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
    origins: [...localProviders.map(({ origin }) => origin), ...(usesRealProvider ? PAYMENT_ORIGINS : [])],
    stripe,
    paypal,
  };
}

/**
 * Returns a function that opens a local provider on its own port. As with a real provider, the provider's frames then
 * have another origin than the page.
 */
function createProviderOpener({ statePath, url, closers, timings = {}, ports }: PaymentProvidersSettings) {
  const lastPorts = new JsonFile<Partial<Record<ProviderName, number>>>(statePath('payment-ports.json'), {});

  return async <P extends LocalProvider>(name: ProviderName, open: (settings: ProviderSettings) => Promise<P>) => {
    const webhook = { url: () => `${url}/api/${name}/webhook` };
    const openPort = (port: number) => open({ directory: statePath(name), webhook, ...timings, port });
    const port = ports?.[name] ?? lastPorts.value[name] ?? Number(new URL(url).port) + PORT_OFFSETS[name];
    const provider = await openPort(port).catch((error: unknown) => {
      if (ports) throw error;
      // Another program may use the port.
      return openPort(0);
    });
    closers.push(() => provider.close());

    lastPorts.value[name] = provider.port;
    lastPorts.saveNow();
    return provider;
  };
}

/** Returns what the local Stripe also returns, for an account at the real Stripe. */
function readStripeAccount(keys: Keys) {
  return {
    secretKey: keys.STRIPE_SECRET_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY ?? '',
    scriptUrl: STRIPE_SCRIPT,
  };
}

/** Returns what the local PayPal also returns, for an account at the real PayPal. */
function readPayPalAccount(keys: Keys) {
  return {
    clientId: keys.PAYPAL_CLIENT_ID ?? '',
    clientSecret: keys.PAYPAL_CLIENT_SECRET,
    webhookId: keys.PAYPAL_WEBHOOK_ID ?? '',
    sdkBaseUrl: PAYPAL_SCRIPTS.sandbox,
  };
}

/** Returns whether all keys are set. Throws an Error if only some of them are. */
function hasAllKeys(keys: Keys, names: readonly string[]): boolean {
  const missingNames = names.filter((name) => !keys[name]);
  if (missingNames.length === 0 || missingNames.length === names.length) return missingNames.length === 0;
  throw new Error(`To use the provider's test mode, also set ${missingNames.join(' and ')}.`);
}
