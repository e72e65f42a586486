/** Tests of toasts, the short messages at the edge of the window: announced, dismissible, and never in the way. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { RESERVED_DEPTHS } from '../support/reserved-depths.ts';
import { createPng } from '../support/sample-files.ts';
import { openMember, openOwnProfile } from './support/member-browser.ts';
import { cardOf, composer, dialog, postButton, postField, publish } from './support/posts-screen.ts';

const url = inject('url');

/** Minimum size of a touch target, in pixels. */
const MIN_TARGET_SIZE = 44;

/** Longer than the display time of any toast, in milliseconds. */
const LONG_MS = 60_000;

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, 'Tess Holm', { metres: RESERVED_DEPTHS['e2e/toasts.test.ts'].from });
  await page.clock.install();
  await page.reload();
  await composer(page).waitFor();

  // Toasts stay while the tab has no focus.
  await setTabFocus(false);
});

afterAll(() => launchedBrowser?.close());

const region = () => page.locator('.toasts');
const toasts = () => region().getByRole('listitem');
const readToasts = () => region().locator('p').allTextContents();
const dismiss = () => region().getByRole('button', { name: 'Dismiss' });

/** Simulates focus, or its loss, of the tab. */
const setTabFocus = (hasFocus: boolean) =>
  page.evaluate(`document.hasFocus = () => ${hasFocus}; dispatchEvent(new Event('focus'))`);

/** Publishes a post and deletes it, which shows two toasts. */
async function publishAndDelete(text: string): Promise<void> {
  await publish(page, text);
  await cardOf(page, text).getByRole('button', { name: 'Delete your post' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await cardOf(page, text).waitFor({ state: 'detached' });
}

// The tests run in order, because the second one removes the toasts that the first one shows.
describe('toasts', () => {
  it('announces toasts one by one in a polite live region that is always present', async () => {
    expect(await region().getAttribute('role')).toBe('status');
    expect(await region().getAttribute('aria-atomic')).toBe('false');
    expect(await region().textContent()).toBe('');

    await publishAndDelete('Over and out');
    await expect.poll(readToasts).toEqual(['Your post has been published.', 'Your post has been deleted.']);
  });

  it('removes toasts after a while unless they are hovered, focused, or in an unfocused tab', async () => {
    await page.mouse.move(5, 5);
    await page.clock.runFor(LONG_MS);
    expect(await toasts().count()).toBe(2);

    await toasts().last().hover();
    await setTabFocus(true);
    await page.clock.runFor(LONG_MS);
    expect(await toasts().count()).toBe(2);

    await postField(page).focus();
    await dismiss().last().focus();
    await page.mouse.move(5, 5);
    await page.clock.runFor(LONG_MS);
    expect(await toasts().count()).toBe(2);

    await postField(page).focus();
    await page.clock.runFor(LONG_MS);
    await expect.poll(() => toasts().count()).toBe(0);

    await setTabFocus(false);
  });

  it('dismisses toasts by keyboard, which moves the focus to the next toast and then back', async () => {
    await publishAndDelete('Once more');
    await expect.poll(() => toasts().count()).toBe(2);

    await postField(page).focus();
    await dismiss().first().focus();
    await page.keyboard.press('Enter');

    await expect.poll(readToasts).toEqual(['Your post has been deleted.']);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Dismiss');

    await page.keyboard.press('Enter');
    await expect.poll(() => toasts().count()).toBe(0);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Your post');
  });

  it('shows toasts above the phone navigation without covering it', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await postField(page).fill('From a boat');
    await postButton(page).click();
    await toasts().waitFor();

    const toastBottom = await toasts().evaluate((toast) => toast.getBoundingClientRect().bottom);
    const linksTop = await page.evaluate<number>(
      `document.querySelector('.navigation__links').getBoundingClientRect().top`,
    );

    expect(linksTop).toBeGreaterThan(400);
    expect(toastBottom).toBeLessThanOrEqual(linksTop);
    expect(await toasts().evaluate((toast) => toast.getAnimations().length)).toBe(0);

    const { width, height } = (await dismiss().boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(MIN_TARGET_SIZE);

    await dismiss().click();
    await toasts().waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('confirms a changed profile picture after its dialog has closed', async () => {
    await openOwnProfile(page);
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: createPng(2000) });
    await dialog(page).getByRole('button', { name: 'Upload Photo' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });

    await expect.poll(readToasts).toEqual(['Your photo has been changed.']);
    expect(page.url()).toContain(`${url}/profile/`);
  });
});
