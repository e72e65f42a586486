import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Estimates how many guesses an attacker needs for a password. Import this file with `import()`: its dictionaries have
 * 480 KB.
 */
export function estimateGuesses(password: string): number {
  return estimator.check(password).guesses;
}
