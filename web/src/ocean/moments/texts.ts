/** Texts of the moments of an ascent. */
export const texts = {
  charted: (zones: readonly string[]) =>
    zones.length === 1 ? `You charted a new zone: ${zones[0]}` : `You charted ${zones.length} new zones`,
  dismiss: 'Dismiss',
  surfaceHeading: "You've reached the surface.",
  surfaceText: '10,000 m of water are below you, and everything in it is yours to see. Welcome to the light.',
  lookAround: 'Look around',
} as const;
