import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { WAIT_TIMEOUT_MS } from '../support/time-limits.ts';
import { register, returnToTab } from './support/member-browser.ts';
import { openOceanPage, setShownDepth, waitForZone } from './support/ocean-screen.ts';
import { checkScreen } from './support/screen-check.ts';

const url = inject('url');

/** Returns the text of the focused element. */
const readFocusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

let browser: LaunchedBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('moments of the ascent', () => {
  let page: Page;

  /** Makes the page load its data at this depth, as after a change elsewhere. */
  async function riseTo(metres: number): Promise<void> {
    await setShownDepth(page, metres);
    await returnToTab(page);
  }

  beforeAll(async () => {
    page = await openOceanPage(browser.browser, { reducedMotion: 'reduce' });
    await register(page, url, `Alba ${randomUUID().slice(0, 8)}`);
    // The content security policy forbids waitForFunction.
    await vi.waitFor(async () => expect(await page.evaluate(`localStorage.getItem('fathom.ascent')`)).not.toBeNull(), {
      timeout: WAIT_TIMEOUT_MS,
    });
  });

  it('announces newly charted zones once without taking the focus', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).focus();
    await riseTo(25);
    const notice = page.locator('.charted-notice');
    await notice.getByText('You charted 2 new zones').waitFor();
    await notice.getByText('manta ray').waitFor();
    expect(await readFocusedText(page)).toBe('Files');

    // The notice stays as long as it has the focus.
    await notice.getByRole('button', { name: 'Dismiss' }).focus();
    await checkScreen(page, 'charted-notice');

    const sizeBefore = page.viewportSize()!;
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 900 });
      const [noticeBottom, barTop] = await page.evaluate<[number, number]>(
        `[document.querySelector('.charted-notice').getBoundingClientRect().bottom,
          document.querySelector('.navigation a[href="/files"]').getBoundingClientRect().top]`,
      );
      expect(noticeBottom, `notice above the bottom bar at ${width} px`).toBeLessThanOrEqual(barTop);
    }
    await page.setViewportSize(sizeBefore);

    await page.keyboard.press('Enter');
    await notice.waitFor({ state: 'detached' });
    expect(await readFocusedText(page)).toBe('Files');

    await page.reload();
    await waitForZone(page, 2);
    await page.locator('.moments').waitFor({ state: 'attached' });
    expect(await notice.count()).toBe(0);
  });

  it('celebrates the surface once, and then returns the focus', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).focus();
    await riseTo(10_000);

    const celebration = page.getByRole('dialog', { name: "You've reached the surface." });
    await celebration.waitFor();
    expect(await readFocusedText(page)).toBe('Look around');

    const animationCount = `document.getAnimations().filter(({ effect }) => effect.target.closest('.surface-moment')).length`;
    expect(await page.evaluate(animationCount)).toBe(0);

    await checkScreen(page, 'surface-moment');
    await page.keyboard.press('Escape');
    await celebration.waitFor({ state: 'detached' });
    expect(await readFocusedText(page)).toBe('Files');

    await page.reload();
    await waitForZone(page, 10);
    await page.locator('.moments').waitFor({ state: 'attached' });
    expect(await celebration.count()).toBe(0);
  });
});
