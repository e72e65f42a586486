/** Tests of a list of 1,000 files, of which the page renders only those near the window. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FILES_BULK_LIMIT } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { serveLongFileList } from '../support/long-file-list.ts';
import { openMember, readFocusedLabel } from './support/member-browser.ts';

const url = inject('url');

/** Maximum number of cards in the document, however many files are loaded. */
const MAX_CARDS = 60;

/** Maximum number of elements in the document. */
const MAX_NODES = 4000;

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, 'Vera Long');
  await serveLongFileList(page);
});

afterAll(() => launchedBrowser?.close());

/** Opens the screen in a window of this width, and loads all files. */
async function openList(view: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.goto(`${url}/files`);
  await page.getByRole('button', { name: 'Load All Files' }).click();
  await page.getByText(`${FILES_BULK_LIMIT} files shown`).waitFor();

  await page.getByRole('button', { name: view }).click();
}

const countCards = () => page.locator('.file-card').count();
const countNodes = () => page.evaluate<number>('document.querySelectorAll("*").length');
/** Scrolls the page to this offset: a number of pixels, or a script that returns it. */
const scrollTo = (offset: string) => page.evaluate(`scrollTo(0, ${offset})`);
const cardAt = (position: number) => page.locator(`.file-card[aria-posinset="${position}"]`);

/** Height of the navigation bar, in pixels. */
const NAVIGATION_HEIGHT = 64;

/** Returns the position in the list of the first card that is wholly in view. */
const readTopPosition = () =>
  page.evaluate<string>(
    `[...document.querySelectorAll('.file-card')]
      .filter((card) => card.getBoundingClientRect().top > ${NAVIGATION_HEIGHT})
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0]?.ariaPosInSet`,
  );

describe('a list of 1,000 files', () => {
  it.each([
    ['List view', 1440],
    ['Gallery view', 1440],
    ['List view', 390],
    ['Gallery view', 390],
  ])('renders only the cards around the window: %s, %i pixels wide', async (view, width) => {
    await openList(view, width);

    for (const offset of ['0', 'document.body.scrollHeight / 2', 'document.body.scrollHeight']) {
      await scrollTo(offset);
      await expect.poll(countCards).toBeGreaterThan(3);
      expect(await countCards()).toBeLessThanOrEqual(MAX_CARDS);
      expect(await countNodes()).toBeLessThanOrEqual(MAX_NODES);
    }

    // Measured rows can change the height, so the end is reached in steps.
    await expect
      .poll(async () => {
        await scrollTo('document.body.scrollHeight');
        return cardAt(FILES_BULK_LIMIT).count();
      })
      .toBe(1);
    expect(await cardAt(FILES_BULK_LIMIT).getAttribute('aria-setsize')).toBe(String(FILES_BULK_LIMIT));
    expect(await cardAt(FILES_BULK_LIMIT).getAttribute('aria-label')).toBe(`reef ${FILES_BULK_LIMIT}.png`);
  });

  it('keeps the focused card while it is out of view', async () => {
    await openList('List view', 1440);
    await page.getByRole('button', { name: 'Preview reef 7.png' }).focus();
    await scrollTo('document.body.scrollHeight / 2');
    await cardAt(20).waitFor({ state: 'detached' });
    expect(await readFocusedLabel(page)).toBe('Preview reef 7.png');

    await page.keyboard.press('Tab');
    expect(await readFocusedLabel(page)).toBe('Download reef 7.png (opens in a new tab)');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');

    expect(await readFocusedLabel(page)).toBe('Preview reef 8.png');
  });

  it.each(['List view', 'Gallery view'])('returns with Back to the same files: %s', async (view) => {
    await openList(view, 390);
    // Scrolls through the list, so that the rows have measured heights.
    for (let step = 1; step <= 20; step++) {
      await scrollTo(`${step * 700}`);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    }

    const topPositionBefore = await readTopPosition();
    expect(Number(topPositionBefore)).toBeGreaterThan(20);

    await cardAt(Number(topPositionBefore)).getByRole('link', { name: 'Unknown User' }).click();
    await page.waitForURL('**/profile/other');
    await page.goBack();
    await cardAt(Number(topPositionBefore)).waitFor();

    await expect.poll(readTopPosition).toBe(topPositionBefore);
  });

  it('shows the first files that match a typed text', async () => {
    await openList('List view', 1440);
    await scrollTo('document.body.scrollHeight / 2');
    await page.getByPlaceholder('Search files...').fill('reef 99');
    await page.getByText('11 files shown').waitFor();

    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'reef 99.png',
      ...Array.from({ length: 10 }, (_, index) => `reef ${990 + index}.png`),
    ]);
  });
});
