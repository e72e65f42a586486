import type { Page } from 'playwright-core';

/**
 * Resizes the page and waits until its scripts have received the new size.
 *
 * Browsers update the media queries of scripts in the next frame, which long tasks such as axe delay. The messages
 * screen renders one or two panes by such a query.
 */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}
