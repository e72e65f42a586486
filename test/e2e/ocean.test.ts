/** Tests of the ocean behind the pages: its creatures, its light, and when it stands still. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { METER_MAX_METRES, SURFACE_METRES } from '../../shared/rules/depth.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { logOut, register, returnToTab } from './support/member-browser.ts';
import {
  DASHBOARD_URL,
  LAST_LEVEL,
  openOceanPage,
  readCoverageByOcean,
  readIndicatorTexts,
  readLightness,
  readWaterFrameCount,
  recordIndicatorTexts,
  setShownDepth,
  waitForAnimationFrames,
  waitForZone,
  waterCanvas,
} from './support/ocean-screen.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');

/** A depth in the last zone but one, in metres. */
const LOW_METRES = 95;

/** A depth in the last zone, in metres: 30 % of the way to the surface at 10,000 m. */
const HIGH_METRES = 3000;

/** Matches the script with the creatures of one zone. */
const CREATURES_SCRIPT = /\/creatures-(surface|sunlight|twilight|midnight|abyssal|hadal|challenger)[\w-]*\.js$/;

/** A script for the page: records the properties of its background that change in a transition as `transitions`. */
const RECORD_TRANSITIONS_OF_PAGE = `{
  window.transitions = [];
  document.querySelector('.page').addEventListener('transitionrun', ({ propertyName }) => {
    transitions.push(propertyName);
  });
}`;

/** A script for the page: records the same for its background and for everything in the ocean. */
const RECORD_TRANSITIONS_OF_OCEAN = `{
  window.transitions = [];
  document.addEventListener('transitionrun', ({ target, propertyName }) => {
    if (target.matches('.page, .ocean, .ocean *')) transitions.push(propertyName);
  });
}`;

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

// The tests run in order, because the page shows how the ocean changes with the member's depth.
describe('ocean', () => {
  let page: Page;
  const downloadedScripts: string[] = [];

  beforeAll(async () => {
    page = await openOceanPage(launchedBrowser.browser, {});

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

    const coverage = await readCoverageByOcean(page, 'h1, h2, p, a, button');
    expect(coverage.filter((isCovered) => isCovered !== null).length).toBeGreaterThan(10);
    expect(coverage).not.toContain(true);
  });

  it("pauses the ocean's animation in a hidden tab", async () => {
    const setHidden = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);

    const framesBefore = await readWaterFrameCount(page);
    await expect.poll(() => readWaterFrameCount(page)).toBeGreaterThan(framesBefore);

    await setHidden(true);
    const framesWhenHidden = await readWaterFrameCount(page);
    await waitForAnimationFrames(page, 12);
    expect(await readWaterFrameCount(page)).toBe(framesWhenHidden);

    await setHidden(false);
    await expect.poll(() => readWaterFrameCount(page)).toBeGreaterThan(framesWhenHidden);
  });

  it('changes light, creatures, and depth gradually when the member rises', async () => {
    await setShownDepth(page, LOW_METRES);
    await page.goto(`${url}/dashboard`);
    await waitForZone(page, LAST_LEVEL - 1);
    await page.locator('.creature--ahead').waitFor({ state: 'attached' });

    const lightnessBefore = await readLightness(page);
    // The attribute is lost if the page replaces the canvas.
    await page.evaluate(`document.querySelector('canvas.ocean__water').dataset.kept = 'yes'`);
    await recordIndicatorTexts(page);
    await page.evaluate(RECORD_TRANSITIONS_OF_PAGE);

    await setShownDepth(page, HIGH_METRES);
    await returnToTab(page);
    await waitForZone(page, LAST_LEVEL);

    // The light changes in a transition, and the depth in steps.
    await page.locator('.creature-place--leaving').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate('transitions')).toContain('--water-top');
    await expect.poll(() => readIndicatorTexts(page)).toContain(`Depth: ${HIGH_METRES}.00m`);
    expect(new Set(await readIndicatorTexts(page)).size).toBeGreaterThan(3);

    // The creatures of earlier zones are gone. No zone follows the last one, so no creature is a silhouette.
    await expect.poll(() => page.locator('.creature-place--leaving').count()).toBe(0);
    await expect.poll(() => readLightness(page)).toBeGreaterThan(lightnessBefore + 0.2);
    expect(await page.locator('.creature--ahead').count()).toBe(0);
    expect(await waterCanvas(page).getAttribute('data-kept')).toBe('yes');
  });

  it('shows the depth on a scale of 10,000 m in the bar and 11,000 m in the meter', async () => {
    const indicator = page.getByRole('meter', { name: 'Your depth' });
    const meter = page.getByRole('meter', { name: 'Depth meter' });
    const attributes = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'aria-valuetext'];
    const readAttributes = (place: typeof meter) => Promise.all(attributes.map((name) => place.getAttribute(name)));

    /** Returns the filled share of a bar, along the sides of this name. */
    const readFilledShare = (bar: string, fill: string, side: 'width' | 'height') =>
      page.evaluate<number>(`document.querySelector('${fill}').getBoundingClientRect().${side} /
        document.querySelector('${bar}').getBoundingClientRect().${side}`);

    expect(await readAttributes(indicator)).toEqual(['3000', '0', '10000', 'Depth: 3000.00m, Shallow Waters']);
    expect(await readFilledShare('.depth-indicator__bar', '.depth-indicator__bar span', 'width')).toBeCloseTo(
      HIGH_METRES / SURFACE_METRES,
      2,
    );

    expect(await readAttributes(meter)).toEqual(['3000', '0', '11000', '3000.00m']);
    expect(await readFilledShare('.depth-meter__tube', '.depth-meter__fill', 'height')).toBeCloseTo(
      HIGH_METRES / METER_MAX_METRES,
      1,
    );
    for (const marker of ['2500m', '5000m', '7500m', '11000m']) {
      expect(await meter.getByText(marker, { exact: true }).count()).toBe(1);
    }
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
    page = await openOceanPage(launchedBrowser.browser, { reducedMotion: 'reduce' });
    await register(page, url, `Calma ${randomUUID().slice(0, 8)}`);
    await waitForZone(page, 0);
    await page.locator('.creature').first().waitFor({ state: 'attached' });
    await waterCanvas(page).waitFor({ state: 'attached' });
  });

  it('draws the ocean once, without animations, if the member prefers reduced motion', async () => {
    const imageScript = `document.querySelector('canvas.ocean__water').toDataURL()`;
    const blankImageScript = `(() => {
      const canvas = document.querySelector('canvas.ocean__water');
      const empty = document.createElement('canvas');
      Object.assign(empty, { width: canvas.width, height: canvas.height });
      return empty.toDataURL();
    })()`;

    const firstImage = await page.evaluate<string>(imageScript);
    expect(firstImage).toMatch(/^data:image/);
    expect(firstImage).not.toBe(await page.evaluate(blankImageScript));

    await waitForAnimationFrames(page, 12);
    expect(await page.evaluate<string>(imageScript)).toBe(firstImage);
    expect(await readWaterFrameCount(page)).toBe(0);

    const animationsInOcean = `document.getAnimations().filter(({ effect }) => effect.target.closest('.ocean'))`;
    expect(await page.evaluate(`${animationsInOcean}.length`)).toBe(0);
  });

  it('shows the new colours and depth without a transition when the member rises', async () => {
    const lightnessBefore = await readLightness(page);
    await recordIndicatorTexts(page);
    await page.evaluate(RECORD_TRANSITIONS_OF_OCEAN);

    // Zones have 10 m each, so this is in zone 2.
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
