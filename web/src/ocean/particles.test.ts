import { expect, it } from 'vitest';
import { fillWater, flow } from './particles.ts';
import { themeOf } from './theme.ts';

const size = { width: 800, height: 600 };
const half = () => 0.5;

it('holds as many particles as the theme says', () => {
  expect(fillWater(size, themeOf(0)).specks).toHaveLength(10);
  expect(fillWater(size, themeOf(100)).specks).toHaveLength(60);
});

it('sends up as many bubbles a second as the theme says', () => {
  const look = { particleDensity: 0, bubbleFrequency: 0.2 };
  const always = fillWater(size, { ...look, bubbleFrequency: 0 });
  for (let second = 0; second < 4; second += 1) flow(always, size, look, 1, () => 0.1);
  expect(always.bubbles).toHaveLength(4);
  flow(always, size, look, 1, half);
  expect(always.bubbles).toHaveLength(4);
});

it('lets bubbles rise until they are gone, and keeps every particle in the water', () => {
  const water = fillWater(size, { particleDensity: 20, bubbleFrequency: 1 }, half);
  const calm = { particleDensity: 20, bubbleFrequency: 0 };
  for (let step = 0; step < 2000; step += 1) flow(water, size, calm, 0.05);
  expect(water.bubbles).toHaveLength(0);
  for (const { x, y } of water.specks) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(size.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(size.height);
  }
});
