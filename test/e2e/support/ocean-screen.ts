import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openTab } from './member-browser.ts';

/** Matches the URL of the dashboard’s data. */
export const DASHBOARD_URL = /\/api\/dashboard$/;

/** Script for the page. Counts the frames of the water: each frame clears the canvas once. */
const COUNT_FRAMES = `
  window.clearedFrames = 0;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    window.clearedFrames += 1;
    clear.apply(this, area);
  };
`;

/** Script for the page. Records the texts of the depth indicator in the navigation bar. */
const RECORD_INDICATOR_TEXTS = `{
  window.indicatorTexts = [];
  const indicator = document.querySelector('.depth-indicator__text');
  new MutationObserver(() => indicatorTexts.push(indicator.textContent)).observe(indicator, {
    characterData: true, childList: true, subtree: true,
  });
}`;

/** Opens a page that counts the frames of the water as `clearedFrames`. */
export async function openOceanPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await openTab(await browser.newContext(options));
  await page.addInitScript(COUNT_FRAMES);
  return page;
}

/** The level of the last of the eleven zones. Each zone has 10 m, so the last one begins at 100 m. */
export const LAST_LEVEL = 10;

/** Makes the dashboard's responses report this depth from now on. */
export async function setShownDepth(page: Page, metres: number): Promise<void> {
  // The newest route takes precedence. Removing the previous route could leave a request without a response.
  await page.route(DASHBOARD_URL, async (route) => {
    const { profile, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, profile: { ...profile, depth: metres } } });
  });
}

/** Waits until the page shows the colours and creatures of the zone of this level. */
export const waitForZone = (page: Page, level: number) => page.locator(`.page[data-zone="${level}"]`).waitFor();

/** Waits for this many animation frames of the browser, whether or not the water is drawn in them. */
export const waitForAnimationFrames = (page: Page, frames: number) =>
  page.evaluate(`new Promise((resolve) => {
    let remainingFrames = ${frames};
    requestAnimationFrame(function countFrame() {
      remainingFrames -= 1;
      remainingFrames > 0 ? requestAnimationFrame(countFrame) : resolve();
    });
  })`);

/** The canvas with the water. */
export const waterCanvas = (page: Page) => page.locator('canvas.ocean__water');

/** Returns how many frames of the water the page has drawn. */
export const readWaterFrameCount = (page: Page) => page.evaluate<number>('clearedFrames');

/**
 * Returns the lightness of the water at the top of the page, 0 to 1. The browser returns the colour in Oklab during a
 * transition, and otherwise in OkLCh.
 */
export const readLightness = (page: Page) =>
  page.evaluate<number>(
    `Number(/okl(?:ab|ch)\\(([\\d.]+)/.exec(getComputedStyle(document.querySelector('.ocean')).backgroundImage)?.[1])`,
  );

/** Records every text that the depth indicator in the navigation bar shows from now on. */
export const recordIndicatorTexts = (page: Page) => page.evaluate(RECORD_INDICATOR_TEXTS);

/** Returns the recorded texts of the depth indicator, oldest first. */
export const readIndicatorTexts = (page: Page) => page.evaluate<string[]>('indicatorTexts');

/**
 * For each element of a selector, returns whether the ocean is on top at the element's centre. Null if the centre is
 * outside the window.
 */
export const readCoverageByOcean = (page: Page, selector: string) =>
  page.evaluate<(boolean | null)[]>(`(() => {
    // elementFromPoint ignores elements without pointer events, so the ocean receives them during the check.
    const ocean = document.querySelector('.ocean');
    ocean.style.pointerEvents = 'auto';
    const topElements = [...document.querySelectorAll('${selector}')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2);
    });
    ocean.style.pointerEvents = '';

    return topElements.map((element) => element && element.closest('.ocean') !== null);
  })()`);

/** An element's edges in pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the edges of the visible creatures, the navigation bar, the screen's sheet, and the window. */
export const readBoxes = (page: Page) =>
  page.evaluate<{ creatures: Box[]; bar: Box; sheet: Box; window: Box }>(`(() => {
    const box = (element) => element.getBoundingClientRect().toJSON();
    return {
      creatures: [...document.querySelectorAll('.creature > svg')].map(box).filter(({ width }) => width > 0),
      bar: box(document.querySelector('.navigation')),
      sheet: box(document.querySelector('.screen')),
      window: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    };
  })()`);

/** Returns whether two boxes have a common area. */
export const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
