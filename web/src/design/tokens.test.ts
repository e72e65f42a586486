/** Tests that style sheets take colours, sizes, and times from tokens instead of literal values. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const TOKENS = 'design/tokens.css';

/** Style sheets of illustrations. They may use their own colours and animations. */
const ILLUSTRATION_FILES =
  /^ocean\/(avatar|creatures|ocean|creatures\/drawing|moments\/surface-moment)\.css$|^app\/visitor\/(home|not-found)/;

const styleSheets = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && file !== TOKENS)
  .map((file) => ({ file, css: removeComments(readFileSync(join(SOURCES, file), 'utf8')) }));
const checkedSheets = styleSheets.filter(({ file }) => !ILLUSTRATION_FILES.test(file));
const tokens = removeComments(readFileSync(join(SOURCES, TOKENS), 'utf8'));

function removeComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '');
}

interface Declaration {
  readonly property: string;
  readonly value: string;
}

/** Returns all declarations of a style sheet, without their selectors. */
function parseDeclarations(css: string): Declaration[] {
  return [...css.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({
    property,
    value,
  }));
}

/** Returns whether a declaration contains a literal (colour, length, time, or number) that must be a token. */
function containsLiteral({ property, value }: Declaration): boolean {
  if (/#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch|lab|lch|hwb)\(/i.test(value)) return true;

  // The value without its tokens.
  const literal = value.replace(/var\([^()]*\)/g, '');
  if (property.endsWith('font-size')) return /\d/.test(literal);
  if (/radius/.test(property)) return /[\d.]+(rem|px|em)/.test(literal.replace(/calc\(.*\)/, ''));
  if (/^(transition|animation)/.test(property)) return /\d(m?s)\b/.test(literal);
  if (/^(margin|padding|gap|row-gap|column-gap)/.test(property)) return containsLiteralLength(value);
  if (property === 'z-index') return /\d/.test(literal);
  // Inset shadows, and glows in the accent or danger colour, may have literal sizes.
  return property === 'box-shadow' && /\d(rem|px)/.test(literal) && !/inset|var\(--(accent|danger)/.test(value);
}

/** Returns whether a space contains a literal length. Allows viewport units, and calc() with tokens. */
function containsLiteralLength(value: string): boolean {
  const calcPattern = /calc\((?:[^()]|\([^()]*\))*\)/g;
  const literal = value.replace(calcPattern, (expression) => (expression.includes('var(') ? '' : expression));
  return /[\d.](rem|px|em)\b/.test(literal.replace(/var\([^()]*\)/g, ''));
}

const findLiterals = (css: string) =>
  parseDeclarations(css)
    .filter(containsLiteral)
    .map(({ property, value }) => `${property}: ${value}`);

describe('design tokens', () => {
  it.each([
    'color: #fff',
    'background: rgb(0 0 0 / 0.5)',
    'font-size: 1rem',
    'border-radius: 4px',
    'transition: opacity 0.2s',
    'z-index: 2',
    'box-shadow: 0 1px 2px black',
    'margin: 0 1rem',
    'margin-inline: auto -4px',
    'gap: clamp(1rem, 2vw, 2rem)',
  ])('finds the literal in "%s"', (declaration) => {
    expect(findLiterals(`.a { ${declaration}; }`)).toEqual([declaration]);
  });

  it.each(['color: var(--text)', 'z-index: var(--bar)', 'padding: var(--space-1) calc(var(--space-2) * -1) 20vh 0'])(
    'accepts tokens and lengths that depend on the window: "%s"',
    (declaration) => expect(findLiterals(`.a { ${declaration}; }`)).toEqual([]),
  );

  it.each(checkedSheets)('$file uses tokens instead of literal values', ({ css }) => {
    expect(findLiterals(css)).toEqual([]);
  });

  it('declares every token that a style sheet uses', () => {
    // Components and zones also declare custom properties.
    const declaredNames = new Set(
      [tokens, ...styleSheets.map(({ css }) => css)].flatMap((css) => css.match(/--[\w-]+(?=\s*:)/g) ?? []),
    );
    // Amplify's components declare their own properties, and style attributes declare `--place`.
    const isDeclared = (name: string) => declaredNames.has(name) || name.startsWith('--amplify') || name === '--place';
    const usedNames = checkedSheets.flatMap(({ css }) => css.match(/(?<=var\()--[\w-]+/g) ?? []);

    expect(usedNames.filter((name) => !isDeclared(name))).toEqual([]);
  });

  it('uses only tokens of text colours for text', () => {
    // palette.test.ts checks the contrast of the texts on every surface, and of `--on-…` on their own background.
    // `--ink…` belongs to the printed receipt, `--file-tint` to icons, and `--text-off` to disabled controls.
    const textToken = /^var\(--(text|text-soft|text-off|accent|danger|like|on-[a-z]+|ink(-[a-z]+)?|file-tint)[,)]/;
    const colours = checkedSheets.flatMap(({ file, css }) =>
      parseDeclarations(css)
        .filter(({ property, value }) => property === 'color' && value.startsWith('var('))
        .map(({ value }) => `${file}: ${value}`),
    );

    // A parser that finds nothing would pass the check below.
    expect(colours.length).toBeGreaterThan(100);
    expect(colours.filter((colour) => !textToken.test(colour.replace(/^.*: /, '')))).toEqual([]);
  });

  it('styles each class of a feature in one style sheet, because sheets stay loaded on later screens', () => {
    const sheetsByClass = new Map<string, Set<string>>();
    for (const { file, css } of styleSheets.filter((sheet) => sheet.file.startsWith('features/'))) {
      for (const [, name = ''] of css.matchAll(/(?:^|[{};])\s*\.([\w-]+)(?=\s*\{)/g)) {
        sheetsByClass.set(name, (sheetsByClass.get(name) ?? new Set()).add(file));
      }
    }

    // A parser that finds nothing would pass the check below.
    expect(sheetsByClass.size).toBeGreaterThan(100);
    expect([...sheetsByClass].filter(([, files]) => files.size > 1).map(([name]) => name)).toEqual([]);
  });

  it('declares no unused token', () => {
    const allStyles = [tokens, ...styleSheets.map(({ css }) => css)].join('\n');
    const names = [...new Set(parseDeclarations(tokens).map(({ property }) => property))].filter((name) =>
      name.startsWith('--'),
    );

    // A parser that finds nothing would pass the check below.
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !allStyles.includes(`var(${name})`))).toEqual([]);
  });
});
