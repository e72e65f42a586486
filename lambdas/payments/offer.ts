import {
  MINIMUM_CENTS,
  type PaymentMethod,
  packageNameOf,
  priceCents,
  purchaseSteps,
} from '../../shared/depth/prices.ts';
import { InvalidInput } from '../platform/errors.ts';
import { BelowMinimum, PriceMismatch } from './errors.ts';

/** What a member is about to pay for. */
export interface Offer {
  /** What it lifts, in tenths of a metre. */
  readonly steps: number;
  readonly cents: number;
  readonly packageName: string;
}

/** What a member asks for. */
interface Wish {
  /** Metres. */
  readonly depth: number;
  /** What they were told it costs, in cents. */
  readonly cents: number;
  readonly packageName?: string | undefined;
}

/**
 * What a wish comes to: the price is the server's (decision 6).
 *
 * @throws PriceMismatch when the member was told another price
 * @throws BelowMinimum when the provider would not take so little
 */
export function offerOf(method: PaymentMethod, { depth, cents, packageName }: Wish): Offer {
  const steps = purchaseSteps(depth);
  if (steps === undefined) throw new InvalidInput('depth: cannot be bought');
  const price = priceCents(steps);
  if (cents !== price) throw new PriceMismatch(price);
  const minimum = MINIMUM_CENTS[method];
  if (price < minimum) throw new BelowMinimum(method, minimum);
  return { steps, cents: price, packageName: packageName ?? packageNameOf(steps) };
}

/** A decimal string of dollars as cents: "1.00". */
export function centsOf(dollars: string): number {
  return Math.round(Number(dollars) * 100);
}
