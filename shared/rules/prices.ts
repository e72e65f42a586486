import { SURFACE_METRES } from './depth.ts';

/** The step of purchased depth, in metres. */
export const PURCHASE_STEP_METRES = 0.1;

/** Minimum and maximum depth of one purchase, in metres. */
export const MIN_PURCHASE_METRES = 0.1;
export const MAX_PURCHASE_METRES = SURFACE_METRES;

/** The packages, in metres. */
export const PACKAGE_METRES = [100, 1000, 10_000] as const;

/** The depth that the purchase form selects at first, and again after each purchase, in metres. */
export const DEFAULT_PURCHASE_METRES = 100;

export type PaymentMethod = 'stripe' | 'paypal';

/** The providers' minimum amounts, in cents. */
export const MIN_CENTS: Readonly<Record<PaymentMethod, number>> = { stripe: 50, paypal: 1 };

/** The units of purchases: a step is a tenth of a metre, {@link PURCHASE_STEP_METRES}. */
const STEPS_PER_METRE = 10;
const CM_PER_STEP = 10;

/**
 * Converts metres to steps of a tenth of a metre.
 *
 * @returns undefined if the depth is not a whole number of steps, or is outside the limits of a purchase
 */
export function toPurchaseSteps(metres: number): number | undefined {
  const steps = Math.round(metres * STEPS_PER_METRE);
  // A tenth has no exact binary form, so this tolerates a small difference.
  const isWhole = Math.abs(metres * STEPS_PER_METRE - steps) < 1e-6;
  return isWhole && metres >= MIN_PURCHASE_METRES && metres <= MAX_PURCHASE_METRES ? steps : undefined;
}

/** Returns the price of steps in cents: one cent per metre, rounded half up. See docs/product.md#payments. */
export function priceCents(steps: number): number {
  return Math.floor((steps + STEPS_PER_METRE / 2) / STEPS_PER_METRE);
}

/** Converts steps to centimetres. */
export function stepsToCentimetres(steps: number): number {
  return steps * CM_PER_STEP;
}

/** Converts centimetres to steps. */
export function centimetresToSteps(centimetres: number): number {
  return centimetres / CM_PER_STEP;
}

/** Converts steps to metres. */
export function stepsToMetres(steps: number): number {
  return steps / STEPS_PER_METRE;
}

/** Formats cents as dollars: "1.00". */
export function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Returns the name of a purchase: "100m Depth Package". */
export function packageNameFor(steps: number): string {
  return `${stepsToMetres(steps)}m Depth Package`;
}
