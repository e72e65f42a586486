/** The creatures of each zone, level 0 first. */
export const CREATURES: readonly (readonly string[])[] = [
  ['dolphin', 'ocean sunfish'],
  ['green turtle', 'sardines'],
  ['manta ray', 'moon jelly'],
  ['blue shark', 'nautilus'],
  ['sperm whale', 'lanternfish'],
  ['giant squid', 'hatchetfish'],
  ['oarfish', 'vampire squid'],
  ['anglerfish', 'siphonophore'],
  ['dumbo octopus', 'tripod fish'],
  ['gulper eel', 'sea pig'],
  ['snailfish', 'amphipod', 'xenophyophores'],
];

/** A creature of a zone. */
export interface ZoneCreature {
  /** The level of its zone, 0 to 10. */
  readonly level: number;
  readonly name: string;
}

/** The creatures in the water at one time. */
export interface Cast {
  /** Creatures of charted zones, at most one in each place. */
  readonly chartedCreatures: readonly ZoneCreature[];
  /** A creature of the next zone, shown as a silhouette. */
  readonly nextCreature: ZoneCreature | undefined;
}

/** The maximum number of creatures of charted zones in the water at the same time, without the silhouette. */
export const MAX_CHARTED_CREATURES = 3;

/**
 * Returns the creatures that are in the water at a step. Each step replaces one creature, if there are others.
 *
 * @param level - the level of the last charted zone, whose creatures come first
 * @param step - the number of steps since the first creatures, from 0
 * @param seed - determines the order of the other creatures, so that visits differ
 */
export function castAt(level: number, step: number, seed: number): Cast {
  const order = buildOrder(level, seed);
  const placeCount = Math.min(MAX_CHARTED_CREATURES, order.length);
  // The number of replacements until this step. Without others to replace them, the creatures stay.
  const replacedCount = order.length > placeCount ? step : 0;

  // The places take turns: each step replaces the creature of one place, beginning with the first place. Of three
  // places, the first changes at the steps 1, 4, and 7, and the second at 2, 5, and 8.
  const chartedCreatures = Array.from({ length: placeCount }, (_, place) => {
    const replacements = Math.ceil((replacedCount - place) / placeCount);
    return order[(place + replacements * placeCount) % order.length]!;
  });

  // Empty if all zones are charted. The index is then NaN, and the next creature is undefined.
  const nextCreatures = creaturesOf(level + 1);
  return { chartedCreatures, nextCreature: nextCreatures[step % nextCreatures.length] };
}

/** Returns the creatures of all charted zones: those of the last zone, then the others in an order that `seed` sets. */
function buildOrder(level: number, seed: number): ZoneCreature[] {
  const otherCreatures = CREATURES.slice(0, level).flatMap((_, index) => creaturesOf(index));
  const rankedCreatures = otherCreatures.map((creature, index) => ({ creature, rank: scramble(seed + index) }));
  return [...creaturesOf(level), ...rankedCreatures.sort((a, b) => a.rank - b.rank).map(({ creature }) => creature)];
}

function creaturesOf(level: number): ZoneCreature[] {
  return (CREATURES[level] ?? []).map((name) => ({ level, name }));
}

/** Returns a number between 0 and 2³² that looks random. Uses the finalizer of MurmurHash3. */
function scramble(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
