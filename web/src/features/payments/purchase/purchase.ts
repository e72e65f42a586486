import {
  formatDollars,
  MAX_PURCHASE_METRES,
  MIN_CENTS,
  type PaymentMethod,
  packageNameFor,
  priceCents,
  stepsToMetres,
  toPurchaseSteps,
} from '../../../../../shared/rules/prices.ts';
import { texts } from './texts.ts';

/** The depth to buy and its price. */
export interface Purchase {
  readonly metres: number;
  readonly cents: number;
  /** The name on the receipt. */
  readonly packageName: string;
}

/** The parsed custom depth input: nothing typed, a depth, or the reason why it can't be bought. */
type CustomDepth =
  | { readonly kind: 'empty' }
  | { readonly kind: 'metres'; readonly metres: number }
  | { readonly kind: 'problem'; readonly problem: string };

/**
 * Parses the custom depth input. Values that aren't positive numbers are never bought.
 *
 * @param method - the chosen payment method, whose minimum the problem names
 */
export function parseCustomDepth(text: string, method: PaymentMethod): CustomDepth {
  if (text.trim() === '') return { kind: 'empty' };

  const metres = Number(text);
  // Also rejects NaN, the value of a text that isn't a number.
  if (!(metres > 0)) return { kind: 'problem', problem: texts.notPositive(formatMinDepth(method)) };
  if (metres > MAX_PURCHASE_METRES) return { kind: 'problem', problem: texts.tooDeep };

  const steps = toPurchaseSteps(metres);
  if (steps === undefined) return { kind: 'problem', problem: texts.notInSteps };
  return { kind: 'metres', metres: stepsToMetres(steps) };
}

/**
 * Builds the purchase of a depth, in metres.
 *
 * @throws RangeError if the depth can't be bought
 */
export function buildPurchase(metres: number): Purchase {
  const steps = toPurchaseSteps(metres);
  if (steps === undefined) throw new RangeError(`${metres} metres can't be bought`);
  return { metres, cents: priceCents(steps), packageName: packageNameFor(steps) };
}

/** Formats cents as a price: "$1.00". */
export function formatPrice(cents: number): string {
  return `$${formatDollars(cents)}`;
}

/** Formats the price of a package. Whole dollars have no decimals: "$1". */
export function formatPackagePrice(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : formatPrice(cents);
}

/** Returns the smallest depth, in metres, whose price the provider accepts. */
export function findMinMetres(method: PaymentMethod): number {
  let steps = 1;
  while (priceCents(steps) < MIN_CENTS[method]) steps += 1;

  return stepsToMetres(steps);
}

function formatMinDepth(method: PaymentMethod): string {
  return `${findMinMetres(method)}m`;
}

/**
 * Returns the text to show if a purchase costs less than the provider's minimum, or undefined.
 *
 * @param otherMethods - the other payment methods of this stage, to suggest instead
 */
export function findMinimumProblem(
  method: PaymentMethod,
  { cents }: Purchase,
  otherMethods: readonly PaymentMethod[],
): string | undefined {
  if (cents >= MIN_CENTS[method]) return undefined;

  const otherMethod = otherMethods.find((another) => cents >= MIN_CENTS[another]);
  return texts.belowMinimum[method](
    formatPrice(MIN_CENTS[method]),
    formatMinDepth(method),
    otherMethod && texts.methods[otherMethod],
  );
}
