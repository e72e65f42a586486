import type { Node } from 'constructs';

/** What a number may be. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * A setting of the context that is a whole number.
 *
 * @throws Error naming the setting, when it is none, or out of its range.
 */
export function wholeNumber<F extends number | undefined>(
  node: Node,
  name: string,
  { from, to }: Range,
  fallback: F,
): number | F {
  const given: unknown = node.tryGetContext(name);
  if (given === undefined) return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < from || value > to) {
    throw new Error(`${name} must be a whole number from ${from} to ${to}, not "${given}".`);
  }
  return value;
}

/**
 * A setting of the context that is one of some words.
 *
 * @throws Error naming the setting, when it is another.
 */
export function oneOf<W extends string>(node: Node, name: string, words: readonly W[], fallback: W): W {
  const given: unknown = node.tryGetContext(name) ?? fallback;
  const word = words.find((candidate) => candidate === given);
  if (word === undefined) {
    throw new Error(`${name} must be ${words.map((each) => `"${each}"`).join(' or ')}, not "${given}".`);
  }
  return word;
}

/**
 * A setting of the context that is `on` or `off`.
 *
 * @throws Error naming the setting, when it is neither.
 */
export function isOn(node: Node, name: string, fallback: boolean): boolean {
  return oneOf(node, name, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}
