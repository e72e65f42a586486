import { formatDepth } from '../../platform/format.ts';
import { type Purchase, priceText } from './purchase/purchase.ts';
import { texts } from './texts.ts';

interface PurchaseSummaryProps {
  /** Undefined when what is chosen cannot be bought. */
  readonly purchase: Purchase | undefined;
  /** The member's depth, in metres. */
  readonly depth: number;
}

/** What is bought, where it leads, and what it costs, as it is chosen. */
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
