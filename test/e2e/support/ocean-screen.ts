import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openTab } from './member-browser.ts';

/** The path of the dashboard’s data. */
export const DASHBOARD = /\/api\/dashboard$/;

/** Script for the page. Counts the frames of the water: each frame clears the canvas once. */
const COUNT_FRAMES = `
  window.clearedFrames = 0;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    window.clearedFrames += 1;
    clear.apply(this, area);
  };
`;

/** Opens a page that counts the frames of the water as `clearedFrames`. */
export async function openOceanPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await openTab(await browser.newContext(options));
  await page.addInitScript(COUNT_FRAMES);
  return page;
}

/** Makes the dashboard's responses report this depth from now on. */
export async function setShownDepth(page: Page, metres: number): Promise<void> {
  // The newest route is used. Removing the last one first could leave a request hanging.
  await page.route(DASHBOARD, async (route) => {
    const { profile, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, profile: { ...profile, depth: metres } } });
  });
}

/** Waits until the page shows the life of a zone, 0 to 10. */
export const waitForZone = (page: Page, level: number) => page.locator(`.page[data-zone="${level}"]`).waitFor();
