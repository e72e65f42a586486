import type { CSSProperties } from 'react';

/** The surface, in metres. Not imported from `shared/rules/depth.ts`, which would add a script to the first screens. */
export const SURFACE_METRES = 10_000;

/**
 * The sheets below text. `night`: dark sheets and light text. `day`: light sheets and dark text.
 *
 * The water's colour follows the ascent in both schemes. See docs/adr/0038-light-follows-the-ascent.md.
 */
export type Scheme = 'night' | 'day';

/** The depth at which daylight begins, in metres: the bottom of Shallow Waters. */
export const DAYLIGHT_METRES = 1000;

/** The colours of a depth, as CSS colours. */
export interface Palette {
  readonly scheme: Scheme;
  /** The gradient of the water. */
  readonly water: readonly [top: string, middle: string, bottom: string];
  /** The sheet of a screen, a layer on the sheet, and the layer of menus and dialogs. */
  readonly surfaces: readonly [sheet: string, raised: string, floating: string];
  readonly text: string;
  readonly accent: string;
}

/** A colour in OKLCH: lightness 0 to 1, chroma, and hue in degrees. */
type Shade = readonly [lightness: number, chroma: number, hue: number];

/** Colours at both ends of a scale. */
type Ramp = readonly [from: Shade, to: Shade];

/** The colours of the water, from 0 m to 10,000 m. */
const WATER: readonly [top: Ramp, middle: Ramp, bottom: Ramp] = [
  [
    [0.26, 0.06, 262],
    [0.94, 0.05, 205],
  ],
  [
    [0.19, 0.05, 264],
    [0.87, 0.075, 212],
  ],
  [
    [0.13, 0.035, 266],
    [0.78, 0.095, 222],
  ],
];

/** Additional chroma in the middle of the scale. Straight ramps would look grey there. */
const ADDITIONAL_WATER_CHROMA = 0.035;

/**
 * The colours of surfaces. Night: from 0 m to DAYLIGHT_METRES. Day: from there to 10,000 m. palette.test.ts checks the
 * contrast.
 */
const SURFACES: Readonly<Record<Scheme, readonly Ramp[]>> = {
  night: [
    [
      [0.205, 0.04, 262],
      [0.375, 0.072, 246],
    ],
    [
      [0.25, 0.045, 260],
      [0.41, 0.076, 245],
    ],
    [
      [0.285, 0.05, 260],
      [0.43, 0.078, 245],
    ],
  ],
  day: [
    [
      [0.935, 0.025, 222],
      [0.965, 0.016, 214],
    ],
    [
      [0.97, 0.012, 220],
      [0.99, 0.006, 214],
    ],
    [
      [0.985, 0.006, 220],
      [1, 0, 214],
    ],
  ],
};

/** The colours of text, which are the same at all depths of a scheme. */
const TEXT: Readonly<Record<Scheme, Shade>> = { night: [0.985, 0.005, 230], day: [0.24, 0.045, 250] };

/** The colours of links and other accents. */
const ACCENT: Readonly<Record<Scheme, Shade>> = { night: [0.89, 0.085, 200], day: [0.45, 0.1, 240] };

/** Returns the position of a depth on the logarithmic scale: 0 at 0 m, 1 at the surface. */
export function lightAt(metres: number): number {
  const depth = Math.min(SURFACE_METRES, Math.max(0, metres));
  // Adds a metre to both, because 0 m has no logarithm.
  return Math.log10(1 + depth) / Math.log10(1 + SURFACE_METRES);
}

/** Returns the lightness (OKLCH) in the middle of the water at a depth in metres. */
export function waterLightness(metres: number): number {
  const [, middle] = WATER;
  const [[from], [to]] = middle;
  return from + (to - from) * lightAt(metres);
}

/** The position of DAYLIGHT_METRES on the logarithmic scale. */
const DAYLIGHT = lightAt(DAYLIGHT_METRES);

/**
 * Returns the colours at a depth in metres. The water gets lighter with every metre.
 *
 * @param options.isDimmed - keeps dark sheets above DAYLIGHT_METRES, for members who prefer them
 */
export function paletteAt(metres: number, { isDimmed = false }: { isDimmed?: boolean } = {}): Palette {
  const light = lightAt(metres);
  const scheme = isDimmed || metres < DAYLIGHT_METRES ? 'night' : 'day';
  // With `isDimmed`, the surfaces keep the same colours above DAYLIGHT_METRES.
  const position = scheme === 'night' ? Math.min(1, light / DAYLIGHT) : (light - DAYLIGHT) / (1 - DAYLIGHT);
  const additionalChroma = ADDITIONAL_WATER_CHROMA * Math.sin(Math.PI * light);

  // `map` loses the lengths of the tuples, so its results are cast.
  return {
    scheme,
    water: WATER.map((ramp) => mixRamp(ramp, light, additionalChroma)) as unknown as Palette['water'],
    surfaces: SURFACES[scheme].map((ramp) => mixRamp(ramp, position)) as unknown as Palette['surfaces'],
    text: formatShade(TEXT[scheme]),
    accent: formatShade(ACCENT[scheme]),
  };
}

/** Returns a palette as CSS custom properties. tokens.css derives all other colours from them and from the scheme. */
export function paletteStyle({ water, surfaces, text, accent }: Palette): CSSProperties {
  return {
    '--water-top': water[0],
    '--water-middle': water[1],
    '--water-bottom': water[2],
    '--surface-1': surfaces[0],
    '--surface-2': surfaces[1],
    '--surface-3': surfaces[2],
    '--text': text,
    '--accent': accent,
  } as CSSProperties;
}

/** Returns the CSS colour at a position on a ramp, from 0 to 1, with additional chroma. */
function mixRamp([from, to]: Ramp, position: number, additionalChroma = 0): string {
  const [lightness, baseChroma, hue] = from.map((value, axis) => value + (to[axis]! - value) * position) as [
    number,
    number,
    number,
  ];
  return formatShade([lightness, baseChroma + additionalChroma, hue]);
}

/** Returns a shade as a CSS colour. */
function formatShade(shade: Shade): string {
  // Uses seven digits, because a metre near the surface changes the lightness by 0.000007.
  return `oklch(${shade.map((value) => value.toFixed(7)).join(' ')})`;
}
