/** Seed of all generated input. `FATHOM_ATTACK_SEED` overrides it, and the summary prints it. */
export const SEED = Number(process.env.FATHOM_ATTACK_SEED ?? 20_261_122);
