import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { RuntimeConfig } from '../../../../shared/contract/runtime-config.ts';
import type { PaymentMethod } from '../../../../shared/depth/prices.ts';
import { useLeaveGuard } from '../../platform/leave-guard.ts';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { CustomDepth } from './custom-depth.tsx';
import { MethodToggle } from './method-toggle.tsx';
import { PackagePicker } from './package-picker.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { AttemptOutcome } from './purchase/attempt-outcome.tsx';
import './payments.css';
import { usePayPal } from './paypal/use-paypal.ts';
import { minimumProblem, purchaseFor } from './purchase/purchase.ts';
import { customProblem } from './purchase/purchase-state.ts';
import { type PaymentCallbacks, usePayment } from './purchase/use-payment.ts';
import { PurchaseSummary } from './purchase-summary.tsx';
import { texts } from './texts.ts';

/** The form that buys depth. See docs/product.md#payments. */
export function PaymentForm({ profile, ...callbacks }: PaymentCallbacks & { readonly profile: OwnProfile }) {
  const id = useId();
  const {
    data: config,
    error,
    refetch,
  } = useQuery({
    queryKey: ['runtime-config'],
    queryFn: runtimeConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const payment = usePayment(profile, callbacks);
  const { state, dispatch } = payment;
  const { selected, customText, method } = state;
  const busy = state.attempt.status === 'processing';
  useLeaveGuard(busy, texts.leave);
  const purchase = purchaseFor(selected);
  const paypal = usePayPal(profile, purchase, payment);
  const depthProblem = customProblem(state);
  const problem = depthProblem ?? minimumProblem(method, purchase, config ? otherMethods(method, config) : []);
  const custom = useRef<HTMLInputElement>(null);

  function isReady(): boolean {
    if (problem) custom.current?.focus();
    return problem === undefined;
  }

  return (
    <section className="panel purchase" aria-labelledby={`${id}heading`}>
      <div className="purchase__choice">
        <h2 id={`${id}heading`}>{texts.heading}</h2>
        <PackagePicker
          selected={depthProblem ? undefined : selected}
          disabled={busy}
          onChange={(metres) => dispatch({ type: 'packageChosen', metres })}
        />
        <CustomDepth
          text={customText}
          disabled={busy}
          problem={problem}
          formId={config?.stripe && method === 'stripe' ? `${id}card` : undefined}
          input={custom}
          onTextChange={(text) => dispatch({ type: 'customTyped', text })}
          onBlur={() => dispatch({ type: 'customBlurred' })}
        />
        <PurchaseSummary purchase={depthProblem ? undefined : purchase} depth={profile.depth} />
      </div>
      <div className="purchase__pay">
        <h3>{texts.method}</h3>
        <MethodToggle
          method={method}
          disabled={busy}
          onChange={(newMethod) => dispatch({ type: 'methodChosen', method: newMethod })}
        />
        {config && (
          <PaymentPanel
            {...{ config, profile, purchase, isReady, payment, paypal }}
            formId={`${id}card`}
            blocked={problem !== undefined}
          />
        )}
        {!config && <SettingsStatus error={error} onRetry={() => void refetch()} />}
        <AttemptOutcome attempt={state.attempt} arrival={payment.arrival} />
      </div>
    </section>
  );
}

function otherMethods(method: PaymentMethod, { stripe, paypal }: RuntimeConfig): PaymentMethod[] {
  return method === 'stripe' ? (paypal ? ['paypal'] : []) : stripe ? ['stripe'] : [];
}

/** Shown until the payment settings are loaded: a loading text, or the error with a Retry button. */
function SettingsStatus({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <p className="soft">{texts.loading}</p>;
  return (
    <div className="purchase__missing" role="alert">
      <p>{texts.settingsFailed(error.message)}</p>
      <button type="button" className="button button--quiet" onClick={onRetry}>
        {texts.retry}
      </button>
    </div>
  );
}
