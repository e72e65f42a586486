/** Tests of phones with twice the usual font size. Nothing may scroll sideways or overlap. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SURFACE_METRES } from '../../shared/rules/depth.ts';
import { emptyApi } from '../../web/src/test-support/empty-api.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { EXTREME_SCREENS, openMemberWithExtremeTexts } from './support/extreme-texts.ts';
import { resize } from './support/resize.ts';
import { OWN_PROFILE } from './support/screen-data.ts';
import { openWithApi } from './support/state-check.ts';

const url = inject('url');

/** The window of a phone, in pixels. */
const PHONE = { width: 390, height: 844 };

/** Twice the default sizes of the browser's fonts, in pixels. */
const DOUBLE_FONT = { standard: 32, fixed: 26 };

/** Script for the page. Returns texts of the screen whose box is so narrow that it breaks words into letters. */
const FIND_SQUEEZED_TEXTS = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const squeezed = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const parent = node.parentElement;
    if (!/\\S{4}/.test(node.data) || !parent.checkVisibility() || parent.closest('.visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width } = range.getBoundingClientRect();
    if (width > 1 && width < 1.5 * parseFloat(getComputedStyle(parent).fontSize)) squeezed.push(node.data);
  }
  return squeezed;
})()`;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let partnerId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  ({ page, partnerId } = await openMemberWithExtremeTexts(launchedBrowser.browser));
  await resize(page, PHONE);
  await doubleFont(page);
});

afterAll(() => launchedBrowser?.close());

/** Sets the font sizes of the browser, as a member can in its settings. */
async function doubleFont(tab: Page): Promise<void> {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Page.setFontSizes', { fontSizes: DOUBLE_FONT });
}

describe('browser font of twice the default size, on a phone', () => {
  it.each(EXTREME_SCREENS)(
    'shows $path at twice the font size without horizontal scrolling',
    async ({ path, heading }) => {
      await page.goto(url + path);
      await page.getByText(heading).filter({ visible: true }).first().waitFor();

      expect(await page.evaluate('parseFloat(getComputedStyle(document.documentElement).fontSize)')).toBe(
        DOUBLE_FONT.standard,
      );
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
      expect(await page.evaluate(FIND_SQUEEZED_TEXTS)).toEqual([]);
    },
  );

  it('keeps the words of a conversation whole', async () => {
    await page.goto(`${url}/messages/${partnerId}`);
    await page.locator('.bubble').first().waitFor();

    expect(await page.evaluate(FIND_SQUEEZED_TEXTS)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
  });

  it('shows the longest depth on the meter of a profile without horizontal scrolling', async () => {
    const highPage = await openWithApi(launchedBrowser.browser, emptyApi(), { metres: SURFACE_METRES });
    await resize(highPage, PHONE);
    await doubleFont(highPage);
    await highPage.goto(url + OWN_PROFILE);
    await highPage.locator('.depth-meter__you span').waitFor();

    expect(await highPage.locator('.depth-meter__you').textContent()).toContain('10000');
    expect(await highPage.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
  });

  it('keeps the labels of the bottom bar apart', async () => {
    await page.goto(`${url}/dashboard`);
    await page.getByRole('button', { name: 'Menu' }).waitFor();

    const edges = await page.evaluate<[left: number, right: number][]>(`
      [...document.querySelectorAll('.navigation__links a, .member-menu__label')]
        .filter((item) => item.checkVisibility())
        .map((item) => {
          const label = document.createRange();
          label.selectNodeContents([...item.childNodes].find((node) => node.nodeType === Node.TEXT_NODE) ?? item);
          const { left, right } = label.getBoundingClientRect();
          return [left, right];
        })
        .sort(([a], [b]) => a - b)`);
    expect(edges).toHaveLength(5);

    const gapsAfter = edges.map(([, right], index) => (edges[index + 1]?.[0] ?? PHONE.width) - right);
    expect(Math.min(edges[0]![0], ...gapsAfter)).toBeGreaterThanOrEqual(0);
  });
});
