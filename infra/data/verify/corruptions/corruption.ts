import type { InvariantName } from '../../items/invariants.ts';
import type { ITEM_INVARIANTS } from '../../items/item-checks.ts';
import type { Snapshot } from './snapshot.ts';

type Name = InvariantName | keyof typeof ITEM_INVARIANTS;

/**
 * A change of the community, and the invariants that the verifier reports for it.
 *
 * A single name stands for one finding of this invariant, and a list names the invariant of each finding. `nothing`
 * marks states that the product allows. Functions named `with…`, such as `withObjects`, return a change.
 */
export type Corruption = readonly [
  title: string,
  violated: Name | 'nothing' | readonly Name[],
  change: (snapshot: Snapshot) => void,
];
