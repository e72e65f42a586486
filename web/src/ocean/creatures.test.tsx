import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ZONE_LABELS } from '../../../shared/rules/zones.ts';
import { DRAWING_LOADERS } from './creatures.tsx';
import { CREATURES } from './creatures-cast.ts';

const zones = await Promise.all(
  DRAWING_LOADERS.map(async (load, level) => ({
    depthLabel: ZONE_LABELS[level],
    seaCreatures: CREATURES[level] ?? [],
    drawings: (await load()).drawings,
  })),
);
const allDrawings = zones.flatMap(({ drawings }) => Object.entries(drawings));

it.each(zones)(
  '$depthLabel has a drawing for each creature of its theme, and at least two',
  ({ seaCreatures, drawings }) => {
    expect(Object.keys(drawings)).toEqual(seaCreatures);
    expect(seaCreatures.length).toBeGreaterThanOrEqual(2);
  },
);

it('all eleven zones have drawings, and no creature occurs twice', () => {
  expect(zones).toHaveLength(11);
  expect(new Set(allDrawings.map(([name]) => name)).size).toBe(allDrawings.length);
  expect(new Set(allDrawings.map(([, { picture }]) => renderToStaticMarkup(picture))).size).toBe(allDrawings.length);
});

it.each(allDrawings)('the %s is hidden from screen readers and uses only colours of the zone', (_, { picture }) => {
  const markup = renderToStaticMarkup(picture);
  expect(markup).toMatch(/^<svg aria-hidden="true" viewBox="0 0 \d+ \d+">/);
  expect(markup).not.toMatch(/#[\da-f]{3,6}|rgb|style=|<title|<text/);
});
