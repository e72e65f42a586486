import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

/** A PaymentIntent as Stripe returns it to a browser. */
interface BrowserIntent {
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Returns the base URL of Stripe's API, or of the local Stripe, derived from the URL of its script. */
function findStripeApiUrl({ stripe }: RuntimeConfig): string {
  const { origin } = new URL(stripe!.scriptUrl);
  return origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : origin;
}

/** Confirms a PaymentIntent with one of Stripe's test cards, like the page. */
export async function confirmCard(
  config: RuntimeConfig,
  { clientSecret, paymentIntentId }: { clientSecret: string; paymentIntentId: string },
  card = 'pm_card_visa',
): Promise<BrowserIntent> {
  const response = await fetch(`${findStripeApiUrl(config)}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.stripe!.publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  });
  return (await response.json()) as BrowserIntent;
}
