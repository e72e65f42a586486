/**
 * Tests of the colours at every depth: texts stay readable (WCAG AA), and the water gets lighter. See
 * docs/product.md#the-water.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, isInGamut, luminance, mix, parseColour, type Rgb, toHex } from '../test-support/colour-metrics.ts';
import { DAYLIGHT_METRES, lightAt, type Palette, paletteAt, type Scheme } from './palette.ts';

const readWebFile = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const [NIGHT_TOKENS = '', DAY_TOKENS = ''] = readWebFile('src/design/tokens.css').split('[data-scheme="day"] {');

/** The minimum contrast of normal text in WCAG 2.2, level AA. */
const AA_TEXT = 4.5;

/** The minimum contrast of the edges of controls in WCAG 2.2, level AA. */
const AA_CONTROL = 3;

/** Depths in metres. Most lie where the colours change: near the bottom, and around the first daylight. */
const depths = fc.oneof(
  fc.double({ min: 0, max: 11_000, noNaN: true }),
  fc.double({ min: 0, max: 10, noNaN: true }),
  fc.double({ min: DAYLIGHT_METRES - 1, max: DAYLIGHT_METRES + 1, noNaN: true }),
  fc.constantFrom(0, 0.003, 99.99, 100, 999.99, DAYLIGHT_METRES, 9999.99, 10_000, 11_000),
);

const palettes = fc.tuple(depths, fc.boolean()).map(([metres, isDimmed]) => paletteAt(metres, { isDimmed }));
const checkPalettes = (property: (palette: Palette) => void) =>
  fc.assert(fc.property(palettes, property), { numRuns: 500 });

/** Returns the value that tokens.css declares for a scheme. */
function declaredValue(property: string, scheme: Scheme): string {
  const find = (css: string) => new RegExp(`(?<=[\\s;{])${property}:\\s*([^;]+);`).exec(css)?.[1];
  const value = (scheme === 'day' && find(DAY_TOKENS)) || find(NIGHT_TOKENS) || find(DAY_TOKENS);
  if (value === undefined) throw new Error(`tokens.css declares no ${property}.`);
  return value;
}

/** Returns a token's colour. Resolves var() and color-mix() with a colour; `ground` is below translucent colours. */
function tokenColour(property: string, palette: Palette, ground: Rgb): Rgb {
  const { scheme, surfaces, text, accent } = palette;
  const [sheet, raised, floating] = surfaces;
  const paletteColours = {
    '--surface-1': sheet,
    '--surface-2': raised,
    '--surface-3': floating,
    '--text': text,
    '--accent': accent,
  };

  const resolve = (value: string): Rgb => {
    if (value === 'transparent') return ground;
    if (value === 'black') return [0, 0, 0];

    const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
    if (name) return tokenColour(name, palette, ground);

    const [, over = '', percent, under = ''] = /^color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)$/.exec(value) ?? [];
    return percent ? mix(resolve(over), Number(percent) / 100, resolve(under)) : parseColour(value);
  };

  return resolve(paletteColours[property as keyof typeof paletteColours] ?? declaredValue(property, scheme));
}

/** Returns the colours of all grounds of text: the surfaces, and the tints on them. */
function buildTextGrounds(palette: Palette): [name: string, Rgb][] {
  return palette.surfaces.flatMap((surface, index) => {
    const ground = parseColour(surface);
    const tints = ['--quiet', '--hover', '--press', '--accent-wash', '--danger-wash'].map(
      (token) => [`${token} on surface ${index + 1}`, tokenColour(token, palette, ground)] as [string, Rgb],
    );
    return [[`surface ${index + 1}`, ground], ...tints] as [string, Rgb][];
  });
}

describe('contrast at every depth', () => {
  it.each(['--text', '--text-soft', '--accent', '--danger', '--like'])(
    '%s is readable on every surface and tint',
    (token) => {
      checkPalettes((palette) => {
        for (const [name, ground] of buildTextGrounds(palette)) {
          expect(contrast(tokenColour(token, palette, ground), ground), name).toBeGreaterThanOrEqual(AA_TEXT);
        }
      });
    },
  );

  it.each([
    ['--on-accent', '--accent'],
    ['--on-accent', '--accent-hover'],
    ['--text', '--accent-bubble'],
    ['--on-danger', '--danger'],
    ['--on-danger', '--danger-hover'],
    ['--on-problem', '--problem'],
    ['--on-success', '--success'],
    ['--on-caution', '--caution'],
    ['--text', '--field'],
    ['--text-soft', '--field'],
    ['--text', '--bar'],
    ['--text-soft', '--bar'],
    ['--accent', '--bar'],
  ])('%s is readable on %s', (text, ground) => {
    checkPalettes((palette) => {
      const colour = tokenColour(ground, palette, parseColour(palette.surfaces[2]));
      expect(contrast(tokenColour(text, palette, colour), colour)).toBeGreaterThanOrEqual(AA_TEXT);
    });
  });

  it('the edges of fields, the focus ring, and the colours of file types are visible on every surface', () => {
    const kinds = ['any', 'image', 'video', 'audio', 'pdf', 'archive', 'text'].map((kind) => `--kind-${kind}`);
    checkPalettes((palette) => {
      for (const token of ['--field-edge', '--accent', ...kinds]) {
        for (const surface of palette.surfaces.map(parseColour)) {
          expect(contrast(tokenColour(token, palette, surface), surface), token).toBeGreaterThanOrEqual(AA_CONTROL);
        }
      }

      const field = tokenColour('--field', palette, [0, 0, 0]);
      expect(contrast(tokenColour('--field-edge', palette, field), field)).toBeGreaterThanOrEqual(AA_CONTROL);
    });
  });
});

describe('water', () => {
  /** Returns the relative luminances (WCAG) at the top, in the middle, and at the bottom: 0 is black, 1 is white. */
  const luminancesAt = (metres: number) => paletteAt(metres).water.map((shade) => luminance(parseColour(shade)));

  it('gets lighter with every metre, at the top, in the middle, and at the bottom', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), fc.double({ min: 0.1, max: 1, noNaN: true }), (metres, rise) => {
        const lowerLuminances = luminancesAt(metres);
        const higherLuminances = luminancesAt(metres + rise);
        for (const [place, value] of lowerLuminances.entries()) expect(higherLuminances[place]).toBeGreaterThan(value);
      }),
      { numRuns: 1000 },
    );
  });

  it('follows a logarithmic scale from 0 m to the surface', () => {
    expect(lightAt(0)).toBe(0);
    expect(lightAt(10_000)).toBe(1);
    expect(lightAt(11_000)).toBe(1);
    expect(lightAt(-5)).toBe(0);

    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (light) => {
        // The inverse of the scale, which is log(1 + metres) / log(10,001).
        expect(lightAt(10_001 ** light - 1)).toBeCloseTo(light, 9);
      }),
    );
  });

  it('the water is nearly black at 0 m and sunlit at the surface', () => {
    expect(Math.max(...luminancesAt(0))).toBeLessThan(0.02);
    expect(Math.min(...luminancesAt(10_000))).toBeGreaterThan(0.45);
    expect(Math.max(...luminancesAt(10_000))).toBeGreaterThan(0.8);
  });

  it('gets darker towards the bottom of the page', () => {
    checkPalettes(({ water }) => {
      const [top, middle, bottom] = water.map((shade) => luminance(parseColour(shade))) as [number, number, number];
      expect(top).toBeGreaterThan(middle);
      expect(middle).toBeGreaterThan(bottom);
    });
  });

  it('the water and the surfaces contain only colours that every screen can show', () => {
    checkPalettes(({ water, surfaces, text, accent }) => {
      for (const colour of [...water, ...surfaces, text, accent]) expect(isInGamut(colour), colour).toBe(true);
    });
  });
});

describe('scheme of a palette', () => {
  it('changes to day where daylight begins, unless the member dims the light', () => {
    expect(paletteAt(DAYLIGHT_METRES - 0.01).scheme).toBe('night');
    expect(paletteAt(DAYLIGHT_METRES).scheme).toBe('day');
    expect(paletteAt(10_000, { isDimmed: true }).scheme).toBe('night');
    expect(paletteAt(10_000, { isDimmed: true }).water).toEqual(paletteAt(10_000).water);
  });

  it('the surfaces of a palette differ from each other', () => {
    checkPalettes(({ scheme, surfaces }) => {
      const [sheet, raised, floating] = surfaces.map((surface) => luminance(parseColour(surface))) as [
        number,
        number,
        number,
      ];
      expect(raised, scheme).toBeGreaterThan(sheet);
      expect(floating, scheme).toBeGreaterThan(raised);
    });
  });
});

it('index.html, the manifest, and the tokens start with the colours of 0 m', () => {
  const { surfaces, water, text, accent } = paletteAt(0);
  const bar = toHex(surfaces[0]);
  const bottom = toHex(water[2]);

  expect(readWebFile('index.html')).toContain(`<meta name="theme-color" content="${bar}" />`);
  expect(JSON.parse(readWebFile('public/manifest.webmanifest'))).toMatchObject({
    theme_color: bar,
    background_color: bottom,
  });

  const declaredColour = (name: string) => declaredValue(`--${name}`, 'night');
  expect(['water-top', 'water-middle', 'water-bottom'].map(declaredColour)).toEqual(water.map(toHex));
  expect(['surface-1', 'surface-2', 'surface-3'].map(declaredColour)).toEqual(surfaces.map(toHex));
  expect(['text', 'accent'].map(declaredColour)).toEqual([text, accent].map(toHex));
});
