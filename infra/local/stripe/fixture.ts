/*
 * A local Stripe with the official SDK, for the tests of this folder.
 */
import Stripe from 'stripe';
import { openProvider } from '../providers/fixture.ts';
import { LocalStripe, type LocalStripeSettings } from './stripe.ts';

/**
 * Opens a local Stripe, the endpoint that receives its events, and an SDK client.
 *
 * @param options.eventTypes - the event types that the endpoint receives; all by default
 */
export async function openStripe({
  eventTypes,
  ...settings
}: Partial<LocalStripeSettings> & { eventTypes?: readonly string[] } = {}) {
  const fixture = await openProvider(
    ({ webhook, ...otherSettings }: LocalStripeSettings) =>
      LocalStripe.open({ ...otherSettings, webhook: eventTypes ? { ...webhook, eventTypes } : webhook }),
    settings,
  );
  const { provider: stripe, endpoint, directory } = fixture;
  return { stripe, endpoint, directory, sdk: createSdk(stripe) };
}

/** Returns a client of the official SDK for the local Stripe. */
export function createSdk(stripe: LocalStripe, key = stripe.secretKey): Stripe {
  return new Stripe(key, { ...stripe.sdkOptions, maxNetworkRetries: 0, telemetry: false });
}

/** Creates a PaymentIntent of ten dollars: 1,000 cents. */
export function createIntent(sdk: Stripe): Promise<Stripe.PaymentIntent> {
  return sdk.paymentIntents.create({ amount: 1000, currency: 'usd' });
}

/** Creates a PaymentIntent of ten dollars and pays it. */
export async function createPaidIntent(sdk: Stripe): Promise<Stripe.PaymentIntent> {
  const { id } = await createIntent(sdk);
  return sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
}
