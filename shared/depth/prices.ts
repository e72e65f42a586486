import { SURFACE_METRES } from './depth.ts';

/** Depth that is bought comes in steps of this many metres (specification §5). */
export const PURCHASE_STEP_METRES = 0.1;

/** The least and the most that one purchase may lift, in metres: a step, and all the way up. */
export const MIN_PURCHASE_METRES = 0.1;
export const MAX_PURCHASE_METRES = SURFACE_METRES;

/** The packages on offer, in metres (specification §9). */
export const PACKAGE_METRES = [100, 1000, 10_000] as const;

/** What is selected first, and again after each purchase (specification §4 "Payment"). */
export const DEFAULT_PURCHASE_METRES = 100;

export type PaymentMethod = 'stripe' | 'paypal';

/** The least that a provider takes, in cents: Stripe's minimum for USD, and PayPal's smallest amount. */
export const MINIMUM_CENTS: Readonly<Record<PaymentMethod, number>> = { stripe: 50, paypal: 1 };

const DECIMETRES_PER_METRE = 10;
const CM_PER_DECIMETRE = 10;

/**
 * Metres as whole steps of a tenth.
 *
 * @returns undefined when it is no whole number of steps, or none that can be bought
 */
export function purchaseSteps(metres: number): number | undefined {
  const steps = Math.round(metres * DECIMETRES_PER_METRE);
  // A tenth has no exact binary form: what differs by less than any keyboard can type is the same.
  const isWhole = Math.abs(metres * DECIMETRES_PER_METRE - steps) < 1e-6;
  return isWhole && metres >= MIN_PURCHASE_METRES && metres <= MAX_PURCHASE_METRES ? steps : undefined;
}

/** What so many steps cost, in cents: one cent per metre (decision 6), rounded half up. */
export function priceCents(steps: number): number {
  return Math.floor((steps + DECIMETRES_PER_METRE / 2) / DECIMETRES_PER_METRE);
}

/** The centimetres that so many steps lift. */
export function centimetresOf(steps: number): number {
  return steps * CM_PER_DECIMETRE;
}

/** Steps as metres. */
export function metresOf(steps: number): number {
  return steps / DECIMETRES_PER_METRE;
}

/** Cents as a decimal string of dollars: "1.00". */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** What a purchase is called (specification §7): "100m Depth Package". */
export function packageNameOf(steps: number): string {
  return `${metresOf(steps)}m Depth Package`;
}
