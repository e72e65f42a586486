import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useState } from 'react';
import type { RuntimeConfig } from '../../../../../shared/contract/runtime-config.ts';
import { texts } from '../texts.ts';
import type { PayPal } from './use-paypal.ts';

interface PayPalPaymentProps {
  readonly settings: NonNullable<RuntimeConfig['paypal']>;
  readonly paypal: PayPal;
  readonly busy: boolean;
  /** Whether what is chosen cannot be bought. */
  readonly blocked: boolean;
  /** Asked before anything is sent; when nothing can be bought it shows why, and answers false. */
  readonly isReady: () => boolean;
}

/** Pays with PayPal: its script, loaded when it is chosen, and its button. */
export default function PayPalPayment(props: PayPalPaymentProps) {
  const { clientId, sdkBaseUrl } = props.settings;
  // The library loads its script once: another try needs another provider.
  const [tries, setTries] = useState(0);
  return (
    <PayPalScriptProvider
      key={tries}
      options={{ clientId, sdkBaseUrl, currency: 'USD', intent: 'capture', components: 'buttons' }}
    >
      <Buttons {...props} onLoad={() => setTries(tries + 1)} />
    </PayPalScriptProvider>
  );
}

function Buttons({ paypal, busy, blocked, isReady, onLoad }: PayPalPaymentProps & { onLoad: () => void }) {
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
  return (
    <div className="paypal-payment" aria-busy={busy}>
      {isPending && <p className="soft">{texts.loadingPaypal}</p>}
      <PayPalButtons
        className="paypal-payment__buttons"
        style={{ layout: 'vertical', color: 'gold', shape: 'pill', label: 'paypal', height: 48 }}
        disabled={busy || blocked}
        onClick={(_, actions) => (isReady() ? actions.resolve() : actions.reject())}
        createOrder={paypal.createOrder}
        onApprove={paypal.onApprove}
        onCancel={paypal.onCancel}
        onError={paypal.onError}
      />
      <p className="soft paypal-payment__note" role="status">
        {busy ? texts.processing : texts.paypalNote}
      </p>
    </div>
  );
}
