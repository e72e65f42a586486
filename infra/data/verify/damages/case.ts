/** A damage, and the violations that the verifier must report. Each violation is `<invariant> <item type>`. */
export type DamageCase = readonly [title: string, applyDamage: () => Promise<unknown>, violations: readonly string[]];
