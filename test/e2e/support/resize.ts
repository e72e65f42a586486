import type { Page } from 'playwright-core';

/**
 * Resizes the page and waits until the page has received the new size.
 *
 * Browsers tell media queries of scripts in the next frame. Messages render one or two panes by such a query, and long
 * tasks such as axe delay frames.
 */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}
