/** Tests of where the ocean's creatures and the sheet above it are placed. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { register, returnToTab } from './support/member-browser.ts';
import {
  LAST_LEVEL,
  openOceanPage,
  overlaps,
  readBoxes,
  readCoverageByOcean,
  setShownDepth,
  waitForAnimationFrames,
  waitForZone,
} from './support/ocean-screen.ts';

const url = inject('url');

/** The height of a zone in metres, apart from the last one, which has no end. */
const ZONE_METRES = 10;

/** The levels of the zones, which are eleven sceneries of the ocean by depth. */
const LEVELS = Array.from({ length: LAST_LEVEL + 1 }, (_, level) => level);

/** Window sizes in pixels, with the number of creatures that each size shows. */
const WINDOWS = [
  { width: 390, height: 844, creatureCount: 3 },
  { width: 768, height: 1024, creatureCount: 4 },
  { width: 1440, height: 900, creatureCount: 4 },
  { width: 2560, height: 1440, creatureCount: 4 },
];

/**
 * Returns how many creatures a window shows in a zone, at most `creatureCount`.
 *
 * One of them is the silhouette of a creature of the next zone, which the last zone lacks.
 * The first zone itself has only two creatures, so it shows three at most.
 */
function countExpectedCreatures(level: number, creatureCount: number): number {
  if (level === LAST_LEVEL) return creatureCount - 1;
  return level === 0 ? Math.min(creatureCount, 3) : creatureCount;
}

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

describe.each(WINDOWS)('creatures in a window of $width × $height', ({ creatureCount, ...viewport }) => {
  let page: Page;

  beforeAll(async () => {
    page = await openOceanPage(launchedBrowser.browser, { reducedMotion: 'reduce', viewport });
    await register(page, url, `Bahia ${randomUUID().slice(0, 8)}`);
  });

  it('never places creatures behind or above text at any level', async () => {
    for (const level of LEVELS) {
      await setShownDepth(page, (level + 0.5) * ZONE_METRES);
      await page.goto(`${url}/dashboard`);
      await waitForZone(page, level);

      const expectedCount = countExpectedCreatures(level, creatureCount);
      const countCreatures = async () => (await readBoxes(page)).creatures.length;
      await expect.poll(countCreatures, { message: `level ${level}` }).toBe(expectedCount);

      const { bar, sheet, window, creatures: visibleCreatures } = await readBoxes(page);
      for (const creature of visibleCreatures) {
        const message = `level ${level}: ${JSON.stringify(creature)}`;
        expect(overlaps(creature, window), message).toBe(true);
        expect(overlaps(creature, bar), message).toBe(false);
        expect(overlaps(creature, sheet), message).toBe(false);
      }
    }
  });
});

describe('ocean on a phone', () => {
  let page: Page;

  beforeAll(async () => {
    page = await openOceanPage(launchedBrowser.browser, {
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
    });
    await register(page, url, `Bahia ${randomUUID().slice(0, 8)}`);
    await page.locator('.creature--first').waitFor({ state: 'attached' });
  });

  it('covers the ocean with the sheet on scroll', async () => {
    await page.evaluate('scrollTo(0, 120)');
    await waitForAnimationFrames(page, 3);

    const coverage = await readCoverageByOcean(page, '.creature > svg');
    expect(coverage.length).toBeGreaterThan(0);
    expect(coverage).toEqual(coverage.map(() => false));

    await page.evaluate('scrollTo(0, 0)');
  });

  it('sets the theme colour of the browser’s bar', async () => {
    const readBarColour = () => page.evaluate<string>(`document.querySelector('meta[name="theme-color"]').content`);
    const readSurfaceColour = () =>
      page.evaluate<string>(`document.querySelector('.page').style.getPropertyValue('--surface-1')`);
    const nightColour = await readSurfaceColour();
    expect(await readBarColour()).toBe(nightColour);

    await setShownDepth(page, 3000);
    await returnToTab(page);
    await waitForZone(page, LAST_LEVEL);

    expect(await readSurfaceColour()).not.toBe(nightColour);
    await expect.poll(readBarColour).toBe(await readSurfaceColour());
    expect(await page.evaluate(`document.documentElement.style.colorScheme`)).toBe('light');
  });
});
