import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

/** What Stripe says of a PaymentIntent to a browser. */
interface BrowserIntent {
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Stripe's own address, or that of its stand-in, from where the page would load the script. */
function stripeApi({ stripe }: RuntimeConfig): string {
  const { origin } = new URL(stripe!.scriptUrl);
  return origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : origin;
}

/** Confirms a PaymentIntent with one of Stripe's test cards, as the page does. */
export async function confirmCard(
  config: RuntimeConfig,
  { clientSecret, paymentIntentId }: { clientSecret: string; paymentIntentId: string },
  card = 'pm_card_visa',
): Promise<BrowserIntent> {
  const response = await fetch(`${stripeApi(config)}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.stripe!.publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  });
  return (await response.json()) as BrowserIntent;
}
