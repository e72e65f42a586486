import type { Page } from 'playwright-core';
import { openTab } from './member-browser.ts';

/**
 * Holds matching requests, so that a test can check what the page shows while it waits.
 *
 * @returns a function that releases the requests
 */
export async function holdRequests(page: Page, url: RegExp | ((url: URL) => boolean)): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });

  await page.route(url, async (route) => {
    await gate;
    await route.fallback();
  });

  return release;
}

/** Opens a tab of the same member in a new context with a clock that the test controls. */
export async function openTabWithClock(page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const tab = await openTab(await page.context().browser()!.newContext({ storageState, reducedMotion: 'reduce' }));
  await tab.clock.install();
  return tab;
}
