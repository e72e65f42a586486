import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { SocketResources } from './grants.ts';

/** Lets a function count what a member does, and read the counts for a refusal. */
export function allowCounting(fn: BundledFunction, { table }: Pick<SocketResources, 'table'>): void {
  table.allow(fn, { CONDUCT: ['UpdateItem', 'BatchGetItem'] });
}
