import { layerAt } from '../../../../shared/rules/layers.ts';
import { formatDepth } from '../../platform/text/format.ts';
import { type Purchase, priceText } from './purchase/purchase.ts';
import { texts } from './texts.ts';

interface PurchaseSummaryProps {
  /** Undefined if the selection can't be bought. */
  readonly purchase: Purchase | undefined;
  /** The member's depth, in metres. */
  readonly depth: number;
  /** What to do if nothing is chosen. Undefined if the form shows another reason. */
  readonly missing: string | undefined;
}

/** Shows the member's depth, the depth after the purchase, and the price. Without a purchase, it shows no numbers. */
export function PurchaseSummary({ purchase, depth, missing }: PurchaseSummaryProps) {
  const target = purchase && depth + purchase.metres;

  return (
    <div className="summary">
      <dl aria-live="polite">
        <Place label={texts.youAre} depth={depth} />
        <Place label={texts.rise} depth={target} />
        <div>
          <dt>{texts.youGet}</dt>
          <dd>{purchase ? `${purchase.metres}m` : texts.noPrice}</dd>
        </div>
        <div className="summary__price">
          <dt>{texts.youPay}</dt>
          <dd>{purchase ? priceText(purchase.cents) : texts.noPrice}</dd>
        </div>
      </dl>
      <p role="status" className="summary__missing">
        {!purchase && missing}
      </p>
    </div>
  );
}

/** A depth with its layer. */
function Place({ label, depth }: { label: string; depth: number | undefined }) {
  return (
    <div className="summary__place">
      <dt>{label}</dt>
      <dd>
        {depth === undefined ? (
          texts.noPrice
        ) : (
          <>
            {formatDepth(depth)} <span className="summary__layer">{layerAt(depth).name}</span>
          </>
        )}
      </dd>
    </div>
  );
}
