import type { Node } from 'constructs';

/** Allowed values of a whole number, inclusive. */
export interface IntegerRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a whole number from the context.
 *
 * @throws Error with the setting's name, if the value is not a whole number or out of range.
 */
export function readInteger<F extends number | undefined>(
  node: Node,
  name: string,
  { from, to }: IntegerRange,
  fallback: F,
): number | F {
  const raw: unknown = node.tryGetContext(name);
  if (raw === undefined) return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < from || value > to) {
    throw new Error(`${name} must be a whole number from ${from} to ${to}, not "${raw}".`);
  }
  return value;
}

/**
 * Reads a setting that has a fixed set of values.
 *
 * @throws Error with the setting's name, if the value is not in the set.
 */
export function readChoice<W extends string>(node: Node, name: string, choices: readonly W[], fallback: W): W {
  const raw: unknown = node.tryGetContext(name) ?? fallback;
  const value = choices.find((candidate) => candidate === raw);
  if (value === undefined) {
    throw new Error(`${name} must be ${choices.map((each) => `"${each}"`).join(' or ')}, not "${raw}".`);
  }
  return value;
}

/**
 * Reads a setting that is `on` or `off`.
 *
 * @throws Error with the setting's name, if the value is neither.
 */
export function readSwitch(node: Node, name: string, fallback: boolean): boolean {
  return readChoice(node, name, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}
