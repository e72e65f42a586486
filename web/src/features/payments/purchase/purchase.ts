import {
  dollars,
  MAX_PURCHASE_METRES,
  MINIMUM_CENTS,
  metresOf,
  type PaymentMethod,
  packageNameOf,
  priceCents,
  purchaseSteps,
} from '../../../../../shared/depth/prices.ts';
import { texts } from '../texts.ts';

/** What a member is about to pay for. */
export interface Purchase {
  readonly metres: number;
  readonly cents: number;
  /** As receipts call it. */
  readonly packageName: string;
}

/** What the custom depth input says: nothing that counts, a depth, or a depth that cannot be bought. */
type CustomDepth =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'metres'; readonly metres: number }
  | { readonly kind: 'problem'; readonly problem: string };

/** Reads the custom depth input. Non-numeric and non-positive values are ignored (specification §5). */
export function readCustomDepth(text: string): CustomDepth {
  const metres = Number(text);
  if (!(metres > 0)) return { kind: 'ignored' };
  if (metres > MAX_PURCHASE_METRES) return { kind: 'problem', problem: texts.tooDeep };
  const steps = purchaseSteps(metres);
  if (steps === undefined) return { kind: 'problem', problem: texts.notInSteps };
  return { kind: 'metres', metres: metresOf(steps) };
}

/**
 * The purchase of so many metres.
 *
 * @throws RangeError when so many cannot be bought: nobody is asked for a price that was guessed
 */
export function purchaseOf(metres: number): Purchase {
  const steps = purchaseSteps(metres);
  if (steps === undefined) throw new RangeError(`${metres} metres cannot be bought`);
  return { metres, cents: priceCents(steps), packageName: packageNameOf(steps) };
}

/** Cents as a price: "$1.00". */
export function priceText(cents: number): string {
  return `$${dollars(cents)}`;
}

/** The price of a package as it is advertised: "$1". */
export function roundPriceText(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : priceText(cents);
}

/** The least depth, in metres, whose price a provider takes. */
export function leastMetres(method: PaymentMethod): number {
  let steps = 1;
  while (priceCents(steps) < MINIMUM_CENTS[method]) steps += 1;
  return metresOf(steps);
}

/**
 * What is to be said before anything is sent when a purchase costs less than the provider takes (decision 6).
 *
 * @param others - the other ways to pay that there are here
 */
export function belowMinimum(
  method: PaymentMethod,
  { cents }: Purchase,
  others: readonly PaymentMethod[],
): string | undefined {
  if (cents >= MINIMUM_CENTS[method]) return undefined;
  const other = others.find((another) => cents >= MINIMUM_CENTS[another]);
  const least = `${leastMetres(method)}m`;
  return texts.belowMinimum[method](priceText(MINIMUM_CENTS[method]), least, other && texts.methods[other]);
}
