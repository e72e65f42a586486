import type { InvariantName } from '../../items/invariants.ts';
import type { ITEM_INVARIANTS } from '../../items/item-checks.ts';
import type { Snapshot } from './snapshot.ts';

type Name = InvariantName | keyof typeof ITEM_INVARIANTS;

/**
 * A change of the community, and the only invariant that reports it, with one finding.
 *
 * A list names the invariant of each finding. `nothing` marks states that the product allows. Functions with a verb in
 * the third person, such as `addsObjects`, return a change.
 */
export type Corruption = readonly [
  name: string,
  reports: Name | 'nothing' | readonly Name[],
  change: (snapshot: Snapshot) => void,
];
