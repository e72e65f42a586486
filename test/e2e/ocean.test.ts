import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { logOut, register, returnToTab } from './support/member-browser.ts';
import {
  DASHBOARD_URL,
  openOceanPage,
  overlaps,
  readBoxes,
  readFrameCount,
  readIndicatorTexts,
  readLightness,
  recordIndicatorTexts,
  setShownDepth,
  waitForFrames,
  waitForZone,
  waterCanvas,
} from './support/ocean-screen.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');

/** Matches the script with the creatures of one zone. */
const CREATURES_SCRIPT = /\/creatures-(surface|sunlight|twilight|midnight|abyssal|hadal|challenger)[\w-]*\.js$/;

let browser: LaunchedBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('ocean', () => {
  let page: Page;
  const downloadedScripts: string[] = [];

  beforeAll(async () => {
    page = await openOceanPage(browser.browser, {});

    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (CREATURES_SCRIPT.test(pathname)) downloadedScripts.push(pathname);
    });
    await register(page, url, `Marea ${randomUUID().slice(0, 8)}`);
    // Creatures are downloaded once the page is idle.
    await page.locator('.creature--ahead').waitFor({ state: 'attached' });
  });

  it('loads only the creatures of the charted zone and the next zone', async () => {
    const readCreatures = () =>
      page.locator('.creature').evaluateAll((elements) => elements.map((creature) => creature.dataset.creature));

    await expect.poll(readCreatures).toEqual(['dolphin', 'ocean sunfish', 'green turtle']);
    // The creature of the next zone is a silhouette.
    expect(await page.locator('.creature--ahead').getAttribute('data-creature')).toBe('green turtle');

    expect(downloadedScripts.toSorted()).toEqual([
      expect.stringContaining('/creatures-sunlight'),
      expect.stringContaining('/creatures-surface'),
    ]);
  });

  it('keeps the ocean behind all content as a decoration', async () => {
    expect(await waterCanvas(page).count()).toBe(1);
    expect(await page.locator('.ocean').getAttribute('aria-hidden')).toBe('true');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.ocean')).pointerEvents`)).toBe('none');

    // elementFromPoint ignores elements without pointer events, so enable them during the check.
    const countElementsScript = `(() => {
      const ocean = document.querySelector('.ocean');
      ocean.style.pointerEvents = 'auto';
      const topElements = [...document.querySelectorAll('h1, h2, p, a, button')].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2);
      });
      ocean.style.pointerEvents = '';
      return [topElements.filter(Boolean).length, topElements.filter((element) => element?.closest('.ocean')).length];
    })()`;
    const [visibleCount, coveredCount] = await page.evaluate<[number, number]>(countElementsScript);

    expect(visibleCount).toBeGreaterThan(10);
    expect(coveredCount).toBe(0);
  });

  it("pauses the ocean's animation in a hidden tab", async () => {
    const framesBefore = await readFrameCount(page);
    await expect.poll(() => readFrameCount(page)).toBeGreaterThan(framesBefore);

    const setHidden = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);

    await setHidden(true);
    const framesWhenHidden = await readFrameCount(page);
    await waitForFrames(page, 12);
    expect(await readFrameCount(page)).toBe(framesWhenHidden);

    await setHidden(false);
    await expect.poll(() => readFrameCount(page)).toBeGreaterThan(framesWhenHidden);
  });

  it('changes light, creatures, and depth gradually when the member rises', async () => {
    await setShownDepth(page, 95);
    await page.goto(`${url}/dashboard`);
    await waitForZone(page, 9);
    await page.locator('.creature--ahead').waitFor({ state: 'attached' });

    const lightnessBefore = await readLightness(page);
    // The attribute is lost if the page replaces the canvas.
    await page.evaluate(`document.querySelector('canvas.ocean__water').dataset.kept = 'yes'`);
    await recordIndicatorTexts(page);
    await page.evaluate(`{
      window.transitions = [];
      document.querySelector('.page').addEventListener('transitionrun', ({ propertyName }) => transitions.push(propertyName));
    }`);

    await setShownDepth(page, 3000);
    await returnToTab(page);
    await waitForZone(page, 10);

    await page.locator('.creature-place--leaving').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate('transitions')).toContain('--water-top');
    await expect.poll(() => readIndicatorTexts(page)).toContain('Depth: 3000.00m');
    expect(new Set(await readIndicatorTexts(page)).size).toBeGreaterThan(3);
    await expect.poll(() => page.locator('.creature-place--leaving').count()).toBe(0);
    await expect.poll(() => readLightness(page)).toBeGreaterThan(lightnessBefore + 0.2);
    expect(await page.locator('.creature--ahead').count()).toBe(0);
    expect(await waterCanvas(page).getAttribute('data-kept')).toBe('yes');
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

  it("shows the ocean's last colours after a reload before any data arrives", async () => {
    const lightnessBefore = await readLightness(page);
    await page.unroute(DASHBOARD_URL);
    const release = await holdRequests(page, DASHBOARD_URL);

    await page.reload();
    await page.locator('.page').first().waitFor();
    expect(await readLightness(page)).toBe(lightnessBefore);

    release();
    await waitForZone(page, 0);
  });

  it('removes the stored depth on logout', async () => {
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
    await waterCanvas(page).waitFor({ state: 'attached' });
  });

  it('draws the ocean once, without animations, if the member prefers reduced motion', async () => {
    const imageScript = `document.querySelector('canvas.ocean__water').toDataURL()`;
    const firstImage = await page.evaluate<string>(imageScript);
    const blankImageScript = `(() => {
      const canvas = document.querySelector('canvas.ocean__water');
      const empty = document.createElement('canvas');
      Object.assign(empty, { width: canvas.width, height: canvas.height });
      return empty.toDataURL();
    })()`;

    expect(firstImage).toMatch(/^data:image/);
    expect(firstImage).not.toBe(await page.evaluate(blankImageScript));

    await waitForFrames(page, 12);
    expect(await page.evaluate<string>(imageScript)).toBe(firstImage);
    expect(await readFrameCount(page)).toBe(0);

    const countScript = `document.getAnimations().filter(({ effect }) => effect.target.closest('.ocean')).length`;
    expect(await page.evaluate(countScript)).toBe(0);
  });

  it('shows the new colours and depth without a transition when the member rises', async () => {
    const lightnessBefore = await readLightness(page);
    await recordIndicatorTexts(page);
    await page.evaluate(`{
      window.transitions = [];
      document.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (target.matches('.page, .ocean, .ocean *')) transitions.push(propertyName);
      });
    }`);

    await setShownDepth(page, 25);
    await returnToTab(page);
    await waitForZone(page, 2);

    expect(await readLightness(page)).toBeGreaterThan(lightnessBefore + 0.1);
    expect(await page.locator('.creature-place--leaving').count()).toBe(0);
    await expect.poll(() => readIndicatorTexts(page)).toContain('Depth: 25.00m');
    expect([...new Set(await readIndicatorTexts(page))]).toEqual(['Depth: 25.00m']);
    expect(await page.evaluate('transitions')).toEqual([]);
  });
});

/** The levels of the zones, which are eleven sceneries of the ocean by depth. */
const LEVELS = Array.from({ length: 11 }, (_, level) => level);
/** Window sizes in pixels, with the number of creatures that each size shows. */
const WINDOWS = [
  { width: 390, height: 844, creatureCount: 3 },
  { width: 768, height: 1024, creatureCount: 4 },
  { width: 1440, height: 900, creatureCount: 4 },
  { width: 2560, height: 1440, creatureCount: 4 },
];

describe.each(WINDOWS)('creatures in a window of $width × $height', ({ creatureCount, ...viewport }) => {
  let page: Page;

  beforeAll(async () => {
    page = await openOceanPage(browser.browser, { reducedMotion: 'reduce', viewport });
    await register(page, url, `Bahia ${randomUUID().slice(0, 8)}`);
  });

  it('never places creatures behind or above text at any level', async () => {
    for (const level of LEVELS) {
      await setShownDepth(page, level * 10 + 5);
      await page.goto(`${url}/dashboard`);
      await waitForZone(page, level);

      // The first zone has two creatures, and no zone follows the last.
      const hasFewerCreatures = level === 10 || (level === 0 && creatureCount > 3);
      const expectedCount = hasFewerCreatures ? creatureCount - 1 : creatureCount;
      const countCreatures = async () => (await readBoxes(page)).creatures.length;
      await expect.poll(countCreatures, { message: `level ${level}` }).toBe(expectedCount);

      const { bar, sheet, window, creatures: visibleCreatures } = await readBoxes(page);
      for (const creature of visibleCreatures) {
        const message = `level ${level}: ${JSON.stringify(creature)}`;
        expect(overlaps(creature, window), message).toBe(true);
        expect(overlaps(creature, bar), message).toBe(false);
        expect(overlaps(creature, sheet), message).toBe(false);
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

  it('covers the ocean with the sheet on scroll', async () => {
    await page.evaluate('scrollTo(0, 120)');
    await waitForFrames(page, 3);

    // elementFromPoint ignores elements without pointer events, so enable them during the check.
    const areCreaturesOnTop = await page.evaluate<boolean[]>(`(() => {
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

    expect(areCreaturesOnTop.length).toBeGreaterThan(0);
    expect(areCreaturesOnTop).not.toContain(true);
  });

  it('sets the theme colour of the browser’s bar', async () => {
    const readBarColour = () => page.evaluate<string>(`document.querySelector('meta[name="theme-color"]').content`);
    const readSurfaceColour = () =>
      page.evaluate<string>(`document.querySelector('.page').style.getPropertyValue('--surface-1')`);
    const nightColour = await readSurfaceColour();
    expect(await readBarColour()).toBe(nightColour);

    await setShownDepth(page, 3000);
    await returnToTab(page);
    await waitForZone(page, 10);

    expect(await readSurfaceColour()).not.toBe(nightColour);
    await expect.poll(readBarColour).toBe(await readSurfaceColour());
    expect(await page.evaluate(`document.documentElement.style.colorScheme`)).toBe('light');
  });
});
