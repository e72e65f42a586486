import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { logOut, register, returnToTab } from './support/member-browser.ts';
import { DASHBOARD, openOceanPage, setShownDepth, waitForZone } from './support/ocean-screen.ts';

const url = inject('url');
const ZONE_OF_CREATURES = /\/creatures-(surface|sunlight|twilight|midnight|abyssal|hadal|challenger)[\w-]*\.js$/;

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

/** Returns the lightness of the water at the top of the page, 0 to 1. It is in Oklab during a transition. */
const readLightness = (page: Page) =>
  page.evaluate<number>(
    `Number(/okl(?:ab|ch)\\(([\\d.]+)/.exec(getComputedStyle(document.querySelector('.ocean')).backgroundImage)?.[1])`,
  );
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
    page = await openOceanPage(browser.browser, {});
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (ZONE_OF_CREATURES.test(pathname)) downloads.push(pathname);
    });
    await register(page, url, `Marea ${randomUUID().slice(0, 8)}`);
    // Creatures are downloaded once the page is idle.
    await page.locator('.creature--ahead').waitFor({ state: 'attached' });
  });

  it('shows the creatures of the charted zone and a silhouette of the next, and loads no others', async () => {
    const shown = () =>
      page.locator('.creature').evaluateAll((all) => all.map((creature) => creature.dataset.creature));
    await expect.poll(shown).toEqual(['dolphin', 'ocean sunfish', 'green turtle']);
    expect(await page.locator('.creature--ahead').getAttribute('data-creature')).toBe('green turtle');
    expect(downloads.toSorted()).toEqual([
      expect.stringContaining('/creatures-sunlight'),
      expect.stringContaining('/creatures-surface'),
    ]);
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
    const [seenCount, coveredCount] = await page.evaluate<[number, number]>(onTop);

    expect(seenCount).toBeGreaterThan(10);
    expect(coveredCount).toBe(0);
  });

  it('animates, but not in a hidden tab', async () => {
    const before = await readFrameCount(page);
    await expect.poll(() => readFrameCount(page)).toBeGreaterThan(before);
    const setHidden = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await setHidden(true);
    const framesWhenHidden = await readFrameCount(page);
    await page.evaluate(waitForFrames(12));
    expect(await readFrameCount(page)).toBe(framesWhenHidden);
    await setHidden(false);
    await expect.poll(() => readFrameCount(page)).toBeGreaterThan(framesWhenHidden);
  });

  it('gets lighter when the member rises, while the depth counts up', async () => {
    await setShownDepth(page, 95);
    await page.goto(`${url}/dashboard`);
    await waitForZone(page, 9);
    await page.locator('.creature--ahead').waitFor({ state: 'attached' });
    const before = await readLightness(page);
    await page.evaluate(`document.querySelector('canvas.ocean__water').dataset.kept = 'yes'`);
    await recordIndicator(page);
    await page.evaluate(`{
      window.passages = [];
      document.querySelector('.page').addEventListener('transitionrun', ({ propertyName }) => passages.push(propertyName));
    }`);
    await setShownDepth(page, 3000);
    await returnToTab(page);
    await waitForZone(page, 10);
    await page.locator('.creature-place--leaving').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate('passages')).toContain('--water-top');

    await expect.poll(() => readIndicatorTexts(page)).toContain('Depth: 3000.00m');
    expect(new Set(await readIndicatorTexts(page)).size).toBeGreaterThan(3);
    await expect.poll(() => page.locator('.creature-place--leaving').count()).toBe(0);
    await expect.poll(() => readLightness(page)).toBeGreaterThan(before + 0.2);
    expect(await page.locator('.creature--ahead').count()).toBe(0);
    expect(await canvas(page).getAttribute('data-kept')).toBe('yes');
  });

  it('shows the depth on a scale of 10,000 m in the bar and 11,000 m in the meter', async () => {
    const indicator = page.getByRole('meter', { name: 'Your depth' });
    const meter = page.getByRole('meter', { name: 'Depth meter' });
    const values = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'aria-valuetext'];
    const readValues = (place: typeof meter) => Promise.all(values.map((value) => place.getAttribute(value)));
    expect(await readValues(indicator)).toEqual(['3000', '0', '10000', 'Depth: 3000.00m, Shallow Waters']);
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
    const before = await readLightness(page);
    await page.unroute(DASHBOARD);
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(DASHBOARD, async (route) => {
      await gate;
      await route.fallback();
    });
    await page.reload();
    await page.locator('.page').first().waitFor();
    expect(await readLightness(page)).toBe(before);
    release();
    await waitForZone(page, 0);
  });

  it('removes its stored depth on logout', async () => {
    expect(await page.evaluate(`localStorage.getItem('fathom.depth')`)).not.toBeNull();
    await logOut(page);
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await expect.poll(() => page.evaluate(`localStorage.getItem('fathom.depth')`)).toBeNull();
  });
});

describe('ocean with reduced motion', () => {
  let page: Page;

  beforeAll(async () => {
    page = await openOceanPage(browser.browser, { reducedMotion: 'reduce' });
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
    const animationCount = `document.getAnimations().filter(({ effect }) => effect.target.closest('.ocean')).length`;
    expect(await page.evaluate(animationCount)).toBe(0);
  });

  it('shows the new colours and depth without a transition when the member rises', async () => {
    const before = await readLightness(page);
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

    expect(await readLightness(page)).toBeGreaterThan(before + 0.1);
    expect(await page.locator('.creature-place--leaving').count()).toBe(0);
    await expect.poll(() => readIndicatorTexts(page)).toContain('Depth: 25.00m');
    expect([...new Set(await readIndicatorTexts(page))]).toEqual(['Depth: 25.00m']);
    expect(await page.evaluate('passages')).toEqual([]);
  });
});

/** An element's edges in pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the visible creatures, the navigation bar, the sheet of the screen, and the window. */
const readPlaces = (page: Page) =>
  page.evaluate<{ creatures: Box[]; bar: Box; sheet: Box; window: Box }>(`(() => {
    const box = (element) => element.getBoundingClientRect().toJSON();
    return {
      creatures: [...document.querySelectorAll('.creature > svg')].map(box).filter(({ width }) => width > 0),
      bar: box(document.querySelector('.navigation')),
      sheet: box(document.querySelector('.screen')),
      window: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    };
  })()`);

const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const LEVELS = Array.from({ length: 11 }, (_, level) => level);
const WINDOWS = [
  { width: 390, height: 844, creatures: 3 },
  { width: 768, height: 1024, creatures: 4 },
  { width: 1440, height: 900, creatures: 4 },
  { width: 2560, height: 1440, creatures: 4 },
];

describe.each(WINDOWS)('creatures in a window of $width × $height', ({ creatures, ...viewport }) => {
  let page: Page;

  beforeAll(async () => {
    page = await openOceanPage(browser.browser, { reducedMotion: 'reduce', viewport });
    await register(page, url, `Bahia ${randomUUID().slice(0, 8)}`);
  });

  it('are in open water at every level, never behind or above text', async () => {
    for (const level of LEVELS) {
      await setShownDepth(page, level * 10 + 5);
      await page.goto(`${url}/dashboard`);
      await waitForZone(page, level);
      // The first zone has two creatures, and no zone follows the last.
      const expected = creatures - (level === 10 || (level === 0 && creatures > 3) ? 1 : 0);
      const places = async () => (await readPlaces(page)).creatures;
      await expect.poll(async () => (await places()).length, { message: `level ${level}` }).toBe(expected);
      const { bar, sheet, window, creatures: visibleCreatures } = await readPlaces(page);
      for (const creature of visibleCreatures) {
        const where = `level ${level}: ${JSON.stringify(creature)}`;
        expect(overlaps(creature, window), where).toBe(true);
        expect(overlaps(creature, bar), where).toBe(false);
        expect(overlaps(creature, sheet), where).toBe(false);
      }
    }
  });
});

describe('ocean on a phone', () => {
  let page: Page;

  beforeAll(async () => {
    page = await openOceanPage(browser.browser, { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } });
    await register(page, url, `Bahia ${randomUUID().slice(0, 8)}`);
    await page.locator('.creature--first').waitFor({ state: 'attached' });
  });

  it('is covered by the sheet on scroll', async () => {
    await page.evaluate('scrollTo(0, 120)');
    await page.evaluate(waitForFrames(3));
    // elementFromPoint ignores elements without pointer events, so enable them during the check.
    const onTop = await page.evaluate<boolean[]>(`(() => {
      const ocean = document.querySelector('.ocean');
      ocean.style.pointerEvents = 'auto';
      const creatures = [...document.querySelectorAll('.creature > svg')].map((svg) => {
        const { left, top, width, height } = svg.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.ocean') !== null;
      });
      ocean.style.pointerEvents = '';
      scrollTo(0, 0);
      return creatures;
    })()`);
    expect(onTop.length).toBeGreaterThan(0);
    expect(onTop).not.toContain(true);
  });

  it('sets the theme colour of the browser’s bar', async () => {
    const bar = () => page.evaluate<string>(`document.querySelector('meta[name="theme-color"]').content`);
    const surface = () =>
      page.evaluate<string>(`document.querySelector('.page').style.getPropertyValue('--surface-1')`);
    const night = await surface();
    expect(await bar()).toBe(night);
    await setShownDepth(page, 3000);
    await returnToTab(page);
    await waitForZone(page, 10);
    expect(await surface()).not.toBe(night);
    await expect.poll(bar).toBe(await surface());
    expect(await page.evaluate(`document.documentElement.style.colorScheme`)).toBe('light');
  });
});
