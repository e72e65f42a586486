import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Theme, themeOf } from './theme.ts';

type Colour = readonly [red: number, green: number, blue: number];

const AA = 4.5;
const WHITE: Colour = [255, 255, 255];

const themes = Array.from({ length: 11 }, (_, level) => themeOf(level * 10));
const sheet = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const styles = ['ocean.css', 'creatures.css', '../design/tokens.css'].map(sheet).join('\n');

/** Returns the value of a custom property's first declaration. */
function declaredValue(property: string): string {
  const [, value] = new RegExp(`(?<=[\\s;{])${property}:\\s*([^;]+);`).exec(styles) ?? [];
  if (value === undefined) throw new Error(`No style sheet declares ${property}.`);
  return value;
}

/** Returns the share of the first colour in a property's `color-mix()`, 0 to 1. */
function mixShare(property: string): number {
  const [, percent] = /(\d+)%/.exec(declaredValue(property)) ?? [];
  if (percent === undefined) throw new Error(`${property} is no color-mix().`);
  return Number(percent) / 100;
}

function parseColour(hex: string): Colour {
  const [, r = '', g = '', b = ''] = /^#(..)(..)(..)$/.exec(hex) ?? [];
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** Returns `over` at an opacity on `under`. The same formula as `color-mix(in srgb)`. */
function mix(over: Colour, opacity: number, under: Colour): Colour {
  return over.map((value, channel) => value * opacity + under[channel]! * (1 - opacity)) as unknown as Colour;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toLinear = (colour: Colour) => colour.map((value) => linear(value / 255)) as unknown as Colour;

/** Relative luminance, WCAG 2.2. */
function luminance(colour: Colour): number {
  const [r, g, b] = toLinear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, WCAG 2.2. */
function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Distance in Oklab; 100 from black to white. Colours next to each other look different from 2. */
function difference(one: string, other: string): number {
  const [a, b] = [one, other].map((hex) => toOklab(parseColour(hex))) as [Colour, Colour];
  return 100 * Math.hypot(...a.map((value, axis) => value - b[axis]!));
}

function toOklab(colour: Colour): Colour {
  const [r, g, b] = toLinear(colour);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Returns all background colours of text in a theme, by surface. The light is brightest at the top of the page. */
function backgroundsOf({ backgroundColor, accentColor, lightIntensity }: Theme) {
  const [top, middle, bottom] = backgroundColor.map(parseColour) as [Colour, Colour, Colour];
  const accent = parseColour(accentColor);
  const daylight = parseColour(/#[\da-f]{6}/.exec(sheet('ocean.css').split('.ocean__light {')[1] ?? '')?.[0] ?? '');
  const water = { top, 'lit top': mix(daylight, lightIntensity, top), middle, bottom };
  const surface = mix(bottom, mixShare('--surface'), top);
  const onWater = (over: Colour, opacity: number) =>
    Object.entries(water).map(([place, under]) => [place, mix(over, opacity, under)] as const);
  const panels = onWater(surface, mixShare('--panel'));
  const tintedPanels = (token: string) =>
    panels.map(([place, panel]) => [place, mix(accent, mixShare(token), panel)] as const);
  return {
    water: Object.entries(water),
    panels,
    bars: onWater(surface, mixShare('--bar')),
    'tinted panels': tintedPanels('--accent-tint'),
    'strongly tinted panels': tintedPanels('--accent-tint-strong'),
    dialogs: [['everywhere', surface]] as const,
    'placeholders of pictures': [['everywhere', mix(bottom, mixShare('--surface-picture'), top)]] as const,
  };
}

describe.each(themes)('theme of $depthLabel', (theme) => {
  const accent = parseColour(theme.accentColor);
  const textColours = {
    text: parseColour(theme.textColor),
    'soft text': parseColour(declaredValue('--text-soft')),
    'accent text': accent,
  };
  const backgrounds = backgroundsOf(theme);
  const pairs = Object.entries(backgrounds).flatMap(([surface, places]) =>
    Object.entries(textColours).map(([name, text]) => ({ name, text, surface, places })),
  );

  it.each(pairs)('keeps $name readable on $surface', ({ text, places }) => {
    for (const [place, background] of places) expect(contrast(text, background), place).toBeGreaterThanOrEqual(AA);
  });

  it('keeps labels readable on buttons and own messages', () => {
    const label = parseColour(declaredValue('--on-accent'));
    const [, surface] = backgrounds.dialogs[0];
    expect(contrast(label, accent)).toBeGreaterThanOrEqual(AA);
    expect(contrast(label, mix(accent, mixShare('--accent-bright'), WHITE))).toBeGreaterThanOrEqual(AA);
    expect(contrast(label, mix(accent, mixShare('--accent-said'), surface))).toBeGreaterThanOrEqual(AA);
  });

  it('keeps text readable in front of a creature', () => {
    const [top, middle] = theme.backgroundColor.map(parseColour) as [Colour, Colour];
    const creature = mix(top, mixShare('--belly'), accent);
    const opacity = Number(/\.creature \{[^}]*opacity: ([\d.]+);/.exec(styles)?.[1]);
    const veil = Number(/\.ocean__veil \{[^}]*opacity: ([\d.]+);/.exec(styles)?.[1]);
    for (const water of [top, middle]) {
      const background = mix(creature, opacity * (1 - veil), water);
      for (const [name, text] of Object.entries(textColours))
        expect(contrast(text, background), name).toBeGreaterThanOrEqual(AA);
    }
  });
});

describe('neighbouring zones', () => {
  it('have visibly different water and accent colours', () => {
    for (const [level, theme] of themes.entries()) {
      const next = themes[level + 1];
      if (!next) continue;
      const [top, middle, bottom] = theme.backgroundColor.map((shade, index) =>
        difference(shade, next.backgroundColor[index]!),
      ) as [number, number, number];
      expect(Math.min(top, middle), theme.depthLabel).toBeGreaterThan(4.5);
      expect(bottom, theme.depthLabel).toBeGreaterThan(3.5);
      expect(difference(theme.accentColor, next.accentColor), theme.depthLabel).toBeGreaterThan(4.5);
    }
  });

  it('get darker with every level, and each gets darker towards the bottom', () => {
    const middles = themes.map(({ backgroundColor }) => luminance(parseColour(backgroundColor[1])));
    expect(middles).toEqual(middles.toSorted((a, b) => b - a));
    for (const { backgroundColor } of themes) {
      const shades = backgroundColor.map((shade) => luminance(parseColour(shade)));
      expect(shades).toEqual(shades.toSorted((a, b) => b - a));
    }
  });
});

it('a theme has all documented fields', () => {
  expect(Object.keys(themeOf(0))).toEqual(
    expect.arrayContaining([
      'backgroundColor',
      'textColor',
      'accentColor',
      'particleDensity',
      'bubbleFrequency',
      'lightIntensity',
      'seaCreatures',
      'depthLabel',
    ]),
  );
});
