import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { register, returnToTab } from './support/member-browser.ts';

const url = inject('url');
const DASHBOARD = /\/api\/dashboard$/;
const ZONE_OF_CREATURES = /\/creatures-(surface|sunlight|twilight|midnight|abyssal|hadal|challenger)[\w-]*\.js$/;

/** Counts what is wiped off canvases: each frame of the water wipes what the one before has drawn. */
const COUNT_FRAMES = `
  window.wiped = 0;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    window.wiped += 1;
    clear.apply(this, area);
  };
`;

/** Resolves when the browser has painted so many more frames. */
const afterFrames = (frames: number) => `new Promise((resolve) => {
  let left = ${frames};
  requestAnimationFrame(function next() { left -= 1; left > 0 ? requestAnimationFrame(next) : resolve(); });
})`;

let browser: LaunchedBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript(COUNT_FRAMES);
  return page;
}

/** From the next answer on, the member's dashboard has them at a depth. */
async function atDepth(page: Page, metres: number): Promise<void> {
  await page.unroute(DASHBOARD);
  await page.route(DASHBOARD, async (route) => {
    const { profile, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, profile: { ...profile, depth: metres } } });
  });
}

const inZone = (page: Page, level: number) => page.locator(`.page[data-zone="${level}"]`).waitFor();
const waterOf = (page: Page) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('.ocean')).backgroundImage`);
const wiped = (page: Page) => page.evaluate<number>('wiped');
const canvas = (page: Page) => page.locator('canvas.ocean__water');
const texts = (page: Page) => page.evaluate<string[]>('seenTexts');

/** Writes down every text that the navigation bar's indicator shows from now on. */
const listenToIndicator = (page: Page) =>
  page.evaluate(`{
    window.seenTexts = [];
    const indicator = document.querySelector('.depth-indicator__text');
    new MutationObserver(() => seenTexts.push(indicator.textContent)).observe(indicator, {
      characterData: true, childList: true, subtree: true,
    });
  }`);

describe('the ocean', () => {
  let page: Page;
  const downloads: string[] = [];

  beforeAll(async () => {
    page = await newPage({});
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (ZONE_OF_CREATURES.test(pathname)) downloads.push(pathname);
    });
    await register(page, url, `Marea ${randomUUID().slice(0, 8)}`);
    // The creatures of the first zone are downloaded once the page is idle.
    await page.locator('.creatures--present .creature').first().waitFor({ state: 'attached' });
    await atDepth(page, 95);
    downloads.length = 0;
    await page.goto(`${url}/dashboard`);
    await inZone(page, 9);
    await page.locator('.creatures--present .creature').first().waitFor({ state: 'attached' });
  });

  it('asks for the creatures of its own zone alone', () => {
    expect(downloads).toEqual([expect.stringContaining('/creatures-hadal')]);
  });

  it('is one canvas, behind everything, which nobody is told of or can touch', async () => {
    expect(await canvas(page).count()).toBe(1);
    expect(await page.locator('.ocean').getAttribute('aria-hidden')).toBe('true');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.ocean')).pointerEvents`)).toBe('none');
    // What cannot be touched is never found at a point: it is made touchable for as long as one looks.
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

  it('moves, but not in a tab that nobody sees', async () => {
    const before = await wiped(page);
    await expect.poll(() => wiped(page)).toBeGreaterThan(before);
    const turn = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await turn(true);
    const stopped = await wiped(page);
    await page.evaluate(afterFrames(12));
    expect(await wiped(page)).toBe(stopped);
    await turn(false);
    await expect.poll(() => wiped(page)).toBeGreaterThan(stopped);
  });

  it('passes gradually into the next zone when its member rises, and the depth ticks up', async () => {
    const before = await waterOf(page);
    await page.evaluate(`document.querySelector('canvas.ocean__water').dataset.kept = 'yes'`);
    await listenToIndicator(page);
    await page.evaluate(`{
      window.passages = [];
      document.querySelector('.page').addEventListener('transitionrun', ({ propertyName }) => passages.push(propertyName));
    }`);
    await atDepth(page, 3000);
    await returnToTab(page);
    await inZone(page, 10);
    await page.locator('.creatures--leaving').waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate('passages')).toEqual(expect.arrayContaining(['--water-top', '--accent']));

    await expect.poll(() => texts(page)).toContain('Depth: 3000.00m');
    expect(new Set(await texts(page)).size).toBeGreaterThan(3);
    await page.locator('.creatures--leaving').waitFor({ state: 'detached' });
    await expect.poll(() => waterOf(page)).toContain('rgb(7, 15, 24)');
    expect(await waterOf(page)).not.toBe(before);
    expect(await canvas(page).getAttribute('data-kept')).toBe('yes');
  });

  it('measures the depth twice: to 10,000 m in the bar, and to 11,000 m in the meter', async () => {
    const indicator = page.getByRole('meter', { name: 'Your depth' });
    const meter = page.getByRole('meter', { name: 'Depth meter' });
    const values = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'aria-valuetext'];
    const read = (place: typeof meter) => Promise.all(values.map((value) => place.getAttribute(value)));
    expect(await read(indicator)).toEqual(['3000', '0', '10000', 'Depth: 3000.00m']);
    expect(await read(meter)).toEqual(['3000', '0', '11000', '3000.00m']);
    for (const marker of ['2500m', '5000m', '7500m', '11000m'])
      expect(await meter.getByText(marker, { exact: true }).count()).toBe(1);
    const filled = (bar: string, fill: string, side: string) =>
      page.evaluate<number>(`document.querySelector('${fill}').getBoundingClientRect().${side} /
        document.querySelector('${bar}').getBoundingClientRect().${side}`);
    expect(await filled('.depth-indicator__bar', '.depth-indicator__bar span', 'width')).toBeCloseTo(0.3, 2);
    expect(await filled('.depth-meter__tube', '.depth-meter__fill', 'height')).toBeCloseTo(3000 / 11_000, 1);
  });

  it('has its colours at once when its member comes again', async () => {
    await page.unroute(DASHBOARD);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(DASHBOARD, async (route) => {
      await held;
      await route.fallback();
    });
    await page.reload();
    await page.locator('.page').first().waitFor();
    expect(await waterOf(page)).toContain('rgb(7, 15, 24)');
    release();
    await inZone(page, 0);
  });

  it('is forgotten when the member leaves', async () => {
    expect(await page.evaluate(`localStorage.getItem('fathom.water')`)).not.toBeNull();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await expect.poll(() => page.evaluate(`localStorage.getItem('fathom.water')`)).toBeNull();
  });
});

describe('the ocean of those who prefer stillness', () => {
  let page: Page;

  beforeAll(async () => {
    page = await newPage({ reducedMotion: 'reduce' });
    await register(page, url, `Calma ${randomUUID().slice(0, 8)}`);
    await inZone(page, 0);
    await page.locator('.creature').first().waitFor({ state: 'attached' });
    await canvas(page).waitFor({ state: 'attached' });
  });

  it('is drawn once, and keeps still', async () => {
    const drawing = `document.querySelector('canvas.ocean__water').toDataURL()`;
    const drawn = await page.evaluate<string>(drawing);
    const blank = `(() => { const canvas = document.querySelector('canvas.ocean__water');
      const empty = document.createElement('canvas');
      Object.assign(empty, { width: canvas.width, height: canvas.height });
      return empty.toDataURL(); })()`;
    expect(drawn).toMatch(/^data:image/);
    expect(drawn).not.toBe(await page.evaluate(blank));
    await page.evaluate(afterFrames(12));
    expect(await page.evaluate<string>(drawing)).toBe(drawn);
    expect(await wiped(page)).toBe(0);
    const animated = `document.getAnimations().filter(({ effect }) => effect.target.closest('.ocean')).length`;
    expect(await page.evaluate(animated)).toBe(0);
  });

  it('is of the new zone at once when its member rises, and so is the depth', async () => {
    await listenToIndicator(page);
    await page.evaluate(`{
      window.passages = [];
      document.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (target.matches('.page, .ocean, .ocean *')) passages.push(propertyName);
      });
    }`);
    await atDepth(page, 25);
    await returnToTab(page);
    await inZone(page, 2);
    expect(await waterOf(page)).toContain('rgb(26, 73, 146)');
    expect(await page.locator('.creatures').count()).toBe(1);
    await expect.poll(() => texts(page)).toContain('Depth: 25.00m');
    expect([...new Set(await texts(page))]).toEqual(['Depth: 25.00m']);
    expect(await page.evaluate('passages')).toEqual([]);
  });
});

describe('the ocean on a phone', () => {
  let page: Page;

  /** Where the creatures are, and where the heading begins, in pixels below the top of the window. */
  const places = () =>
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
    page = await newPage({ reducedMotion: 'reduce', viewport: { width: 390, height: 844 } });
    await register(page, url, `Bahia ${randomUUID().slice(0, 8)}`);
  });

  it.each(Array.from({ length: 11 }, (_, level) => ({ level })))(
    'shows the creatures of zone $level where nothing is written, for as long as nobody scrolls',
    async ({ level }) => {
      await atDepth(page, level * 10 + 5);
      await page.goto(`${url}/dashboard`);
      await inZone(page, level);
      await page.locator('.creature > svg').first().waitFor({ state: 'attached' });
      const { top, bottom, bar, heading } = await places();
      expect(top).toBeGreaterThanOrEqual(bar);
      expect(bottom).toBeLessThanOrEqual(heading);
      const seen = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.creature')].map((one) => Number(getComputedStyle(one).opacity))`,
      );
      expect(Math.min(...seen)).toBeGreaterThan(0.7);
      expect(await page.locator('.ocean__veil').isVisible()).toBe(false);
    },
  );

  it('takes them along when the page is scrolled', async () => {
    await page.evaluate('scrollTo(0, 60)');
    const distance = async () => {
      const { bottom, heading } = await places();
      return heading - bottom;
    };
    await page.evaluate(afterFrames(3));
    const scrolled = await distance();
    await page.evaluate('scrollTo(0, 0)');
    await page.evaluate(afterFrames(3));
    expect(scrolled).toBeGreaterThanOrEqual(0);
    expect(scrolled).toBeCloseTo(await distance(), 0);
  });

  it('goes on in the browser’s own bar', async () => {
    const bar = () => page.evaluate<string>(`document.querySelector('meta[name="theme-color"]').content`);
    await atDepth(page, 5);
    await page.goto(`${url}/dashboard`);
    await inZone(page, 0);
    await expect.poll(bar).toBe('#004050');
    await atDepth(page, 3000);
    await returnToTab(page);
    await inZone(page, 10);
    await expect.poll(bar).toBe('#030509');
    expect(await page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)).toBe('rgb(1, 1, 4)');
  });
});
