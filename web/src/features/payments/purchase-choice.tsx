import type { RefObject } from 'react';
import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import { CustomDepth } from './custom-depth.tsx';
import { PackagePicker } from './package-picker.tsx';
import type { Purchase } from './purchase/purchase.ts';
import type { Payment } from './purchase/use-payment.ts';
import { texts } from './texts.ts';

interface PurchaseChoiceProps {
  readonly headingId: string;
  /** The member's depth, in metres. */
  readonly depth: number;
  readonly payment: Payment;
  /** Undefined if the selection can't be bought. */
  readonly purchase: Purchase | undefined;
  /** Why the selection can't be bought, if so. */
  readonly problem: string | undefined;
  /** The form that Enter submits, if any. */
  readonly formId: string | undefined;
  /** The input for a custom depth, so that the payment form can focus it. */
  readonly customInput: RefObject<HTMLInputElement | null>;
}

/** Chooses the depth to buy: a package or a custom depth. At the surface, it offers no packages. */
export function PurchaseChoice(props: PurchaseChoiceProps) {
  const { headingId, depth, payment, purchase, problem, formId, customInput } = props;
  const { state, dispatch } = payment;
  const { selectedMetres, attempt } = state;
  const isBusy = attempt.status === 'processing';

  const hasPackages = depth < SURFACE_METRES;
  // Without packages, the input is the only choice, so it shows what is selected.
  const customText = state.customText || (hasPackages ? '' : String(selectedMetres ?? ''));

  return (
    <div className="purchase__choice">
      <h2 id={headingId}>{hasPackages ? texts.heading : texts.headingAtSurface}</h2>
      {hasPackages && (
        <PackagePicker
          depth={depth}
          selectedMetres={purchase && selectedMetres}
          disabled={isBusy}
          onChange={(metres) => dispatch({ type: 'packageChosen', metres })}
        />
      )}
      <CustomDepth
        label={hasPackages ? texts.custom : texts.customOnly}
        text={customText}
        disabled={isBusy}
        problem={problem}
        formId={formId}
        input={customInput}
        onTextChange={(text) => dispatch({ type: 'customTyped', text })}
      />
    </div>
  );
}
