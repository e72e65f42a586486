import { layerAt } from '../../../../shared/rules/layers.ts';
import { formatDepth } from '../../platform/text/format-depth.ts';
import { formatPrice, type Purchase } from './purchase/purchase.ts';
import { texts } from './texts.ts';

interface PurchaseSummaryProps {
  /** Undefined if the selection can't be bought. */
  readonly purchase: Purchase | undefined;
  /** The member's depth, in metres. */
  readonly depth: number;
  /** Tells the member why there is no purchase. Undefined if the form already explains it. */
  readonly emptyHint: string | undefined;
}

/** Shows the member's depth, the depth after the purchase, and the price. Without a purchase, it shows no numbers. */
export function PurchaseSummary({ purchase, depth, emptyHint }: PurchaseSummaryProps) {
  const depthAfter = purchase && depth + purchase.metres;

  return (
    <div className="summary">
      <dl aria-live="polite">
        <DepthRow label={texts.depthNow} depth={depth} />
        <DepthRow label={texts.depthAfter} depth={depthAfter} />
        <div>
          <dt>{texts.youGet}</dt>
          <dd>{purchase ? `${purchase.metres}m` : texts.noValue}</dd>
        </div>
        <div className="summary__price">
          <dt>{texts.youPay}</dt>
          <dd>{purchase ? formatPrice(purchase.cents) : texts.noValue}</dd>
        </div>
      </dl>
      <p role="status" className="summary__missing">
        {!purchase && emptyHint}
      </p>
    </div>
  );
}

/** Shows a depth, in metres, with its layer. */
function DepthRow({ label, depth }: { label: string; depth: number | undefined }) {
  return (
    <div className="summary__place">
      <dt>{label}</dt>
      <dd>
        {depth === undefined ? (
          texts.noValue
        ) : (
          <>
            {formatDepth(depth)} <span className="summary__layer">{layerAt(depth).name}</span>
          </>
        )}
      </dd>
    </div>
  );
}
