/**
 * Paths of the scripts of the animated ocean, and of the first steps. They load once the browser is idle, so budgets of
 * scripts don't count them.
 */
export const IDLE_SCRIPTS = /\/(creatures|frames|water-canvas|reduced-motion|depth-moments|first-steps)-/;

/** Paths of the styles of these scripts. */
export const IDLE_STYLES = /\/(creatures|drawing|depth-moments|first-steps)-/;
