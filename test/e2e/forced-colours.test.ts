/** Tests of the forced colours of the operating system, such as high contrast. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openTab, register } from './support/member-browser.ts';

const url = inject('url');

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openTab(await launchedBrowser.browser.newContext({ forcedColors: 'active', reducedMotion: 'reduce' }));
  await register(page, url, `Contra ${randomUUID().slice(0, 8)}`);
});

afterAll(() => launchedBrowser?.close());

/** Returns the value of a system colour. */
const readSystemColour = (name: string) =>
  page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'forced-color-adjust: none; color: ${name}';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);

const readBackground = (selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);

const readOutline = (selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).outlineStyle`);

describe('forced colours', () => {
  it('shows the depth without the ocean behind the text', async () => {
    const highlight = await readSystemColour('Highlight');
    expect(await readBackground('.depth-meter__fill')).toBe(highlight);
    expect(await readBackground('.depth-indicator__bar span')).toBe(highlight);
    expect(await readBackground('.depth-indicator__bar')).not.toBe(highlight);
    expect(await page.locator('.ocean').isVisible()).toBe(false);

    const accent = `getComputedStyle(document.querySelector('.page')).getPropertyValue('--accent')`;
    expect(await page.evaluate(accent)).toBe(await readSystemColour('LinkText'));
  });

  it('highlights selected options and outlines the focused field', async () => {
    const highlight = await readSystemColour('Highlight');
    await page.goto(`${url}/files`);
    await page.getByRole('radio', { name: 'Images' }).check();

    // The colour changes in a transition, so one reading can be too early.
    await expect.poll(() => readBackground('.chip :checked + span')).toBe(highlight);
    expect(await readBackground('.chip :not(:checked) + span')).not.toBe(highlight);
    expect(await readOutline('.amplify-input')).toBe('none');

    await page.getByPlaceholder('Search files...').focus();
    expect(await readOutline('.amplify-input')).toBe('solid');

    // The switch has icons only, so nothing else tells which view is selected.
    expect(await readBackground('.view-switch [aria-pressed="true"]')).toBe(highlight);
    expect(await readBackground('.view-switch [aria-pressed="false"]')).not.toBe(highlight);

    await page.goto(`${url}/search`);
    await page.getByRole('tab', { selected: true }).waitFor();

    expect(await readBackground('.tabs__list [aria-selected="true"]')).toBe(highlight);
    expect(await readBackground('.tabs__list [aria-selected="false"]')).not.toBe(highlight);

    await page.goto(`${url}/payments`);
    await page.getByRole('radio', { name: 'PayPal' }).waitFor();

    expect(await readBackground('.method:has(:checked)')).toBe(highlight);
    expect(await readBackground('.method:not(:has(:checked))')).not.toBe(highlight);

    const readCheckMark = () => page.evaluate("getComputedStyle(document.querySelector('.package__check')).stroke");
    expect(await readCheckMark()).toBe(await readSystemColour('Canvas'));
  });
});
