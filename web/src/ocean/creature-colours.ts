import type { CSSProperties } from 'react';
import { lightAt, waterLightness } from './palette.ts';

/** Above this light (0 to 1), the water is bright, and creatures are darker than the water. Below, they are lighter. */
const BRIGHT_LIGHT = 0.55;

/** Distances in lightness (OKLCH) from the middle of the water, in dark and in bright water. */
const LIGHTNESS_OFFSETS = {
  '--body': [0.25, -0.22],
  '--shade': [0.18, -0.29],
  '--belly': [0.34, -0.15],
  '--line': [0.1, -0.34],
  '--eye': [-0.1, -0.46],
  '--glow': [0.65, 0.3],
  '--silhouette': [0.1, -0.12],
} as const;

/** The hue of all creatures in OKLCH, in degrees. */
const HUE = 228;

/** The limits of the lightness (OKLCH), so that a creature is neither black nor white. */
const MIN_LIGHTNESS = 0.08;
const MAX_LIGHTNESS = 0.96;

/** The chroma (OKLCH) of creatures of medium lightness. */
const MAX_CHROMA = 0.075;

/**
 * The maximum chroma per distance in lightness from black, and from white. sRGB has little chroma near both ends, so
 * these limits keep the colours in its gamut.
 */
const CHROMA_PER_LIGHTNESS = 0.16;
const CHROMA_PER_DARKNESS = 0.35;

/** Returns the colours of creatures in the water of a depth in metres, as CSS custom properties. */
export function creatureColours(metres: number): CSSProperties {
  const isBright = lightAt(metres) > BRIGHT_LIGHT;
  const water = waterLightness(metres);

  const colours = Object.entries(LIGHTNESS_OFFSETS).map(([name, [darkOffset, brightOffset]]) => {
    const lightness = Math.min(MAX_LIGHTNESS, Math.max(MIN_LIGHTNESS, water + (isBright ? brightOffset : darkOffset)));

    return [name, `oklch(${lightness.toFixed(4)} ${chromaAt(lightness)} ${HUE})`];
  });

  return Object.fromEntries(colours);
}

/** Returns the OKLCH chroma at a lightness, as text. */
function chromaAt(lightness: number): string {
  const chroma = Math.min(MAX_CHROMA, CHROMA_PER_LIGHTNESS * lightness, CHROMA_PER_DARKNESS * (1 - lightness));
  return chroma.toFixed(4);
}
