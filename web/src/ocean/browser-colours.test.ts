import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { barColour } from './browser-colours.ts';
import { themeOf } from './theme.ts';

const web = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const [top, , bottom] = themeOf(0).backgroundColor;

it('the browser’s bar goes on in the colour of the navigation bar, which is of the water', () => {
  const [, floor] =
    /--surface: color-mix\(in srgb, var\(--water-bottom\) (\d+)%/.exec(web('src/ocean/ocean.css')) ?? [];
  const [, bar] = /--bar: color-mix\(in srgb, var\(--surface\) (\d+)%/.exec(web('src/ocean/ocean.css')) ?? [];
  expect([floor, bar]).toEqual(['84', '88']);
  expect(barColour('#000000', '#640000')).toBe(`#${Math.round(100 * 0.84 * 0.88).toString(16)}0000`);
  expect(barColour('#ffffff', '#ffffff')).toBe('#ffffff');
});

it('until it is known who is here, all of the browser is of the first zone', () => {
  expect(web('index.html')).toContain(`<meta name="theme-color" content="${barColour(top, bottom)}" />`);
  expect(JSON.parse(web('public/manifest.webmanifest'))).toMatchObject({
    theme_color: barColour(top, bottom),
    background_color: bottom,
  });
  expect(web('src/design/tokens.css')).toContain(`--water-bottom: ${bottom};`);
});
