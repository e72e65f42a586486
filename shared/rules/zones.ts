/**
 * The labels of the depth zones, from level 0 (Surface) to level 10 (Challenger Deep). See docs/product.md#depth.
 */
export const ZONE_LABELS = [
  'Surface',
  'Sunlight Zone',
  'Twilight Zone - Upper',
  'Twilight Zone - Mid',
  'Twilight Zone - Lower',
  'Midnight Zone - Upper',
  'Midnight Zone - Mid',
  'Midnight Zone - Lower',
  'Abyssal Zone',
  'Hadal Zone',
  'Challenger Deep',
] as const;

export type ZoneLabel = (typeof ZONE_LABELS)[number];

/**
 * The ascent that charts one more zone, in metres.
 *
 * A depth is the height above the bottom, where everyone starts. In the product's story, charting goes the other way:
 * the higher a member rises, the deeper the zones that they have charted.
 */
const METRES_PER_ZONE = 10;

/** The level of the last zone, which has no upper end. */
const MAX_LEVEL = ZONE_LABELS.length - 1;

/** A depth zone: its label, and how the page draws it. */
export interface Zone {
  /** The index in {@link ZONE_LABELS}, 0 to 10. */
  readonly level: number;
  readonly depthLabel: ZoneLabel;
  /** Number of particles on screen: 10 + 5 × level. */
  readonly particleDensity: number;
  /** Bubbles per second: 0.2 − 0.02 × level, at least 0.05. */
  readonly bubbleFrequency: number;
  /** Opacity of the light from above, 0 to 1: 0.1 − 0.01 × level, at least 0.05. */
  readonly lightIntensity: number;
}

/** Returns the zone of a depth in metres: level = floor(depth / 10), clamped to 0…10. */
export function zoneAt(metres: number): Zone {
  const level = Math.min(MAX_LEVEL, Math.max(0, Math.floor(metres / METRES_PER_ZONE)));

  return {
    level,
    depthLabel: ZONE_LABELS[level] as ZoneLabel,
    particleDensity: 10 + 5 * level,
    // Computed in hundredths, because fractions such as 0.02 have no exact binary form.
    bubbleFrequency: Math.max(0.05, (20 - 2 * level) / 100),
    lightIntensity: Math.max(0.05, (10 - level) / 100),
  };
}

/**
 * Returns the labels of the zones that a member at a depth in metres has charted, Surface first. Everyone has
 * charted the Surface, and every 10 m of ascent charts the next zone.
 */
export function chartedZones(metres: number): readonly ZoneLabel[] {
  return ZONE_LABELS.slice(0, zoneAt(metres).level + 1);
}

/** Returns the depth from which the zone of a level is charted, in metres. */
export function metresToChart(level: number): number {
  return level * METRES_PER_ZONE;
}
