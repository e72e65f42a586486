import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { register } from './support/member-browser.ts';

const url = inject('url');

let browser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const context = await browser.browser.newContext({ forcedColors: 'active', reducedMotion: 'reduce' });
  page = await context.newPage();
  await register(page, url, `Contra ${randomUUID().slice(0, 8)}`);
});

afterAll(() => browser?.close());

/** What a system colour is here, and what elements are painted in. */
const systemColour = (name: string) =>
  page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'forced-color-adjust: none; color: ${name}';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);
const ground = (selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
const outline = (selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).outlineStyle`);

describe('where the system decides the colours', () => {
  it('how deep one is can be seen, and no creature behind what is written', async () => {
    const filled = await systemColour('Highlight');
    expect(await ground('.depth-meter__fill')).toBe(filled);
    expect(await ground('.depth-indicator__bar span')).toBe(filled);
    expect(await ground('.depth-indicator__bar')).not.toBe(filled);
    expect(await page.locator('.ocean').isVisible()).toBe(false);
    const accent = `getComputedStyle(document.querySelector('.page')).getPropertyValue('--accent')`;
    expect(await page.evaluate(accent)).toBe(await systemColour('LinkText'));
  });

  it('what is chosen can be told from what is not, and the field that has the focus from others', async () => {
    const chosen = await systemColour('Highlight');
    await page.goto(`${url}/files`);
    await page.getByRole('radio', { name: 'Images' }).check();
    // It passes gradually into what it becomes.
    await expect.poll(() => ground('.chip :checked + span')).toBe(chosen);
    expect(await ground('.chip :not(:checked) + span')).not.toBe(chosen);
    expect(await outline('.amplify-input')).toBe('none');
    await page.getByPlaceholder('Search files...').focus();
    expect(await outline('.amplify-input')).toBe('solid');

    await page.goto(`${url}/search`);
    await page.getByRole('tab', { selected: true }).waitFor();
    expect(await ground('.tabs__list [aria-selected="true"]')).toBe(chosen);
    expect(await ground('.tabs__list [aria-selected="false"]')).not.toBe(chosen);

    await page.goto(`${url}/payments`);
    await page.getByRole('radio', { name: 'PayPal' }).waitFor();
    expect(await ground('.method:has(:checked)')).toBe(chosen);
    expect(await ground('.method:not(:has(:checked))')).not.toBe(chosen);
  });
});
