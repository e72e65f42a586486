import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { RuntimeConfig } from '../../../../shared/contract/runtime-config.ts';
import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import type { PaymentMethod } from '../../../../shared/rules/prices.ts';
import { LeaveGuard } from '../../design/leave-guard.tsx';
import RemainingAllowance from '../../design/remaining-allowance.tsx';
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

interface PaymentFormProps extends PaymentCallbacks {
  readonly profile: OwnProfile;
  readonly children: ReactNode;
}

/** The form that buys depth. At the surface, it offers no packages. See docs/product.md#payments. */
export function PaymentForm({ profile, children, ...callbacks }: PaymentFormProps) {
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
  const { selected, method } = state;
  const busy = state.attempt.status === 'processing';

  const hasPackages = profile.depth < SURFACE_METRES;
  // Without packages, the input is the only choice, so it shows what is selected.
  const customText = state.customText || (hasPackages ? '' : String(selected ?? ''));
  const missingText = hasPackages ? texts.nothingChosen : texts.nothingEntered;

  const chosenPurchase = selected === undefined ? undefined : purchaseFor(selected);
  const suggestedMethods = config ? otherMethods(method, config) : [];
  const problem = customProblem(state) ?? (chosenPurchase && minimumProblem(method, chosenPurchase, suggestedMethods));
  const purchase = problem ? undefined : chosenPurchase;

  const paypal = usePayPal(profile, purchase, payment);
  const custom = useRef<HTMLInputElement>(null);

  function isReady(): boolean {
    if (!purchase) custom.current?.focus();
    return purchase !== undefined;
  }

  return (
    <section className="purchase" aria-labelledby={`${id}heading`}>
      <LeaveGuard active={busy} {...texts.leave} />
      <div className="purchase__choice">
        <h2 id={`${id}heading`}>{hasPackages ? texts.heading : texts.headingAtSurface}</h2>
        {hasPackages && (
          <PackagePicker
            depth={profile.depth}
            selected={purchase && selected}
            disabled={busy}
            onChange={(metres) => dispatch({ type: 'packageChosen', metres })}
          />
        )}
        <CustomDepth
          label={hasPackages ? texts.custom : texts.customOnly}
          text={customText}
          disabled={busy}
          problem={problem}
          formId={config?.stripe && method === 'stripe' ? `${id}card` : undefined}
          input={custom}
          onTextChange={(text) => dispatch({ type: 'customTyped', text })}
        />
      </div>
      <div className="purchase__pay">
        <h2>{texts.payment}</h2>
        <PurchaseSummary purchase={purchase} depth={profile.depth} missing={problem ? undefined : missingText} />
        <MethodToggle
          method={method}
          disabled={busy}
          onChange={(newMethod) => dispatch({ type: 'methodChosen', method: newMethod })}
        />
        <RemainingAllowance limits={['payments']} active={!busy} />
        {config && <PaymentPanel {...{ config, profile, purchase, isReady, payment, paypal }} formId={`${id}card`} />}
        {!config && <SettingsStatus error={error} onRetry={() => void refetch()} />}
        <AttemptOutcome attempt={state.attempt} arrival={payment.arrival} />
      </div>
      {children}
    </section>
  );
}

/** Returns the available payment methods other than the chosen one. */
function otherMethods(method: PaymentMethod, { stripe, paypal }: RuntimeConfig): PaymentMethod[] {
  if (method === 'stripe') return paypal ? ['paypal'] : [];
  return stripe ? ['stripe'] : [];
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
