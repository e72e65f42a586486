import {
  MIN_CENTS,
  type PaymentMethod,
  packageNameFor,
  priceCents,
  toPurchaseSteps,
} from '../../shared/rules/prices.ts';
import { InvalidInput } from '../platform/errors.ts';
import { BelowMinimum, PriceMismatch } from './errors.ts';

/** A purchase at the server's price. */
export interface Offer {
  /** Purchased depth, in tenths of a metre. */
  readonly steps: number;
  readonly cents: number;
  readonly packageName: string;
}

/** A purchase as requested by the client. */
interface PurchaseRequest {
  /** Purchased depth, in metres. */
  readonly depth: number;
  /** The price that the client showed, in cents. */
  readonly cents: number;
  readonly packageName?: string | undefined;
}

/**
 * Creates an offer at the server's price. See docs/product.md#payments.
 *
 * @throws PriceMismatch if the client showed another price
 * @throws BelowMinimum if the price is below the provider's minimum
 */
export function createOffer(method: PaymentMethod, { depth, cents, packageName }: PurchaseRequest): Offer {
  const steps = toPurchaseSteps(depth);
  if (steps === undefined) {
    throw new InvalidInput({ reason: 'field', path: ['depth'], rule: 'format', format: 'purchase-depth' });
  }

  const price = priceCents(steps);
  const minimum = MIN_CENTS[method];
  if (cents !== price) throw new PriceMismatch(price);
  if (price < minimum) throw new BelowMinimum(method, minimum);

  return { steps, cents: price, packageName: packageName ?? packageNameFor(steps) };
}

/** Converts a decimal string of dollars, such as "1.00", to cents. */
export function parseCents(dollars: string): number {
  return Math.round(Number(dollars) * 100);
}
