import { Suspense } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { RuntimeConfig } from '../../../../shared/contract/runtime-config.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { CardPayment } from './card/card-payment.tsx';
import { texts as paypalTexts } from './paypal/texts.ts';
import type { PayPal } from './paypal/use-paypal.ts';
import { formatPrice, type Purchase } from './purchase/purchase.ts';
import { texts as purchaseTexts } from './purchase/texts.ts';
import type { Payment } from './purchase/use-payment.ts';
import { texts } from './texts.ts';

const PayPalPayment = lazyPart(() => import('./paypal/paypal-payment.tsx'));

interface PaymentPanelProps {
  readonly config: RuntimeConfig;
  readonly formId: string;
  readonly profile: OwnProfile;
  /** Undefined if the selection can't be bought. */
  readonly purchase: Purchase | undefined;
  /** Returns whether the selection can be bought, and focuses the problem if not. */
  readonly validateSelection: () => boolean;
  readonly payment: Payment;
  readonly paypal: PayPal;
}

/** The chosen payment method, or why it isn't available. */
export function PaymentPanel({ config, paypal, ...sharedProps }: PaymentPanelProps) {
  const { payment, purchase, validateSelection } = sharedProps;
  const { method, attempt } = payment.state;
  const isBusy = attempt.status === 'processing';

  if (paypal.unfinishedOrder) {
    return (
      <UnfinishedPayment
        purchase={paypal.unfinishedOrder.purchase}
        isBusy={isBusy}
        onFinish={() => void paypal.finishOrder()}
      />
    );
  }

  if (method === 'stripe') {
    return config.stripe ? (
      <CardPayment {...sharedProps} settings={config.stripe} />
    ) : (
      <Unavailable text={texts.unavailable.stripe} otherMethod={config.paypal && purchaseTexts.methods.paypal} />
    );
  }
  if (!config.paypal) {
    return <Unavailable text={texts.unavailable.paypal} otherMethod={config.stripe && purchaseTexts.methods.stripe} />;
  }

  return (
    <Suspense fallback={<p className="soft">{paypalTexts.loading}</p>}>
      <PayPalPayment
        settings={config.paypal}
        paypal={paypal}
        isBusy={isBusy}
        isSelectionInvalid={!purchase}
        validateSelection={validateSelection}
      />
    </Suspense>
  );
}

interface UnfinishedPaymentProps {
  readonly purchase: Purchase;
  readonly isBusy: boolean;
  readonly onFinish: () => void;
}

/** Shown after a PayPal payment with an unknown outcome. The button finishes the payment. */
function UnfinishedPayment({ purchase: { metres, cents }, isBusy, onFinish }: UnfinishedPaymentProps) {
  return (
    <div className="purchase__missing">
      <p>{paypalTexts.finishNote(`${metres}m`, formatPrice(cents))}</p>
      <button type="button" className="button purchase__button" aria-disabled={isBusy} onClick={onFinish}>
        {isBusy ? texts.processing : paypalTexts.finish}
      </button>
    </div>
  );
}

/** Shown if a payment method isn't available. Suggests the other method if it is available. */
function Unavailable({ text, otherMethod }: { text: string; otherMethod: string | undefined }) {
  return (
    <p className="purchase__missing" role="status">
      {text} {otherMethod && texts.tryOther(otherMethod)}
    </p>
  );
}
