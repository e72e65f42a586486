/** Tests of every screen with extreme texts, at every width. Nothing may overflow, and touch targets must be large. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId } from './support/api-calls.ts';
import {
  ARABIC_FILE_NAME,
  ARABIC_NAME,
  EXTREME_SCREENS,
  EXTREME_TEXTS,
  openMemberWithExtremeTexts,
} from './support/extreme-texts.ts';
import { openTab } from './support/member-browser.ts';
import { resize } from './support/resize.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');

/** Window widths of phones, a zoomed desktop, a tablet, and desktops, in pixels. */
const WIDTHS = [320, 360, 390, 720, 768, 1024, 1440, 2560];

/** Minimum size of a touch target, in pixels. */
const MIN_TARGET_SIZE = 44;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let partnerId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  ({ page, partnerId } = await openMemberWithExtremeTexts(launchedBrowser.browser));
});

afterAll(() => launchedBrowser?.close());

/**
 * Script for the page. Returns the elements that overflow the window or their card.
 *
 * Elements inside an ancestor that scrolls or clips are ignored.
 */
const FIND_OVERFLOW = `(() => {
  const describeElement = (element) =>
    element.tagName.toLowerCase() + (element.getAttribute('class') ?? '').replace(/(^| )(?=\\S)/g, '.');
  const clipsContent = (element) =>
    getComputedStyle(element).overflowX !== 'visible' || getComputedStyle(element).clipPath !== 'none';
  const isClipped = (element, container) => {
    for (let ancestor = element; ancestor && ancestor !== container; ancestor = ancestor.parentElement) {
      if (clipsContent(ancestor)) return true;
    }
    return false;
  };

  const problems = new Set();
  if (document.documentElement.scrollWidth > innerWidth) problems.add('the page scrolls horizontally');

  for (const element of document.querySelectorAll('.page *')) {
    if (element.closest('.ocean, .skip-link, svg') || !element.checkVisibility()) continue;
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0) continue;

    const leavesWindow = left < -0.5 || right > innerWidth + 0.5;
    if (leavesWindow && !isClipped(element, document.body)) problems.add(describeElement(element));

    const card = element.parentElement?.closest('.panel');
    if (!card || isClipped(element, card)) continue;
    const cardBox = card.getBoundingClientRect();
    const leavesCard = left < cardBox.left - 1 || right > cardBox.right + 1;
    if (leavesCard) problems.add(describeElement(element) + ' in ' + describeElement(card));
  }

  return [...problems];
})()`;

/** Script for the page. Returns the names of files whose card cuts off the note "Being checked" or has none. */
const FIND_CUT_NOTES = `[...document.querySelectorAll('.file-card')].filter((card) => {
  const note = [...card.querySelectorAll('span')].find(({ textContent }) => textContent.startsWith('Being checked'));
  if (!note) return true;
  const range = document.createRange();
  range.selectNodeContents(note);
  const noteBox = range.getBoundingClientRect();
  const cardBox = card.getBoundingClientRect();
  const leavesSides = noteBox.left < cardBox.left || noteBox.right > cardBox.right;
  return leavesSides || noteBox.top < cardBox.top || noteBox.bottom > cardBox.bottom;
}).map((card) => card.ariaLabel)`;

/** Checks a tab's screen at every width without a reload, including content that `content-visibility` skips. */
async function expectNoOverflow(tab: Page, screenName: string): Promise<void> {
  await tab.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  for (const width of WIDTHS) {
    await resize(tab, { width, height: 800 });
    expect(await tab.evaluate(FIND_OVERFLOW), `${screenName} at ${width} px`).toEqual([]);
  }
}

describe('screens with extreme texts at every width', () => {
  it.each(EXTREME_SCREENS)('shows extreme texts on $path without overflow', async ({ path, heading }) => {
    await page.goto(url + path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await expectNoOverflow(page, path);
  });

  it.each([
    { tabName: 'posts', content: '.post', isOwn: false },
    { tabName: 'files', content: '.file-card', isOwn: false },
    { tabName: 'connections', content: '.person-card', isOwn: true },
    { tabName: 'dive-log', content: '.dive-log', isOwn: true },
  ])('shows profile tab $tabName without overflow', async ({ tabName, content, isOwn }) => {
    const profileId = isOwn ? await fetchMemberId(page) : partnerId;

    await page.goto(`${url}/profile/${profileId}?tab=${tabName}`);
    await page.getByRole('tab', { selected: true }).waitFor();
    await page.locator(content).first().waitFor();

    await expectNoOverflow(page, tabName);
  });

  it('shows extreme texts in posts and their comments without overflow', async () => {
    await page.goto(`${url}/search?tab=posts`);
    await page.locator('.comment').first().waitFor();
    for (const toggle of await page.locator('.post [aria-expanded=false]').all()) await toggle.click();

    await expectNoOverflow(page, 'posts');
  });

  it('shows extreme texts in a conversation without overflow', async () => {
    await page.goto(`${url}/messages/${partnerId}`);
    await expect.poll(() => page.locator('.bubble').count()).toBe(EXTREME_TEXTS.length);
    await expectNoOverflow(page, 'chat');
  });

  it('shows right-to-left texts from right to left, and other texts from left to right', async () => {
    await page.goto(`${url}/files`);
    const card = page.locator('.file-card', { hasText: ARABIC_FILE_NAME });
    await card.waitFor();
    const readDirection = (part: string) =>
      page.evaluate<string>(`getComputedStyle([...document.querySelectorAll('.file-card')]
        .find(({ textContent }) => textContent.includes('${ARABIC_FILE_NAME}')).querySelector('${part}')).direction`);

    expect(await readDirection('h3')).toBe('ltr');
    for (const part of ['bdi', '.file-card__uploader a', '.file-card__description']) {
      expect(await readDirection(part)).toBe('rtl');
    }
  });

  it('shows right-to-left names of members next to their pictures', async () => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`${url}/search?q=${encodeURIComponent(ARABIC_NAME)}`);
    await page.locator('.person-card__name', { hasText: ARABIC_NAME }).waitFor();

    const gap = await page.evaluate(`(() => {
      const name = document.querySelector('.person-card__name');
      const picture = document.querySelector('.person-card .avatar');
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect().left - picture.getBoundingClientRect().right;
    })()`);

    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(20);
  });

  it("shows a right-to-left name from right to left in the heading of the member's profile", async () => {
    await page.goto(`${url}/profile/${partnerId}`);
    await page.getByRole('heading', { level: 1, name: ARABIC_NAME }).waitFor();

    const direction = await page.evaluate(
      "getComputedStyle(document.querySelector('h1 bdi') ?? document.body).direction",
    );

    expect(direction).toBe('rtl');
  });

  it('shows the whole note "Being checked" in the gallery', async () => {
    const tab = await openTab(page.context());
    await tab.route(/\/api\/files\/list$/, async (route) => {
      const response = await route.fetch();
      const { files, ...rest } = await response.json();
      const scanningFiles = files.map((file: object) => ({ ...file, scanning: true, url: '', media: undefined }));
      await route.fulfill({ response, json: { ...rest, files: scanningFiles } });
    });

    await tab.goto(`${url}/files`);
    await tab.getByRole('button', { name: 'Gallery view' }).click();
    await tab.getByText('Being checked. Opens in a moment.').first().waitFor();

    for (const width of WIDTHS) {
      await resize(tab, { width, height: 800 });
      expect(await tab.evaluate(FIND_CUT_NOTES), `${width} px`).toEqual([]);
    }

    await tab.getByRole('button', { name: 'List view' }).click();
    await tab.close();
  });

  it('shows a dialog without overflow', async () => {
    await page.goto(`${url}/profile/${await fetchMemberId(page)}`);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByRole('dialog').waitFor();

    await expectNoOverflow(page, 'dialog');
  });
});

describe('phone navigation', () => {
  const HEIGHT = 740;

  /** Returns the box of a link or button of the navigation whose name begins with this text. */
  const readTargetBox = async (name: string) => {
    const bar = page.getByRole('navigation', { name: 'Main' });
    const options = { name: new RegExp(`^${name}`) };
    const box = await bar.getByRole('link', options).or(bar.getByRole('button', options)).boundingBox();
    return box ?? { y: 0, width: 0, height: 0 };
  };

  it("puts large touch targets within reach of the thumb, in the phone's bar and its menu", async () => {
    await page.setViewportSize({ width: 360, height: HEIGHT });
    await page.goto(`${url}/dashboard`);
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();

    for (const name of ['Dashboard', 'Files', 'Upload', 'Messages', 'Menu']) {
      const { y, width, height } = await readTargetBox(name);
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(MIN_TARGET_SIZE);
      expect(y, name).toBeGreaterThan(HEIGHT / 2);
    }

    await page.getByRole('button', { name: 'Menu' }).click();
    for (const name of ['Ascend', 'Profile', 'Dive log', 'Logout']) {
      const { y, width, height } = await readTargetBox(name);
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(MIN_TARGET_SIZE);
      expect(y, name).toBeGreaterThan(HEIGHT * 0.4);
    }

    expect(await page.evaluate(FIND_OVERFLOW)).toEqual([]);
  });

  it('does not cover the end of a screen', async () => {
    await page.goto(`${url}/files`);
    await page.locator('.file-card').first().waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const gap = await page.evaluate(`document.querySelector('.navigation__links').getBoundingClientRect().top
      - document.querySelector('.explorer').getBoundingClientRect().bottom`);

    expect(gap).toBeGreaterThanOrEqual(0);
  });
});

describe('navigation bar', () => {
  it.each([390, 768, 1440])('keeps the search link in place when the profile arrives, at %i px', async (width) => {
    const tab = await openTab(page.context());
    onTestFinished(() => tab.close());
    await tab.setViewportSize({ width, height: 800 });
    const release = await holdRequests(tab, /\/api\//);
    const search = tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' });

    await tab.goto(`${url}/payments`);
    await tab.getByText('Loading your profile...').waitFor();
    const boxBefore = await search.boundingBox();
    release();
    await tab.getByRole('button', { name: /^Notifications/ }).waitFor();

    expect(await search.boundingBox()).toEqual(boxBefore);
  });
});

describe('visitor screens at every width', () => {
  it.each(['/', '/login', '/register', '/forgot-password'])('shows visitors %s without overflow', async (path) => {
    const context = await launchedBrowser.browser.newContext({ reducedMotion: 'reduce' });
    onTestFinished(() => context.close());
    const visitor = await openTab(context);

    await visitor.goto(url + path);
    await visitor.getByRole('heading', { level: 1 }).waitFor();

    await expectNoOverflow(visitor, path);
  });
});
