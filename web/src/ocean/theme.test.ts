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

/** What the style sheets say of a property, where they say it first. */
function declared(property: string): string {
  const [, value] = new RegExp(`(?<=[\\s;{])${property}:\\s*([^;]+);`).exec(styles) ?? [];
  if (value === undefined) throw new Error(`No style sheet declares ${property}.`);
  return value;
}

/** The share of the first colour of its `color-mix()`, 0 to 1. */
function share(property: string): number {
  const [, percent] = /(\d+)%/.exec(declared(property)) ?? [];
  if (percent === undefined) throw new Error(`${property} mixes nothing.`);
  return Number(percent) / 100;
}

function colour(hex: string): Colour {
  const [, r = '', g = '', b = ''] = /^#(..)(..)(..)$/.exec(hex) ?? [];
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** What one sees of `over` at an opacity, with `under` below: also what `color-mix(in srgb)` makes of both. */
function mix(over: Colour, opacity: number, under: Colour): Colour {
  return over.map((value, channel) => value * opacity + under[channel]! * (1 - opacity)) as unknown as Colour;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const lights = (of: Colour) => of.map((value) => linear(value / 255)) as unknown as Colour;

/** WCAG 2.2, relative luminance. */
function luminance(of: Colour): number {
  const [r, g, b] = lights(of);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** In Oklab, a hundred from black to white: from two on, one sees a difference side by side. */
function difference(one: string, other: string): number {
  const [a, b] = [one, other].map((hex) => oklab(colour(hex))) as [Colour, Colour];
  return 100 * Math.hypot(...a.map((value, axis) => value - b[axis]!));
}

function oklab(of: Colour): Colour {
  const [r, g, b] = lights(of);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** All that is written on, in a theme. The light is at its brightest at the top of the page, and gone at its foot. */
function groundsOf({ backgroundColor, accentColor, lightIntensity }: Theme) {
  const [top, middle, bottom] = backgroundColor.map(colour) as [Colour, Colour, Colour];
  const accent = colour(accentColor);
  const daylight = colour(/#[\da-f]{6}/.exec(sheet('ocean.css').split('.ocean__light {')[1] ?? '')?.[0] ?? '');
  const water = { top, 'lit top': mix(daylight, lightIntensity, top), middle, bottom };
  const surface = mix(bottom, share('--surface'), top);
  const onWater = (over: Colour, opacity: number) =>
    Object.entries(water).map(([place, under]) => [place, mix(over, opacity, under)] as const);
  const panels = onWater(surface, share('--panel'));
  const tinted = (token: string) => panels.map(([place, panel]) => [place, mix(accent, share(token), panel)] as const);
  return {
    water: Object.entries(water),
    panels,
    bars: onWater(surface, share('--bar')),
    'tinted panels': tinted('--accent-tint'),
    'strongly tinted panels': tinted('--accent-tint-strong'),
    dialogs: [['everywhere', surface]] as const,
    'pictures without a picture': [['everywhere', mix(bottom, share('--surface-picture'), top)]] as const,
  };
}

describe.each(themes)('the theme of $depthLabel', (theme) => {
  const accent = colour(theme.accentColor);
  const writing = {
    text: colour(theme.textColor),
    'soft text': colour(declared('--text-soft')),
    'text in the accent': accent,
  };
  const grounds = groundsOf(theme);
  const pairs = Object.entries(grounds).flatMap(([ground, places]) =>
    Object.entries(writing).map(([name, written]) => ({ name, written, ground, places })),
  );

  it.each(pairs)('keeps $name readable on $ground', ({ written, places }) => {
    for (const [place, ground] of places) expect(contrast(written, ground), place).toBeGreaterThanOrEqual(AA);
  });

  it('keeps labels readable on buttons and on what one has said oneself', () => {
    const label = colour(declared('--on-accent'));
    const [, surface] = grounds.dialogs[0];
    expect(contrast(label, accent)).toBeGreaterThanOrEqual(AA);
    expect(contrast(label, mix(accent, share('--accent-bright'), WHITE))).toBeGreaterThanOrEqual(AA);
    expect(contrast(label, mix(accent, share('--accent-said'), surface))).toBeGreaterThanOrEqual(AA);
  });

  it('keeps text readable while a creature passes behind it', () => {
    const [top, middle] = theme.backgroundColor.map(colour) as [Colour, Colour];
    const creature = mix(top, share('--belly'), accent);
    const opacity = Number(/\.creature \{[^}]*opacity: ([\d.]+);/.exec(styles)?.[1]);
    const veil = Number(/\.ocean__veil \{[^}]*opacity: ([\d.]+);/.exec(styles)?.[1]);
    for (const water of [top, middle]) {
      const seen = mix(creature, opacity * (1 - veil), water);
      for (const [name, written] of Object.entries(writing))
        expect(contrast(written, seen), name).toBeGreaterThanOrEqual(AA);
    }
  });
});

describe('neighbouring zones', () => {
  it('have waters and accents that one tells apart', () => {
    for (const [level, theme] of themes.entries()) {
      const next = themes[level + 1];
      if (!next) continue;
      const [top, middle, bottom] = theme.backgroundColor.map((shade, place) =>
        difference(shade, next.backgroundColor[place]!),
      ) as [number, number, number];
      expect(Math.min(top, middle), theme.depthLabel).toBeGreaterThan(4.5);
      expect(bottom, theme.depthLabel).toBeGreaterThan(3.5);
      expect(difference(theme.accentColor, next.accentColor), theme.depthLabel).toBeGreaterThan(4.5);
    }
  });

  it('grow darker with every level, and every water darkens towards the floor', () => {
    const middles = themes.map(({ backgroundColor }) => luminance(colour(backgroundColor[1])));
    expect(middles).toEqual(middles.toSorted((a, b) => b - a));
    for (const { backgroundColor } of themes) {
      const shades = backgroundColor.map((shade) => luminance(colour(shade)));
      expect(shades).toEqual(shades.toSorted((a, b) => b - a));
    }
  });
});

it('has the fields of the specification', () => {
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
