import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { RuntimeConfig } from '../../../../../shared/contract/runtime-config.ts';
import { useDimmed } from '../../../ocean/dimmed.ts';
import { paletteAt } from '../../../ocean/palette.ts';
import { api } from '../../../platform/api/api.ts';
import { describeCardError, StripeNotLoadedError, StripePaymentError } from '../purchase/payment-errors.ts';
import { formatPrice, type Purchase } from '../purchase/purchase.ts';
import type { Payment } from '../purchase/use-payment.ts';
import { texts as paymentTexts } from '../texts.ts';
import { buildCardOptions } from './card-style.ts';
import { payByCard } from './pay-by-card.ts';
import { texts } from './texts.ts';
import { useStripeScript } from './use-stripe-script.ts';

/** Shown if Stripe's script couldn't be loaded, with a button that loads it again. */
function ScriptFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="card-payment__failed">
      <span role="status">{texts.cardFormMissing}</span>
      <button type="button" className="text-button" onClick={onRetry}>
        {texts.loadAgain}
      </button>
    </div>
  );
}

interface CardChargeOptions {
  readonly stripe: Stripe;
  readonly card: StripeCardElement;
  readonly profile: OwnProfile;
  readonly purchase: Purchase;
  readonly idempotencyKey: string;
}

/** Pays the purchase with the card in Stripe's field. Throws the errors of `payByCard`. */
function chargeCard({ stripe, card, profile, purchase, idempotencyKey }: CardChargeOptions) {
  const { metres, cents, packageName } = purchase;
  const userId = profile.id;
  const billing_details = { email: profile.email };

  return payByCard({
    createIntent: () =>
      api.payments.createPaymentIntent({ userId, amount: cents, depth: metres, packageName, idempotencyKey }),
    confirm: (secret) => stripe.confirmCardPayment(secret, { payment_method: { card, billing_details } }),
  });
}

interface CardPaymentProps {
  readonly settings: NonNullable<RuntimeConfig['stripe']>;
  /** The form's ID, for inputs outside the form. */
  readonly formId: string;
  readonly profile: OwnProfile;
  /** Undefined if the selection can't be bought. */
  readonly purchase: Purchase | undefined;
  /** Returns whether the selection can be bought, and focuses the problem if not. Called before anything is sent. */
  readonly validateSelection: () => boolean;
  readonly payment: Payment;
}

interface CardFormProps extends Omit<CardPaymentProps, 'settings'> {
  /** Whether Stripe's script couldn't be loaded. */
  readonly hasFailed: boolean;
  /** Loads the script again. */
  readonly onRetry: () => void;
}

/** The form inside Stripe's provider. */
function CardForm({ formId, profile, purchase, validateSelection, payment, hasFailed, onRetry }: CardFormProps) {
  const id = useId();
  const stripe = useStripe();
  const elements = useElements();
  const [cardChange, setCardChange] = useState<StripeCardElementChangeEvent>();
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = payment.state.attempt.status === 'processing';
  const { scheme } = paletteAt(profile.depth, { isDimmed: useDimmed() });
  const cardOptions = { ...buildCardOptions(scheme), disabled: isBusy };

  const { dispatch } = payment;
  useEffect(() => {
    if (stripe) dispatch({ type: 'cardFormLoaded' });
  }, [stripe, dispatch]);

  async function pay() {
    const card = elements?.getElement(CardElement);
    if (!validateSelection() || !purchase || !payment.start()) return;

    // The card field gets disabled and would lose the focus.
    button.current?.focus();

    try {
      if (!stripe || !card) throw new StripeNotLoadedError();
      if (cardChange?.error) throw new StripePaymentError(cardChange.error.message);
      if (!cardChange?.complete) return payment.fail(undefined, () => ({ text: texts.cardIncomplete }));

      const idempotencyKey = payment.key.forChoice(`card ${purchase.metres}`);
      const status = await chargeCard({ stripe, card, profile, purchase, idempotencyKey });

      card.clear();
      payment.succeed(purchase, { status });
    } catch (error) {
      if (error instanceof StripeNotLoadedError && hasFailed) onRetry();
      payment.fail(error, describeCardError);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void pay();
  }

  return (
    <form id={formId} className="card-payment" onSubmit={submit} aria-busy={isBusy} noValidate>
      <label htmlFor={`${id}card`}>{texts.card}</label>
      <div className={`card-payment__field${isBusy ? ' card-payment__field--busy' : ''}`}>
        <CardElement id={`${id}card`} options={cardOptions} onChange={setCardChange} />
        {!stripe && !hasFailed && <span className="soft">{texts.loadingCard}</span>}
        {!stripe && hasFailed && <ScriptFailure onRetry={onRetry} />}
      </div>
      <p className="soft card-payment__note">{texts.cardNote}</p>
      <button ref={button} type="submit" className="button purchase__button" aria-disabled={isBusy}>
        {isBusy ? paymentTexts.processing : paymentTexts.pay(purchase && formatPrice(purchase.cents))}
      </button>
    </form>
  );
}

/** Stripe's card field and the Pay button. */
export function CardPayment({ settings, ...rest }: CardPaymentProps) {
  const { stripe, hasFailed, load } = useStripeScript(settings);

  return (
    <Elements stripe={stripe}>
      <CardForm {...rest} hasFailed={hasFailed} onRetry={() => void load()} />
    </Elements>
  );
}
