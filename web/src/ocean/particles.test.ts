import { expect, it } from 'vitest';
import { fillWater, flow, stretch, wipeWater } from './particles.ts';
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

it('lets particles appear and dissolve when the zone changes, and moves none by more than it drifts', () => {
  const water = fillWater(size, themeOf(0));
  const before = water.specks.map(({ x, y }) => ({ x, y }));
  flow(water, size, themeOf(100), 0.05);
  expect(water.specks).toHaveLength(60);
  for (const [place, { x, y }] of before.entries()) {
    const speck = water.specks[place]!;
    expect(speck.presence).toBe(1);
    expect(Math.min(Math.abs(speck.x - x), size.width - Math.abs(speck.x - x))).toBeLessThan(1);
    expect(Math.min(Math.abs(speck.y - y), size.height - Math.abs(speck.y - y))).toBeLessThan(1);
  }
  expect(water.specks.slice(10).every(({ presence }) => presence > 0 && presence < 0.1)).toBe(true);

  for (let step = 0; step < 50; step += 1) flow(water, size, themeOf(100), 0.05);
  flow(water, size, themeOf(0), 0.05);
  expect(water.specks).toHaveLength(60);
  for (let step = 0; step < 50; step += 1) flow(water, size, themeOf(0), 0.05);
  expect(water.specks).toHaveLength(10);
  expect(water.specks.every(({ presence }) => presence === 1)).toBe(true);
});

it('keeps everything in its place when the window changes its size', () => {
  const water = fillWater(size, themeOf(50), half);
  stretch(water, size, { width: 400, height: 1200 });
  for (const { x, y } of [...water.specks, ...water.bubbles]) expect([x, y]).toEqual([200, 600]);
});

it('wipes away all that it has drawn', () => {
  const water = fillWater(size, { particleDensity: 20, bubbleFrequency: 1 });
  const wiped: number[][] = [];
  const context = { clearRect: (...area: number[]) => void wiped.push(area) };
  wipeWater(context as unknown as CanvasRenderingContext2D, water);
  for (const { x, y, radius } of [...water.specks, ...water.bubbles]) {
    const stroke = 1;
    const covered = wiped.some(
      ([left = 0, top = 0, width = 0, height = 0]) =>
        left <= x - radius - stroke &&
        top <= y - radius - stroke &&
        left + width >= x + radius + stroke &&
        top + height >= y + radius + stroke,
    );
    expect(covered).toBe(true);
  }
});
