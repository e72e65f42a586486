/** Tests of the notices after a rise: newly charted zones, and the surface. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { SURFACE_METRES } from '../../shared/rules/depth.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { WAIT_TIMEOUT_MS } from '../support/time-limits.ts';
import { register, returnToTab } from './support/member-browser.ts';
import { LAST_LEVEL, openOceanPage, setShownDepth, waitForZone } from './support/ocean-screen.ts';
import { checkScreen } from './support/screen-check.ts';

const url = inject('url');

/** Returns the text of the focused element. */
const readFocusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

/** Scripts for the page. Return the lower edge of the notice, and the upper edge of the bottom bar, in pixels. */
const READ_NOTICE_BOTTOM = `document.querySelector('.charted-notice').getBoundingClientRect().bottom`;
const READ_BAR_TOP = `document.querySelector('.navigation a[href="/files"]').getBoundingClientRect().top`;

/** A script for the page. Returns how many animations the celebration shows. */
const COUNT_ANIMATIONS = `document.getAnimations().filter(
  ({ effect }) => effect.target.closest('.surface-moment'),
).length`;

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

// The tests run in order, because the page only announces a depth that is higher than all earlier ones.
describe('notices of the ascent', () => {
  let page: Page;

  /** Makes the page load its data at this depth, as after a change elsewhere. */
  async function showDepth(metres: number): Promise<void> {
    await setShownDepth(page, metres);
    await returnToTab(page);
  }

  /** Waits until the page can show notices, and expects that it doesn't show this one. */
  async function expectNotShown(notice: Locator): Promise<void> {
    await page.locator('.moments').waitFor({ state: 'attached' });
    expect(await notice.count()).toBe(0);
  }

  beforeAll(async () => {
    page = await openOceanPage(launchedBrowser.browser, { reducedMotion: 'reduce' });
    await register(page, url, `Alba ${randomUUID().slice(0, 8)}`);
    // Waits until the page has stored the first depth, with which it compares later depths. The content security policy
    // forbids waitForFunction.
    await vi.waitFor(async () => expect(await page.evaluate(`localStorage.getItem('fathom.ascent')`)).not.toBeNull(), {
      timeout: WAIT_TIMEOUT_MS,
    });
  });

  it('announces newly charted zones once, above the bottom bar, and without taking the focus', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).focus();
    // Zones have 10 m each, so this charts the zones 1 and 2.
    await showDepth(25);
    const notice = page.locator('.charted-notice');
    await notice.getByText('You charted 2 new zones').waitFor();
    await notice.getByText('manta ray').waitFor();
    expect(await readFocusedText(page)).toBe('Files');

    // The notice stays as long as it has the focus.
    await notice.getByRole('button', { name: 'Dismiss' }).focus();
    await checkScreen(page, 'charted-notice');

    const originalSize = page.viewportSize()!;
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 900 });
      const noticeBottom = await page.evaluate<number>(READ_NOTICE_BOTTOM);
      const barTop = await page.evaluate<number>(READ_BAR_TOP);

      expect(noticeBottom, `notice above the bottom bar at ${width} px`).toBeLessThanOrEqual(barTop);
    }

    await page.setViewportSize(originalSize);

    await page.keyboard.press('Enter');
    await notice.waitFor({ state: 'detached' });
    expect(await readFocusedText(page)).toBe('Files');

    await page.reload();
    await waitForZone(page, 2);
    await expectNotShown(notice);
  });

  it('celebrates the surface once, and returns the focus afterwards', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).focus();
    await showDepth(SURFACE_METRES);

    const celebration = page.getByRole('dialog', { name: "You've reached the surface." });
    await celebration.waitFor();

    expect(await readFocusedText(page)).toBe('Look around');
    expect(await page.evaluate(COUNT_ANIMATIONS)).toBe(0);

    await checkScreen(page, 'surface-moment');
    await page.keyboard.press('Escape');
    await celebration.waitFor({ state: 'detached' });
    expect(await readFocusedText(page)).toBe('Files');

    await page.reload();
    await waitForZone(page, LAST_LEVEL);
    await expectNotShown(celebration);
  });
});
