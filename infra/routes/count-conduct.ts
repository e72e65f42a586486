import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { SocketResources } from './grants.ts';

/** Lets a function count a member's actions, and read the counts for the error message of a rejected action. */
export function allowCountingActions(fn: BundledFunction, { table }: Pick<SocketResources, 'table'>): void {
  table.allow(fn, { CONDUCT: ['UpdateItem', 'BatchGetItem'] });
}
