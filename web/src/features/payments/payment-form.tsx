import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { RuntimeConfig } from '../../../../shared/contract/runtime-config.ts';
import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import type { PaymentMethod } from '../../../../shared/rules/prices.ts';
import { LeaveGuard } from '../../design/leave-guard.tsx';
import RemainingAllowance from '../../design/remaining-allowance.tsx';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { MethodToggle } from './method-toggle.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { AttemptOutcome } from './purchase/attempt-outcome.tsx';
import { PurchaseChoice } from './purchase-choice.tsx';
import './payments.css';
import { usePayPal } from './paypal/use-paypal.ts';
import { buildPurchase, findMinimumProblem, type Purchase } from './purchase/purchase.ts';
import { findDepthProblem, type PurchaseState } from './purchase/purchase-state.ts';
import { type PaymentCallbacks, usePayment } from './purchase/use-payment.ts';
import { PurchaseSummary } from './purchase-summary.tsx';
import { texts } from './texts.ts';

/** Returns the available payment methods other than the chosen one. */
function findOtherMethods(method: PaymentMethod, { stripe, paypal }: RuntimeConfig): PaymentMethod[] {
  if (method === 'stripe') return paypal ? ['paypal'] : [];
  return stripe ? ['stripe'] : [];
}

/** The purchase of the selected depth, or why it can't be bought. Neither if nothing is selected. */
interface CheckedSelection {
  readonly purchase: Purchase | undefined;
  readonly problem: string | undefined;
}

/** Checks whether the chosen method can pay for the selected depth. */
function checkSelection(state: PurchaseState, config: RuntimeConfig | undefined): CheckedSelection {
  const { selectedMetres, method } = state;
  const purchase = selectedMetres === undefined ? undefined : buildPurchase(selectedMetres);
  const suggestedMethods = config ? findOtherMethods(method, config) : [];

  const problem = findDepthProblem(state) ?? (purchase && findMinimumProblem(method, purchase, suggestedMethods));
  return { purchase: problem ? undefined : purchase, problem };
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

interface PaymentFormProps extends PaymentCallbacks {
  readonly profile: OwnProfile;
  readonly children: ReactNode;
}

/** The form that buys depth. At the surface, it offers no packages. See docs/product.md#payments. */
export function PaymentForm({ profile, children, ...callbacks }: PaymentFormProps) {
  const id = useId();
  const cardFormId = `${id}card`;
  const customInput = useRef<HTMLInputElement>(null);

  const settings = useQuery({
    queryKey: ['runtime-config'],
    queryFn: runtimeConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const config = settings.data;

  const payment = usePayment(profile, callbacks);
  const { state, dispatch } = payment;
  const { method, attempt } = state;
  const isBusy = attempt.status === 'processing';

  const { purchase, problem } = checkSelection(state, config);
  const paypal = usePayPal(profile, purchase, payment);
  const emptyHint = profile.depth < SURFACE_METRES ? texts.nothingChosen : texts.nothingEntered;

  /** Returns whether the selection can be bought. If not, focuses the field for another depth. */
  function validateSelection(): boolean {
    if (!purchase) customInput.current?.focus();
    return purchase !== undefined;
  }

  return (
    <section className="purchase" aria-labelledby={`${id}heading`}>
      <LeaveGuard isActive={isBusy} {...texts.leave} />
      <PurchaseChoice
        headingId={`${id}heading`}
        depth={profile.depth}
        payment={payment}
        purchase={purchase}
        problem={problem}
        formId={config?.stripe && method === 'stripe' ? cardFormId : undefined}
        customInput={customInput}
      />
      <div className="purchase__pay">
        <h2>{texts.payment}</h2>
        <PurchaseSummary purchase={purchase} depth={profile.depth} emptyHint={problem ? undefined : emptyHint} />
        <MethodToggle
          method={method}
          disabled={isBusy}
          onChange={(newMethod) => dispatch({ type: 'methodChosen', method: newMethod })}
        />
        <RemainingAllowance limits={['payments']} isActive={!isBusy} />
        {config && (
          <PaymentPanel
            config={config}
            formId={cardFormId}
            profile={profile}
            purchase={purchase}
            validateSelection={validateSelection}
            payment={payment}
            paypal={paypal}
          />
        )}
        {!config && <SettingsStatus error={settings.error} onRetry={() => void settings.refetch()} />}
        <AttemptOutcome attempt={attempt} arrival={payment.arrival} />
      </div>
      {children}
    </section>
  );
}
