import type { DamageCase } from './case.ts';
import { ITEM_CASES } from './item-cases.ts';
import { OBJECT_CASES } from './object-cases.ts';
import { RELATION_CASES } from './relation-cases.ts';

/** The damages that the verifier must report, at least one for each invariant. Each title begins with the invariant. */
export const CASES: readonly DamageCase[] = [...ITEM_CASES, ...RELATION_CASES, ...OBJECT_CASES];
