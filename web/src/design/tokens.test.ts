import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const TOKENS = 'design/tokens.css';

/** The scenery is painted, not designed: it has colours and movements of its own. */
const SCENERY = /^ocean\/|^app\/visitor\/(home|not-found)/;

const sheets = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && file !== TOKENS)
  .map((file) => ({ file, css: withoutComments(readFileSync(join(SOURCES, file), 'utf8')) }));
const designed = sheets.filter(({ file }) => !SCENERY.test(file));
const tokens = withoutComments(readFileSync(join(SOURCES, TOKENS), 'utf8'));

function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '');
}

interface Declaration {
  readonly property: string;
  readonly value: string;
}

function declarationsOf(css: string): Declaration[] {
  return [...css.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({
    property,
    value,
  }));
}

/** What only a token may say: a colour, and in some properties a length, a time or a number. */
function strayOf({ property, value }: Declaration): boolean {
  if (/#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch|lab|lch|hwb)\(/i.test(value)) return true;
  const literal = value.replace(/var\([^()]*\)/g, '');
  if (property === 'font-size' || property.endsWith('font-size')) return /\d/.test(literal);
  if (/radius/.test(property)) return /[\d.]+(rem|px|em)/.test(literal.replace(/calc\(.*\)/, ''));
  if (/^(transition|animation)/.test(property)) return /\d(m?s)\b/.test(literal);
  if (/^(margin|padding|gap|row-gap|column-gap)/.test(property)) return isStraySpace(value);
  if (property === 'z-index') return /\d/.test(literal);
  return property === 'box-shadow' && /\d(rem|px)/.test(literal) && !/inset|var\(--(accent|danger)/.test(value);
}

/** Shares of the window and what is reckoned from tokens are no steps of the scale, and need not be. */
function isStraySpace(value: string): boolean {
  const given = value.replace(/calc\((?:[^()]|\([^()]*\))*\)/g, (sum) => (sum.includes('var(') ? '' : sum));
  return /[\d.](rem|px|em)\b/.test(given.replace(/var\([^()]*\)/g, ''));
}

const stray = (css: string) =>
  declarationsOf(css)
    .filter(strayOf)
    .map(({ property, value }) => `${property}: ${value}`);

describe('the design', () => {
  it('knows a stray value when it meets one', () => {
    const css = `.a { color: #fff; font-size: 1rem; border-radius: 4px; transition: opacity 0.2s; z-index: 2;
      background: rgb(0 0 0 / 0.5); box-shadow: 0 1px 2px black; margin: 0 1rem; color: var(--text); z-index: var(--bar); gap: clamp(1rem, 2vw, 2rem);
      padding: var(--space-1) calc(var(--space-2) * -1) 20vh 0; margin-inline: auto -4px; }`;
    expect(stray(css).map((one) => one.split(':')[0])).toEqual([
      'color',
      'font-size',
      'border-radius',
      'transition',
      'z-index',
      'background',
      'box-shadow',
      'margin',
      'gap',
      'margin-inline',
    ]);
  });

  it.each(designed)('decides nothing in $file that the tokens decide', ({ css }) => expect(stray(css)).toEqual([]));

  it('has every token that is asked for', () => {
    // What the palettes and single components set for themselves is set somewhere else.
    const set = new Set(
      [tokens, ...sheets.map(({ css }) => css)].flatMap((css) => css.match(/--[\w-]+(?=\s*:)/g) ?? []),
    );
    const known = (name: string) => set.has(name) || name.startsWith('--amplify') || name === '--place';
    const asked = designed.flatMap(({ css }) => css.match(/(?<=var\()--[\w-]+/g) ?? []);
    expect(asked.filter((name) => !known(name))).toEqual([]);
  });

  it('has no token that nobody asks for', () => {
    const asked = [tokens, ...sheets.map(({ css }) => css)].join('\n');
    const names = [...new Set(declarationsOf(tokens).map(({ property }) => property))].filter((name) =>
      name.startsWith('--'),
    );
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !asked.includes(`var(${name})`))).toEqual([]);
  });
});
