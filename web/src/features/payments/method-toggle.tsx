import { useId } from 'react';
import type { PaymentMethod } from '../../../../shared/rules/prices.ts';
import { texts as purchaseTexts } from './purchase/texts.ts';
import { texts } from './texts.ts';

/** The payment methods, in the order on the page. */
const METHODS: readonly PaymentMethod[] = ['stripe', 'paypal'];

/** The SVG path of each method's icon. */
const ICONS: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'M3 6h18v12H3zM3 10h18M6.500 15h4',
  paypal: 'M8 20 10 4h5.500a4 4 0 0 1 0 8H9M12 12l-1 8',
};

interface MethodToggleProps {
  readonly method: PaymentMethod;
  readonly disabled: boolean;
  readonly onChange: (method: PaymentMethod) => void;
}

/** Chooses between card and PayPal. */
export function MethodToggle({ method, disabled, onChange }: MethodToggleProps) {
  const id = useId();

  return (
    <fieldset className="purchase__set" disabled={disabled}>
      <legend className="visually-hidden">{texts.method}</legend>
      <div className="methods">
        {METHODS.map((option) => (
          <label key={option} className="method">
            <input
              type="radio"
              className="visually-hidden"
              name={`${id}method`}
              checked={option === method}
              onChange={() => onChange(option)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={ICONS[option]} />
            </svg>
            {purchaseTexts.methods[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
