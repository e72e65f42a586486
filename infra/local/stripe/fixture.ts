import Stripe from 'stripe';
import { openProvider } from '../providers/fixture.ts';
import { LocalStripe, type LocalStripeSettings } from './stripe.ts';

/** Opens an account with an endpoint for these event types, and the official SDK connected to it. */
export async function open({
  events,
  ...settings
}: Partial<LocalStripeSettings> & { events?: readonly string[] } = {}) {
  const opened = await openProvider(
    ({ webhook, ...others }: LocalStripeSettings) =>
      LocalStripe.open({ ...others, webhook: events ? { ...webhook, events } : webhook }),
    settings,
  );
  const { provider: local, endpoint, directory } = opened;
  return { local, endpoint, directory, sdk: sdkOf(local) };
}

/** Returns the official SDK, connected to the stand-in. */
export function sdkOf(local: LocalStripe, key = local.secretKey): Stripe {
  return new Stripe(key, { ...local.address, maxNetworkRetries: 0, telemetry: false });
}

/** Creates a payment of ten dollars. */
export function tenDollars(sdk: Stripe): Promise<Stripe.PaymentIntent> {
  return sdk.paymentIntents.create({ amount: 1000, currency: 'usd' });
}

/** Creates a payment of ten dollars and pays it. */
export async function paidTenDollars(sdk: Stripe): Promise<Stripe.PaymentIntent> {
  const { id } = await tenDollars(sdk);
  return sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
}
