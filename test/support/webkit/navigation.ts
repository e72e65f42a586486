import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { poll } from './poll.ts';

/**
 * Makes `goto` also wait for the new document itself.
 *
 * WebKit opens a page with Cross-Origin-Opener-Policy in another process. It cancels the first request and sends
 * another, and Playwright then misses the end of the navigation.
 */
export function replaceNavigation(page: Page): void {
  const goto = page.goto.bind(page);
  const readOrigin = () => page.evaluate<number>(`document.readyState === 'complete' ? performance.timeOrigin : 0`);

  page.goto = async (url, options) => {
    const previousOrigin = await page.evaluate<number>('performance.timeOrigin');
    const navigation = goto(url, options);
    const isLoaded = async () => {
      // While the page changes its process, reading fails or never ends. So a failure or a second counts as not loaded.
      const origin = await Promise.race([readOrigin().catch(() => 0), setTimeout(1000, 0)]);
      return origin !== 0 && origin !== previousOrigin ? true : undefined;
    };

    const load = poll(isLoaded, `The page ${url}`).then(() => null);
    // The slower promise may reject after the race. Without a handler, Node would end the process.
    for (const outcome of [navigation, load]) outcome.catch(() => {});
    return Promise.race([navigation, load]);
  };
}
