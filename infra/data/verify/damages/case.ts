/** A damage that breaks invariants. Each of `violations` is `<invariant> <item type>`. */
export type Case = readonly [title: string, breakRule: () => Promise<unknown>, violations: readonly string[]];
