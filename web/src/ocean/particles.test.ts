/** Tests of the specks and bubbles in the water, whose number depends on the zone. See docs/product.md#zones. */
import { expect, it } from 'vitest';
import { advanceWater, createWater, eraseWater, resizeWater } from './particles.ts';
import { themeOf } from './theme.ts';

const size = { width: 800, height: 600 };

/** The numbers of specks in the themes of 0 m and of 100 m. */
const SPECKS_AT_0_M = 10;
const SPECKS_AT_100_M = 60;

/** The time between two frames in these tests, in seconds. */
const FRAME_SECONDS = 0.05;

/** The number of frames in 2.5 seconds, which is more than the two seconds in which a speck fades. */
const FRAMES_TO_FADE = 50;

/** Replaces Math.random. */
const randomHalf = () => 0.5;

/** Returns the distance of two positions. A speck that leaves the water at one edge continues at the opposite edge. */
function measureDistance(from: number, to: number, length: number): number {
  const distance = Math.abs(to - from);
  return Math.min(distance, length - distance);
}

it('createWater creates the number of specks in the theme', () => {
  expect(createWater(size, themeOf(0)).specks).toHaveLength(SPECKS_AT_0_M);
  expect(createWater(size, themeOf(100)).specks).toHaveLength(SPECKS_AT_100_M);
});

it('advanceWater adds a bubble at the rate of the theme', () => {
  const settings = { particleDensity: 0, bubbleFrequency: 0.2 };
  const water = createWater(size, { ...settings, bubbleFrequency: 0 });
  // A second adds a bubble if the random number is below the frequency: 0.1 is, and 0.5 isn't.
  for (let second = 0; second < 4; second += 1) advanceWater(water, size, settings, 1, () => 0.1);

  expect(water.bubbles).toHaveLength(4);

  advanceWater(water, size, settings, 1, randomHalf);
  expect(water.bubbles).toHaveLength(4);
});

it('advanceWater removes bubbles at the top, and keeps specks inside the window', () => {
  const water = createWater(size, { particleDensity: 20, bubbleFrequency: 1 }, randomHalf);
  const withoutBubbles = { particleDensity: 20, bubbleFrequency: 0 };
  // 100 seconds: every bubble has reached the top.
  for (let step = 0; step < 2000; step += 1) advanceWater(water, size, withoutBubbles, FRAME_SECONDS);

  expect(water.bubbles).toHaveLength(0);
  for (const { x, y } of water.specks) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(size.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(size.height);
  }
});

it('advanceWater fades specks in when the zone changes, without moving the others', () => {
  const water = createWater(size, themeOf(0));
  const initialPositions = water.specks.map(({ x, y }) => ({ x, y }));

  advanceWater(water, size, themeOf(100), FRAME_SECONDS);
  expect(water.specks).toHaveLength(SPECKS_AT_100_M);

  for (const [index, { x, y }] of initialPositions.entries()) {
    const speck = water.specks[index]!;
    expect(speck.visibility).toBe(1);
    expect(measureDistance(speck.x, x, size.width)).toBeLessThan(1);
    expect(measureDistance(speck.y, y, size.height)).toBeLessThan(1);
  }
  expect(water.specks.slice(SPECKS_AT_0_M).every(({ visibility }) => visibility > 0 && visibility < 0.1)).toBe(true);
});

it('advanceWater fades specks out when the zone changes, and then removes them', () => {
  const water = createWater(size, themeOf(0));
  for (let frame = 0; frame <= FRAMES_TO_FADE; frame += 1) advanceWater(water, size, themeOf(100), FRAME_SECONDS);

  advanceWater(water, size, themeOf(0), FRAME_SECONDS);
  expect(water.specks).toHaveLength(SPECKS_AT_100_M);

  for (let frame = 0; frame < FRAMES_TO_FADE; frame += 1) advanceWater(water, size, themeOf(0), FRAME_SECONDS);
  expect(water.specks).toHaveLength(SPECKS_AT_0_M);
  expect(water.specks.every(({ visibility }) => visibility === 1)).toBe(true);
});

it('resizeWater keeps relative positions', () => {
  const water = createWater(size, themeOf(50), randomHalf);
  resizeWater(water, size, { width: 400, height: 1200 });
  // `randomHalf` has put all particles in the middle.
  for (const { x, y } of [...water.specks, ...water.bubbles]) expect([x, y]).toEqual([200, 600]);
});

it('eraseWater clears everything that drawWater draws', () => {
  const water = createWater(size, { particleDensity: 20, bubbleFrequency: 1 });
  type Area = readonly [left: number, top: number, width: number, height: number];
  const clearedAreas: Area[] = [];
  const context = { clearRect: (...area: Area) => void clearedAreas.push(area) };
  eraseWater(context as unknown as CanvasRenderingContext2D, water);

  for (const { x, y, radius } of [...water.specks, ...water.bubbles]) {
    const strokeWidth = 1;
    const reach = radius + strokeWidth;
    const isCovered = clearedAreas.some(
      ([left, top, width, height]) =>
        left <= x - reach && top <= y - reach && left + width >= x + reach && top + height >= y + reach,
    );
    expect(isCovered).toBe(true);
  }
});
