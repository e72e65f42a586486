/** Tests of the font: its size, and what shows before it is loaded. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const KB = 1000;
const PACKAGE = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/figtree/LICENSE'));

/** Metrics of fonts in ems, from their tables. `width` is the average width of a letter in English text. */
const FIGTREE = { ascent: 950 / 1000, descent: 250 / 1000, width: 449 / 1000 };
const FALLBACKS = [
  { family: 'Figtree Arial', width: 913 / 2048 },
  { family: 'Figtree Roboto', width: 911 / 2048 },
  { family: 'Figtree DejaVu', width: 0.5094 },
];

const packageSheet = readFileSync(join(PACKAGE, 'index.css'), 'utf8');
const fontSheet = readFileSync(join(import.meta.dirname, 'font.css'), 'utf8');
const tokensSheet = readFileSync(join(import.meta.dirname, '../tokens.css'), 'utf8');
const baseSheet = readFileSync(join(import.meta.dirname, '../base.css'), 'utf8');

const fontFiles = [...packageSheet.matchAll(/url\(\.\/(files\/[\w-]+\.woff2)\)/g)].map(([, file = '']) => file);
/** The families of the token `--font`, without quotes. */
const families = parseFamilies(/--font:\s*([^;]+);/.exec(tokensSheet)?.[1] ?? '');

/** Returns the names in a list of font families, without quotes. */
function parseFamilies(list: string): (string | undefined)[] {
  return [...list.matchAll(/"([^"]+)"|([\w-]+)/g)].map(([, quotedName, plainName]) => quotedName ?? plainName);
}

/** Returns the ranges of code points in all `unicode-range` declarations. */
function parseRanges(css: string): [first: number, last: number][] {
  return [...css.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ]);
}

describe('font', () => {
  it('keeps all files of the font within 40 KB in total', () => {
    expect(fontFiles).toHaveLength(2);
    const bytes = fontFiles.map((file) => statSync(join(PACKAGE, file)).size);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(40 * KB);
  });

  it('uses a variable font, and lets text show before the font is loaded', () => {
    expect(packageSheet.match(/font-weight: 300 900/g)).toHaveLength(2);
    expect(packageSheet.match(/font-display: swap/g)).toHaveLength(2);
  });

  it('includes the font in the page, before its fallbacks, with emoji fonts last', () => {
    expect(baseSheet).toContain('@import "./font/font.css"');
    expect(fontSheet).toContain('@import "@fontsource-variable/figtree/index.css"');
    expect(packageSheet).toContain(`font-family: '${families[0]}'`);
    expect(families.slice(1, 4)).toEqual(FALLBACKS.map(({ family }) => family));
    expect(families).toContain('system-ui');
    expect(families.slice(-3)).toEqual(['Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji']);
  });

  it('leaves emoji to the fonts at the end', () => {
    const ranges = [...parseRanges(packageSheet), ...parseRanges(fontSheet)];
    expect(ranges.length).toBeGreaterThan(20);

    for (const [first, last] of ranges) {
      for (let code = first; code <= last; code++) {
        const character = String.fromCodePoint(code);
        expect(/\p{Emoji_Presentation}/u.test(character), `U+${code.toString(16)}`).toBe(false);
      }
    }
  });

  it.each(FALLBACKS)('$family has the size of Figtree', ({ family, width }) => {
    const face = new RegExp(`font-family: "${family}";[^}]*`).exec(fontSheet)?.[0] ?? '';
    const percent = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]);
    const scale = FIGTREE.width / width;

    expect(percent('size-adjust')).toBeCloseTo(scale * 100, 0);
    expect(percent('ascent-override')).toBeCloseTo((FIGTREE.ascent / scale) * 100, 0);
    expect(percent('descent-override')).toBeCloseTo((FIGTREE.descent / scale) * 100, 0);
    expect(percent('line-gap-override')).toBe(0);
  });

  it('keeps the licence of the font next to its style sheet', () => {
    const licence = readFileSync(join(import.meta.dirname, 'OFL.txt'), 'utf8');
    expect(licence).toBe(readFileSync(join(PACKAGE, 'LICENSE'), 'utf8'));
    expect(licence).toContain('SIL Open Font License, Version 1.1');
  });
});
