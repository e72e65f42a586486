import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { register, returnToTab } from './support/member-browser.ts';

const url = inject('url');
const DASHBOARD = /\/api\/dashboard$/;
const ZONE_OF_CREATURES = /\/creatures-(surface|sunlight|twilight|midnight|abyssal|hadal|challenger)[\w-]*\.js$/;

/** Script for the page. Counts the frames of the water: each frame clears the canvas once. */
const COUNT_FRAMES = `
  window.clearedFrames = 0;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    window.clearedFrames += 1;
    clear.apply(this, area);
  };
`;

/** Script for the page. Resolves after this many more frames. */
const waitForFrames = (frames: number) => `new Promise((resolve) => {
  let left = ${frames};
  requestAnimationFrame(function next() { left -= 1; left > 0 ? requestAnimationFrame(next) : resolve(); });
})`;

let browser: LaunchedBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

async function openOceanPage(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript(COUNT_FRAMES);
  return page;
}

/** Makes the dashboard's responses report this depth from now on. */
async function setShownDepth(page: Page, metres: number): Promise<void> {
  await page.unroute(DASHBOARD);
  await page.route(DASHBOARD, async (route) => {
    const { profile, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, profile: { ...profile, depth: metres } } });
  });
}

const waitForZone = (page: Page, level: number) => page.locator(`.page[data-zone="${level}"]`).waitFor();
const readWater = (page: Page) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('.ocean')).backgroundImage`);
const readFrameCount = (page: Page) => page.evaluate<number>('clearedFrames');
const canvas = (page: Page) => page.locator('canvas.ocean__water');
const readIndicatorTexts = (page: Page) => page.evaluate<string[]>('seenTexts');

/** Records every text that the depth indicator in the navigation bar shows from now on. */
const recordIndicator = (page: Page) =>
  page.evaluate(`{
    window.seenTexts = [];
    const indicator = document.querySelector('.depth-indicator__text');
    new MutationObserver(() => seenTexts.push(indicator.textContent)).observe(indicator, {
      characterData: true, childList: true, subtree: true,
    });
  }`);

describe('ocean', () => {
  let page: Page;
  const downloads: string[] = [];

  beforeAll(async () => {
    page = await openOceanPage({});
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (ZONE_OF_CREATURES.test(pathname)) downloads.push(pathname);
    });
    await register(page, url, `Marea ${randomUUID().slice(0, 8)}`);
    // The creatures of the first zone are downloaded once the page is idle.
    await page.locator('.creatures--present .creature').first().waitFor({ state: 'attached' });
    await setShownDepth(page, 95);
    downloads.length = 0;
    await page.goto(`${url}/dashboard`);
    await waitForZone(page, 9);
    await page.locator('.creatures--present .creature').first().waitFor({ state: 'attached' });
  });

  it('loads only the creatures of the zone', () => {
    expect(downloads).toEqual([expect.stringContaining('/creatures-hadal')]);
  });

  it('is one canvas behind all content, hidden from assistive technology and without pointer events', async () => {
    expect(await canvas(page).count()).toBe(1);
    expect(await page.locator('.ocean').getAttribute('aria-hidden')).toBe('true');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.ocean')).pointerEvents`)).toBe('none');
    // elementFromPoint ignores elements without pointer events, so enable them during the check.
    const onTop = `(() => {
      const ocean = document.querySelector('.ocean');
      ocean.style.pointerEvents = 'auto';
      const seen = [...document.querySelectorAll('h1, h2, p, a, button')].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2);
      });
      ocean.style.pointerEvents = '';
      return [seen.filter(Boolean).length, seen.filter((element) => element?.closest('.ocean')).length];
    })()`;
    const [seen, covered] = await page.evaluate<[number, number]>(onTop);
    expect(seen).toBeGreaterThan(10);
    expect(covered).toBe(0);
  });

  it('animates, but not in a hidden tab', async () => {
    const before = await readFrameCount(page);
    await expect.poll(() => readFrameCount(page)).toBeGreaterThan(before);
    const setHidden = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await setHidden(true);
    const framesWhenHidden = await readFrameCount(page);
    await page.evaluate(waitForFrames(12));
    expect(await readFrameCount(page)).toBe(framesWhenHidden);
    await setHidden(false);
    await expect.poll(() => readFrameCount(page)).toBeGreaterThan(framesWhenHidden);
  });

  it('transitions to the next zone when the member rises, while the depth counts up', async () => {
    const before = await readWater(page);
    await page.evaluate(`document.querySelector('canvas.ocean__water').dataset.kept = 'yes'`);
    await recordIndicator(page);
    await page.evaluate(`{
      window.passages = [];
      document.querySelector('.page').addEventListener('transitionrun', ({ propertyName }) => passages.push(propertyName));
    }`);
    await setShownDepth(page, 3000);
    await returnToTab(page);
    await waitForZone(page, 10);
    await page.locator('.creatures--leaving').waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate('passages')).toEqual(expect.arrayContaining(['--water-top', '--accent']));

    await expect.poll(() => readIndicatorTexts(page)).toContain('Depth: 3000.00m');
    expect(new Set(await readIndicatorTexts(page)).size).toBeGreaterThan(3);
    await page.locator('.creatures--leaving').waitFor({ state: 'detached' });
    await expect.poll(() => readWater(page)).toContain('rgb(7, 15, 24)');
    expect(await readWater(page)).not.toBe(before);
    expect(await canvas(page).getAttribute('data-kept')).toBe('yes');
  });

  it('shows the depth on a scale of 10,000 m in the bar and 11,000 m in the meter', async () => {
    const indicator = page.getByRole('meter', { name: 'Your depth' });
    const meter = page.getByRole('meter', { name: 'Depth meter' });
    const values = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'aria-valuetext'];
    const readValues = (place: typeof meter) => Promise.all(values.map((value) => place.getAttribute(value)));
    expect(await readValues(indicator)).toEqual(['3000', '0', '10000', 'Depth: 3000.00m']);
    expect(await readValues(meter)).toEqual(['3000', '0', '11000', '3000.00m']);
    for (const marker of ['2500m', '5000m', '7500m', '11000m'])
      expect(await meter.getByText(marker, { exact: true }).count()).toBe(1);
    const readFilledShare = (bar: string, fill: string, side: string) =>
      page.evaluate<number>(`document.querySelector('${fill}').getBoundingClientRect().${side} /
        document.querySelector('${bar}').getBoundingClientRect().${side}`);
    expect(await readFilledShare('.depth-indicator__bar', '.depth-indicator__bar span', 'width')).toBeCloseTo(0.3, 2);
    expect(await readFilledShare('.depth-meter__tube', '.depth-meter__fill', 'height')).toBeCloseTo(3000 / 11_000, 1);
  });

  it('shows its last colours at once after a reload', async () => {
    await page.unroute(DASHBOARD);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(DASHBOARD, async (route) => {
      await released;
      await route.fallback();
    });
    await page.reload();
    await page.locator('.page').first().waitFor();
    expect(await readWater(page)).toContain('rgb(7, 15, 24)');
    release();
    await waitForZone(page, 0);
  });

  it('removes its stored colours on logout', async () => {
    expect(await page.evaluate(`localStorage.getItem('fathom.water')`)).not.toBeNull();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await expect.poll(() => page.evaluate(`localStorage.getItem('fathom.water')`)).toBeNull();
  });
});

describe('ocean with reduced motion', () => {
  let page: Page;

  beforeAll(async () => {
    page = await openOceanPage({ reducedMotion: 'reduce' });
    await register(page, url, `Calma ${randomUUID().slice(0, 8)}`);
    await waitForZone(page, 0);
    await page.locator('.creature').first().waitFor({ state: 'attached' });
    await canvas(page).waitFor({ state: 'attached' });
  });

  it('is drawn once without animations', async () => {
    const drawing = `document.querySelector('canvas.ocean__water').toDataURL()`;
    const firstImage = await page.evaluate<string>(drawing);
    const blank = `(() => { const canvas = document.querySelector('canvas.ocean__water');
      const empty = document.createElement('canvas');
      Object.assign(empty, { width: canvas.width, height: canvas.height });
      return empty.toDataURL(); })()`;
    expect(firstImage).toMatch(/^data:image/);
    expect(firstImage).not.toBe(await page.evaluate(blank));
    await page.evaluate(waitForFrames(12));
    expect(await page.evaluate<string>(drawing)).toBe(firstImage);
    expect(await readFrameCount(page)).toBe(0);
    const animated = `document.getAnimations().filter(({ effect }) => effect.target.closest('.ocean')).length`;
    expect(await page.evaluate(animated)).toBe(0);
  });

  it('shows the new zone and depth without a transition when the member rises', async () => {
    await recordIndicator(page);
    await page.evaluate(`{
      window.passages = [];
      document.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (target.matches('.page, .ocean, .ocean *')) passages.push(propertyName);
      });
    }`);
    await setShownDepth(page, 25);
    await returnToTab(page);
    await waitForZone(page, 2);
    expect(await readWater(page)).toContain('rgb(26, 73, 146)');
    expect(await page.locator('.creatures').count()).toBe(1);
    await expect.poll(() => readIndicatorTexts(page)).toContain('Depth: 25.00m');
    expect([...new Set(await readIndicatorTexts(page))]).toEqual(['Depth: 25.00m']);
    expect(await page.evaluate('passages')).toEqual([]);
  });
});

describe('ocean on a phone', () => {
  let page: Page;

  /** Returns the edges of the creatures, navigation bar, and heading, in pixels below the top of the window. */
  const readPlaces = () =>
    page.evaluate<{ top: number; bottom: number; bar: number; heading: number }>(`(() => {
      const boxes = [...document.querySelectorAll('.creature > svg')].map((svg) => svg.getBoundingClientRect());
      const edge = (selector) => document.querySelector(selector).getBoundingClientRect();
      return {
        top: Math.min(...boxes.map(({ top }) => top)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
        bar: edge('.navigation').bottom,
        heading: edge('h1').top,
      };
    })()`);

  beforeAll(async () => {
    page = await openOceanPage({ reducedMotion: 'reduce', viewport: { width: 390, height: 844 } });
    await register(page, url, `Bahia ${randomUUID().slice(0, 8)}`);
  });

  it.each(Array.from({ length: 11 }, (_, level) => ({ level })))(
    'shows the creatures of zone $level between the navigation bar and the heading',
    async ({ level }) => {
      await setShownDepth(page, level * 10 + 5);
      await page.goto(`${url}/dashboard`);
      await waitForZone(page, level);
      await page.locator('.creature > svg').first().waitFor({ state: 'attached' });
      const { top, bottom, bar, heading } = await readPlaces();
      expect(top).toBeGreaterThanOrEqual(bar);
      expect(bottom).toBeLessThanOrEqual(heading);
      const seen = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.creature')].map((one) => Number(getComputedStyle(one).opacity))`,
      );
      expect(Math.min(...seen)).toBeGreaterThan(0.7);
      expect(await page.locator('.ocean__veil').isVisible()).toBe(false);
    },
  );

  it('moves the creatures with the page on scroll', async () => {
    await page.evaluate('scrollTo(0, 60)');
    const distance = async () => {
      const { bottom, heading } = await readPlaces();
      return heading - bottom;
    };
    await page.evaluate(waitForFrames(3));
    const scrolled = await distance();
    await page.evaluate('scrollTo(0, 0)');
    await page.evaluate(waitForFrames(3));
    expect(scrolled).toBeGreaterThanOrEqual(0);
    expect(scrolled).toBeCloseTo(await distance(), 0);
  });

  it('sets the theme colour of the browser’s bar', async () => {
    const bar = () => page.evaluate<string>(`document.querySelector('meta[name="theme-color"]').content`);
    await setShownDepth(page, 5);
    await page.goto(`${url}/dashboard`);
    await waitForZone(page, 0);
    await expect.poll(bar).toBe('#004050');
    await setShownDepth(page, 3000);
    await returnToTab(page);
    await waitForZone(page, 10);
    await expect.poll(bar).toBe('#030509');
    expect(await page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)).toBe('rgb(1, 1, 4)');
  });
});
