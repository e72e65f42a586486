/*
 * Attempts to charge a card: its bank declines, requires 3-D Secure first, or pays. The test card decides.
 */
import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { type Decline, findTestCardBehavior } from './cards.ts';
import { StripeApiError } from './errors.ts';
import { addBalanceTransaction, computeFeeCents } from './money.ts';
import type { Cause, Charge, Intent, PaymentMethod } from './objects.ts';

/** Charges the payment method, or requires 3-D Secure first. Throws a StripeApiError if the card is declined. */
export function chargeOrAuthenticate(
  account: StripeAccount,
  intent: Intent,
  method: PaymentMethod,
  cause: Cause,
): void {
  intent.payment_method = method.id;
  intent.last_payment_error = null;

  if (!findTestCardBehavior(method).requiresAuthentication) {
    const declineError = chargeCard(account, intent, method, { cause, authenticated: false });
    if (declineError) throw declineError;
    return;
  }

  intent.status = 'requires_action';
  // This action makes Stripe.js show the bank's page.
  const source = newId('src');
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source } };
  account.emit('payment_intent.requires_action', intent, { cause });
}

/**
 * Charges the card. Returns the error if the bank declines.
 *
 * @param cause null if the bank continues the payment after 3-D Secure, without an API request.
 */
export function chargeCard(
  account: StripeAccount,
  intent: Intent,
  method: PaymentMethod,
  { cause, authenticated }: { readonly cause: Cause | null; readonly authenticated: boolean },
): StripeApiError | undefined {
  const { decline } = findTestCardBehavior(method);
  const charge = addCharge(account, intent, method, { decline, authenticated });
  intent.latest_charge = charge.id;

  if (decline) {
    const error = { type: 'card_error', ...decline, charge: charge.id, payment_method: method } as const;
    failIntent(intent, error);
    account.emit('charge.failed', charge, { cause });
    account.emit('payment_intent.payment_failed', intent, { cause });
    return new StripeApiError(402, { ...error, payment_intent: intent });
  }

  const { amount, currency } = intent;
  const line = { type: 'charge', amount, fee: computeFeeCents(amount), currency, source: charge.id } as const;
  charge.balance_transaction = addBalanceTransaction(account, line).id;
  Object.assign(intent, { amount_received: amount, status: 'succeeded', next_action: null });
  account.emit('charge.succeeded', charge, { cause });
  account.emit('payment_intent.succeeded', intent, { cause });

  return undefined;
}

function addCharge(
  account: StripeAccount,
  intent: Intent,
  method: PaymentMethod,
  { decline, authenticated }: { readonly decline: Decline | undefined; readonly authenticated: boolean },
): Charge {
  const { amount, currency, description, receipt_email } = intent;
  const three_d_secure = authenticated ? { result: 'authenticated', version: '2.2.0' } : null;

  return account.add<Charge>({
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    created: nowSeconds(),
    currency,
    description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: { ...intent.metadata },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: { ...method.card, three_d_secure }, type: 'card' },
    receipt_email,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  });
}

/** Records a failed attempt to pay. The intent then waits for another card. */
export function failIntent(intent: Intent, last_payment_error: object): void {
  Object.assign(intent, {
    last_payment_error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
}
