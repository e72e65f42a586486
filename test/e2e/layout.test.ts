import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { callApi, idOf } from './support/api-calls.ts';
import { newWriter, openChatMember } from './support/chat-screen.ts';
import { EXTREME_TEXTS, LONG_NAME, postExtremeTexts } from './support/extreme-texts.ts';

const url = inject('url');

/** Phones, a desk at twice its size, a tablet, and desks. */
const WIDTHS = [360, 390, 720, 768, 1024, 1440, 2560];
const THUMB = 44;

let browser: LaunchedBrowser;
let page: Page;
let otherId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const writer = await newWriter('Tamsin Reef');
  page = await openChatMember(browser.browser, LONG_NAME.slice(0, 30));
  otherId = writer.member.userId;
  await postExtremeTexts(writer, await idOf(page));
  await callApi(page, 'PUT', `/users/${otherId}/follow`, {});
  await callApi(page, 'POST', '/posts', { content: EXTREME_TEXTS[0] });
});

afterAll(() => browser?.close());

/**
 * Runs in the page: what sticks out of the window, and what sticks out of the card that it lies on. What scrolls or
 * clips inside of itself is meant to.
 */
const STICKING_OUT = `(() => {
  const name = (element) => element.tagName.toLowerCase() + (element.getAttribute('class') ?? '').replace(/(^| )(?=\\S)/g, '.');
  const clips = (element) => getComputedStyle(element).overflowX !== 'visible' || getComputedStyle(element).clipPath !== 'none';
  const kept = (element, end) => {
    for (let at = element; at && at !== end; at = at.parentElement) if (clips(at)) return true;
    return false;
  };
  const found = new Set();
  if (document.documentElement.scrollWidth > innerWidth) found.add('the page scrolls sideways');
  for (const element of document.querySelectorAll('.page *')) {
    if (element.closest('.ocean, .skip-link, svg') || !element.checkVisibility()) continue;
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 0 && (left < -0.5 || right > innerWidth + 0.5) && !kept(element, document.body)) found.add(name(element));
    const card = element.parentElement?.closest('.panel');
    if (!card || kept(element, card)) continue;
    const edge = card.getBoundingClientRect();
    if (width > 0 && (left < edge.left - 1 || right > edge.right + 1)) found.add(name(element) + ' in ' + name(card));
  }
  return [...found];
})()`;

/** Looks at what is on screen at every width, without loading it anew: also at what is laid out when one comes near it. */
async function expectRoom(name: string): Promise<void> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(STICKING_OUT), `${name} at ${width} px`).toEqual([]);
  }
}

const SCREENS = [
  { path: '/', shows: 'Welcome to Fathom' },
  { path: '/dashboard', shows: 'Recent Activity' },
  { path: '/files', shows: 'أعماق البحر البعيدة.txt' },
  { path: '/upload', shows: 'Depth calculation' },
  { path: '/search', shows: 'Users' },
  { path: '/edit-profile', shows: 'Edit Your Profile' },
  { path: '/payments', shows: 'Fast Progress' },
  { path: '/messages', shows: 'Messages' },
  { path: '/atlantis', shows: 'Page Not Found' },
];

describe('every screen, at every width, full of hard words', () => {
  it.each(SCREENS)('has room for $path', async ({ path, shows }) => {
    await page.goto(url + path);
    await page.getByRole('heading', { name: shows }).first().waitFor();
    await expectRoom(path);
  });

  it.each(['posts', 'files', 'connections', 'dive-log'])('has room for the %s of a profile', async (tab) => {
    const own = tab === 'connections' || tab === 'dive-log';
    await page.goto(`${url}/profile/${own ? await idOf(page) : otherId}?tab=${tab}`);
    await page.getByRole('tab', { selected: true }).waitFor();
    const shown = { posts: '.post', files: '.file-card', connections: '.person-card', 'dive-log': '.dive-log' }[tab];
    await page
      .locator(shown as string)
      .first()
      .waitFor();
    await expectRoom(tab);
  });

  it('has room for posts that were found, and their comments', async () => {
    await page.goto(`${url}/search?tab=posts`);
    const toggles = page.getByRole('button', { name: /comment/i });
    await toggles.first().waitFor();
    for (const toggle of await toggles.all())
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    await expectRoom('posts');
  });

  it('has room for a conversation', async () => {
    await page.goto(`${url}/messages/${otherId}`);
    await expect.poll(() => page.locator('.bubble').count()).toBe(EXTREME_TEXTS.length);
    await expectRoom('chat');
  });

  it('reads from right to left what was written so, and nothing else', async () => {
    await page.goto(`${url}/files`);
    const card = page.locator('.file-card', { hasText: 'أعماق البحر البعيدة.txt' });
    await card.waitFor();
    const direction = (part: string) =>
      page.evaluate<string>(`getComputedStyle([...document.querySelectorAll('.file-card')]
        .find(({ textContent }) => textContent.includes('أعماق البحر البعيدة.txt')).querySelector('${part}')).direction`);
    expect(await direction('h3')).toBe('ltr');
    for (const part of ['bdi', '.file-card__uploader a', '.file-card__description'])
      expect(await direction(part)).toBe('rtl');
  });

  it('has room for a question, whatever is asked about', async () => {
    await page.goto(`${url}/profile/${await idOf(page)}`);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByRole('dialog').waitFor();
    await expectRoom('dialog');
  });
});

describe('the navigation on a phone', () => {
  const target = async (name: string) => {
    const bar = page.getByRole('navigation', { name: 'Main' });
    const box = await bar.locator('a, button').filter({ hasText: name, visible: true }).boundingBox();
    return box ?? { y: 0, width: 0, height: 0 };
  };

  it('has what is used most under the thumb, and the rest one press away', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${url}/dashboard`);
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    for (const name of ['Dashboard', 'Files', 'Upload', 'Messages', 'Menu']) {
      const { y, width, height } = await target(name);
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(THUMB);
      expect(y, name).toBeGreaterThan(740 / 2);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    for (const name of ['Search', 'Ascend', 'Profile', 'Logout']) {
      const { y, width, height } = await target(name);
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(THUMB);
      expect(y, name).toBeGreaterThan(740 / 2);
    }
    expect(await page.evaluate(STICKING_OUT)).toEqual([]);
  });

  it('hides nothing of the end of a screen', async () => {
    await page.goto(`${url}/files`);
    await page.locator('.file-card').first().waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const gap = await page.evaluate(`document.querySelector('.navigation__links').getBoundingClientRect().top
      - document.querySelector('.explorer').getBoundingClientRect().bottom`);
    expect(gap).toBeGreaterThanOrEqual(0);
  });
});

describe('the screens of visitors', () => {
  it.each(['/', '/login', '/register', '/forgot-password'])('have room for %s', async (path) => {
    const signedIn = page;
    const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    try {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectRoom(path);
    } finally {
      await context.close();
      page = signedIn;
    }
  });
});
