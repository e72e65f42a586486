import type { Page } from 'playwright-core';

/**
 * Keeps calls from being answered, so that what is said meanwhile can be looked at.
 *
 * @returns lets them go, to whatever answers them otherwise
 */
export async function hold(page: Page, address: RegExp | ((address: URL) => boolean)): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}

/** Whether the keyboard is at an element; to be evaluated on it. */
export const hasFocus = (element: { matches(selector: string): boolean }): boolean => element.matches(':focus');

/** A tab of the same member whose clock stands still when it is told to; those of their other tabs go on. */
export async function stopwatchTab(page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const context = await page.context().browser()!.newContext({ storageState, reducedMotion: 'reduce' });
  const tab = await context.newPage();
  tab.setDefaultTimeout(15_000);
  await tab.clock.install();
  return tab;
}
