import { formatDepth } from '../../platform/format.ts';
import { type Purchase, priceText } from './purchase/purchase.ts';
import { texts } from './texts.ts';

interface PurchaseSummaryProps {
  /** Undefined if the selection can't be bought. */
  readonly purchase: Purchase | undefined;
  /** The member's depth, in metres. */
  readonly depth: number;
}

/** Shows the chosen depth, the resulting depth, and the price. */
export function PurchaseSummary({ purchase, depth }: PurchaseSummaryProps) {
  return (
    <dl className="summary" aria-live="polite">
      <div>
        <dt>{texts.youGet}</dt>
        <dd>{purchase ? `${purchase.metres}m` : texts.noPrice}</dd>
      </div>
      <div>
        <dt>{texts.rise}</dt>
        <dd>{purchase ? formatDepth(depth + purchase.metres) : texts.noPrice}</dd>
      </div>
      <div className="summary__price">
        <dt>{texts.youPay}</dt>
        <dd>{purchase ? priceText(purchase.cents) : texts.noPrice}</dd>
      </div>
    </dl>
  );
}
