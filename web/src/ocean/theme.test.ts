import { expect, it } from 'vitest';
import { paletteAt } from './palette.ts';
import { themeOf } from './theme.ts';

it('a theme has all documented fields', () => {
  const theme = themeOf(0);

  expect(Object.keys({ ...theme, ...theme.palette })).toEqual(
    expect.arrayContaining([
      'water',
      'text',
      'accent',
      'particleDensity',
      'bubbleFrequency',
      'lightIntensity',
      'depthLabel',
    ]),
  );
});

it('a theme takes its colours from the depth, and its particles from the zone', () => {
  expect(themeOf(10_000)).toMatchObject({ level: 10, particleDensity: 60, lightIntensity: 0.05 });
  expect(themeOf(10_000).palette).toEqual(paletteAt(10_000));
  expect(themeOf(10_000, { isDimmed: true }).palette).toEqual(paletteAt(10_000, { isDimmed: true }));
});
