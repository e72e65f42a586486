import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useState } from 'react';
import type { RuntimeConfig } from '../../../../../shared/contract/runtime-config.ts';
import { texts } from '../texts.ts';
import type { PayPal } from './use-paypal.ts';

interface PayPalPaymentProps {
  readonly settings: NonNullable<RuntimeConfig['paypal']>;
  readonly paypal: PayPal;
  readonly isBusy: boolean;
  /** Whether the selection can't be bought. */
  readonly isBlocked: boolean;
  /** Returns whether the selection can be bought, and focuses the problem if not. Called before anything is sent. */
  readonly isReady: () => boolean;
}

/** PayPal's button. Loads PayPal's script when it is first shown. */
export default function PayPalPayment(props: PayPalPaymentProps) {
  const { clientId, sdkBaseUrl } = props.settings;
  // The provider loads the script only once, so a retry needs a new provider.
  const [loadCount, setLoadCount] = useState(0);

  return (
    <PayPalScriptProvider
      key={loadCount}
      options={{ clientId, sdkBaseUrl, currency: 'USD', intent: 'capture', components: 'buttons' }}
    >
      <Buttons {...props} onLoad={() => setLoadCount(loadCount + 1)} />
    </PayPalScriptProvider>
  );
}

/** PayPal's button inside its provider, or an error if the script couldn't be loaded. */
function Buttons({ paypal, isBusy, isBlocked, isReady, onLoad }: PayPalPaymentProps & { onLoad: () => void }) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer();

  if (isRejected) {
    return (
      <div className="purchase__missing" role="alert">
        <p>{texts.paypalMissing}</p>
        <button type="button" className="button button--quiet" onClick={onLoad}>
          {texts.retry}
        </button>
      </div>
    );
  }

  const idleNote = isBlocked ? texts.pay(undefined) : texts.paypalNote;

  return (
    <div className="paypal-payment" aria-busy={isBusy}>
      {isPending && <p className="soft">{texts.loadingPaypal}</p>}
      <PayPalButtons
        className="paypal-payment__buttons"
        style={{ layout: 'vertical', color: 'gold', shape: 'pill', label: 'paypal', height: 48 }}
        disabled={isBusy || isBlocked}
        onClick={(_, actions) => (isReady() ? actions.resolve() : actions.reject())}
        createOrder={paypal.createOrder}
        onApprove={paypal.onApprove}
        onCancel={paypal.onCancel}
        onError={paypal.onError}
      />
      <p className="soft paypal-payment__note" role="status">
        {isBusy ? texts.processing : idleNote}
      </p>
    </div>
  );
}
