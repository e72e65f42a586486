import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { PAYMENT_ORIGINS } from '../content-security-policy.ts';
import { PAYPAL_SCRIPTS, STRIPE_SCRIPT } from '../provider-scripts.ts';
import { LocalPayPal } from './paypal/paypal.ts';
import type { Closers } from './services.ts';
import { LocalStripe } from './stripe/stripe.ts';

const STRIPE_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const PAYPAL_VARIABLES = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'] as const;

/** The payment providers of a local cloud: stand-ins, or the real ones' test modes. */
export interface PaymentProviders {
  /** What the browser is told. */
  readonly config: Required<Pick<RuntimeConfig, 'stripe' | 'paypal'>>;
  /** Values of the template's secrets, by the path of their construct in its stack. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What functions are told of where the providers are. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the page must be allowed to load. */
  readonly origins: readonly string[];
  /** The stand-ins, where they are in use. */
  readonly stripe: LocalStripe | undefined;
  readonly paypal: LocalPayPal | undefined;
}

/** How long stand-ins wait, in milliseconds: as long as the real ones would, unless tests are in a hurry. */
export interface ProviderPatience {
  /** Before they send an event again. */
  readonly retryDelaysMs?: readonly number[];
  /** Before the connection of a capture ends that is not answered. */
  readonly hangMs?: number;
}

export interface PaymentProvidersSettings {
  /** Where a part of the state is kept. */
  readonly kept: (part: string) => string;
  /** The site's own address. */
  readonly url: string;
  readonly closers: Closers;
  /** Keys of real test accounts, as README "Payments" names them. */
  readonly keys?: Readonly<Record<string, string | undefined>>;
  readonly patience?: ProviderPatience | undefined;
  /** Where stand-ins listen; any free ports, if not given. */
  readonly ports?: { readonly stripe: number; readonly paypal: number };
}

/**
 * Starts stand-ins for the payment providers whose keys are not in the environment.
 *
 * @throws Error naming what is missing, when only some of a provider's keys are given
 */
export async function startPaymentProviders(settings: PaymentProvidersSettings): Promise<PaymentProviders> {
  const { kept, url, closers, keys = {}, patience = {}, ports } = settings;
  const stripeKeys = allOrNone(keys, STRIPE_VARIABLES);
  const paypalKeys = allOrNone(keys, PAYPAL_VARIABLES);
  const standIn = (name: 'stripe' | 'paypal') => ({
    directory: kept(name),
    webhook: { url: () => `${url}/api/${name}/webhook` },
    ...patience,
    ...(ports && { port: ports[name] }),
  });
  const stripe = stripeKeys ? undefined : await LocalStripe.open(standIn('stripe'));
  if (stripe) closers.push(() => stripe.close());
  const paypal = paypalKeys ? undefined : await LocalPayPal.open(standIn('paypal'));
  if (paypal) closers.push(() => paypal.close());
  const ofStripe = stripe ?? {
    secretKey: stripeKeys?.STRIPE_SECRET_KEY,
    webhookSecret: stripeKeys?.STRIPE_WEBHOOK_SECRET,
    publishableKey: stripeKeys?.STRIPE_PUBLISHABLE_KEY ?? '',
    scriptUrl: STRIPE_SCRIPT,
  };
  const ofPaypal = paypal ?? {
    clientId: paypalKeys?.PAYPAL_CLIENT_ID ?? '',
    clientSecret: paypalKeys?.PAYPAL_CLIENT_SECRET,
    webhookId: keys.PAYPAL_WEBHOOK_ID ?? '',
    sdkBaseUrl: PAYPAL_SCRIPTS.sandbox,
  };
  const { secretKey, webhookSecret, publishableKey, scriptUrl } = ofStripe;
  const { clientId, clientSecret, webhookId, sdkBaseUrl } = ofPaypal;
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
    origins: [
      ...[stripe, paypal].flatMap((provider) => (provider ? [provider.origin] : [])),
      ...(stripe && paypal ? [] : PAYMENT_ORIGINS),
    ],
    stripe,
    paypal,
  };
}

function allOrNone<N extends string>(
  keys: Readonly<Record<string, string | undefined>>,
  names: readonly N[],
): Readonly<Record<N, string>> | undefined {
  const missing = names.filter((name) => !keys[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new Error(`To use the real test mode, set ${missing.join(' and ')} as well.`);
  return Object.fromEntries(names.map((name) => [name, keys[name]!])) as Record<N, string>;
}
