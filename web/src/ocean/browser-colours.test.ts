import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { barColour } from './browser-colours.ts';
import { themeOf } from './theme.ts';

const readWebFile = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const [top, , bottom] = themeOf(0).backgroundColor;

it('barColour mixes the same shares of the water colours as the navigation bar in ocean.css', () => {
  const [, bottomShare] =
    /--surface: color-mix\(in srgb, var\(--water-bottom\) (\d+)%/.exec(readWebFile('src/ocean/ocean.css')) ?? [];
  const [, surfaceShare] =
    /--bar: color-mix\(in srgb, var\(--surface\) (\d+)%/.exec(readWebFile('src/ocean/ocean.css')) ?? [];
  expect([bottomShare, surfaceShare]).toEqual(['84', '88']);
  expect(barColour('#000000', '#640000')).toBe(`#${Math.round(100 * 0.84 * 0.88).toString(16)}0000`);
  expect(barColour('#ffffff', '#ffffff')).toBe('#ffffff');
});

it('index.html, the manifest, and the tokens start with the colours of the first zone', () => {
  expect(readWebFile('index.html')).toContain(`<meta name="theme-color" content="${barColour(top, bottom)}" />`);
  expect(JSON.parse(readWebFile('public/manifest.webmanifest'))).toMatchObject({
    theme_color: barColour(top, bottom),
    background_color: bottom,
  });
  expect(readWebFile('src/design/tokens.css')).toContain(`--water-bottom: ${bottom};`);
});
