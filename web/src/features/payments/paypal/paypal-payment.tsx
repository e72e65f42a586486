import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useState } from 'react';
import type { RuntimeConfig } from '../../../../../shared/contract/runtime-config.ts';
import { texts as paymentTexts } from '../texts.ts';
import { texts } from './texts.ts';
import type { PayPal } from './use-paypal.ts';

interface PayPalPaymentProps {
  readonly settings: NonNullable<RuntimeConfig['paypal']>;
  readonly paypal: PayPal;
  readonly isBusy: boolean;
  /** Whether the selection can't be bought. Disables the button. */
  readonly isSelectionInvalid: boolean;
  /** Returns whether the selection can be bought, and focuses the problem if not. Checked on the click. */
  readonly validateSelection: () => boolean;
}

/** PayPal's button. Loads PayPal's script when it is first shown. */
export default function PayPalPayment({ settings, ...props }: PayPalPaymentProps) {
  const { clientId, sdkBaseUrl } = settings;
  // The provider loads the script only once, so a retry needs a new provider.
  const [attempt, setAttempt] = useState(0);

  return (
    <PayPalScriptProvider
      key={attempt}
      options={{ clientId, sdkBaseUrl, currency: 'USD', intent: 'capture', components: 'buttons' }}
    >
      <PayPalButton {...props} onRetry={() => setAttempt(attempt + 1)} />
    </PayPalScriptProvider>
  );
}

interface PayPalButtonProps extends Omit<PayPalPaymentProps, 'settings'> {
  /** Loads PayPal's script again. */
  readonly onRetry: () => void;
}

/** The button inside its provider, or an error with a retry if the script couldn't be loaded. */
function PayPalButton({ paypal, isBusy, isSelectionInvalid, validateSelection, onRetry }: PayPalButtonProps) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer();

  if (isRejected) {
    return (
      <div className="purchase__missing" role="alert">
        <p>{texts.loadFailed}</p>
        <button type="button" className="button button--quiet" onClick={onRetry}>
          {texts.retry}
        </button>
      </div>
    );
  }

  // Without a price, the text asks for a selection.
  const idleNote = isSelectionInvalid ? paymentTexts.pay(undefined) : texts.note;

  return (
    <div className="paypal-payment" aria-busy={isBusy}>
      {isPending && <p className="soft">{texts.loading}</p>}
      <PayPalButtons
        className="paypal-payment__buttons"
        style={{ layout: 'vertical', color: 'gold', shape: 'pill', label: 'paypal', height: 48 }}
        disabled={isBusy || isSelectionInvalid}
        // Rejecting the click keeps PayPal's window closed.
        onClick={(_, actions) => (validateSelection() ? actions.resolve() : actions.reject())}
        createOrder={paypal.createOrder}
        onApprove={paypal.onApprove}
        onCancel={paypal.onCancel}
        onError={paypal.onError}
      />
      <p className="soft paypal-payment__note" role="status">
        {isBusy ? paymentTexts.processing : idleNote}
      </p>
    </div>
  );
}
