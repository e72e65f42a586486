/**
 * The ocean's scenery by depth (specification §2 "Depth zones and theme" and §9, decision 1). Level 0 is labelled
 * Surface and level 10 Challenger Deep, in the order in which the specification lists them.
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

type ZoneLabel = (typeof ZONE_LABELS)[number];

export interface Zone {
  /** 0 to 10. */
  readonly level: number;
  readonly depthLabel: ZoneLabel;
  /** Particles on screen. */
  readonly particleDensity: number;
  /** Bubbles a second. */
  readonly bubbleFrequency: number;
  /** Opacity of the light from above, 0 to 1. */
  readonly lightIntensity: number;
}

/** The zone of a depth in metres: level = floor(depth / 10), clamped to 0…10. */
export function zoneOf(metres: number): Zone {
  const level = Math.min(10, Math.max(0, Math.floor(metres / 10)));
  return {
    level,
    depthLabel: ZONE_LABELS[level] as ZoneLabel,
    particleDensity: 10 + 5 * level,
    bubbleFrequency: Math.max(0.05, (20 - 2 * level) / 100),
    lightIntensity: Math.max(0.05, (10 - level) / 100),
  };
}
