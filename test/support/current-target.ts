import { inject } from 'vitest';
import type { Target } from './target.ts';

let targetOverride: Target | undefined;

/** Returns the target of all requests: that of the run, unless a test has set another one. */
export function getTarget(): Target {
  return targetOverride ?? inject('target');
}

/** Sends all requests to a cloud that a test has started, instead of the run's target. */
export function setTarget(target: Target): void {
  targetOverride = target;
}
