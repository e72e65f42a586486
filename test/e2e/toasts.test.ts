import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { pngOf } from '../support/sample-files.ts';
import { cardOf, composer, dialog, openAuthor, postButton, postField, publish } from './support/posts-screen.ts';

const url = inject('url');

/** Longer than anything stays that nobody holds. */
const LONG_MS = 60_000;

let browser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openAuthor(browser.browser, 'Tess Holm', 1);
  await page.clock.install();
  await page.reload();
  await composer(page).waitFor();
  // What nobody looks at stays: so it does for as long as a test needs it.
  await look(false);
});

afterAll(() => browser?.close());

const region = () => page.locator('.toasts');
const toasts = () => region().getByRole('listitem');
const said = () => region().locator('p').allTextContents();
const dismiss = () => region().getByRole('button', { name: 'Dismiss' });

/** Whether somebody looks at the tab. */
const look = (looking: boolean) =>
  page.evaluate(`document.hasFocus = () => ${looking}; dispatchEvent(new Event('focus'))`);

/** Publishes a post and deletes it: two things that are done. */
async function writeAndDelete(text: string): Promise<void> {
  await publish(page, text);
  await cardOf(page, text).getByRole('button', { name: 'Delete your post' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await cardOf(page, text).waitFor({ state: 'detached' });
}

describe('what is said in passing', () => {
  it('has its place before there is anything to say, and is heard politely, each by itself', async () => {
    expect(await region().getAttribute('role')).toBe('status');
    expect(await region().getAttribute('aria-atomic')).toBe('false');
    expect(await region().textContent()).toBe('');
    await writeAndDelete('Over and out');
    await expect.poll(said).toEqual(['Your post is in the water.', 'Your post has been deleted.']);
  });

  it('goes by itself, but not while it is pointed at or walked through, or nobody looks', async () => {
    await page.mouse.move(5, 5);
    await page.clock.runFor(LONG_MS);
    expect(await toasts().count()).toBe(2);

    await toasts().last().hover();
    await look(true);
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
    await look(false);
  });

  it('is dismissed by keyboard, which goes on to the next, and back to where it came from', async () => {
    await writeAndDelete('Once more');
    await expect.poll(() => toasts().count()).toBe(2);
    await postField(page).focus();
    await dismiss().first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(said).toEqual(['Your post has been deleted.']);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Dismiss');
    await page.keyboard.press('Enter');
    await expect.poll(() => toasts().count()).toBe(0);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Your post');
  });

  it('lies above the links under the thumb, keeps still, and covers none of them', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await postField(page).fill('From a boat');
    await postButton(page).click();
    await toasts().waitFor();
    const bottom = await toasts().evaluate((toast) => toast.getBoundingClientRect().bottom);
    const links = await page.evaluate<number>(
      `document.querySelector('.navigation__links').getBoundingClientRect().top`,
    );
    expect(links).toBeGreaterThan(400);
    expect(bottom).toBeLessThanOrEqual(links);
    expect(await toasts().evaluate((toast) => toast.getAnimations().length)).toBe(0);
    const { width, height } = (await dismiss().boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await dismiss().click();
    await toasts().waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('names a photo that was changed when its dialog has closed', async () => {
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(2000) });
    await dialog(page).getByRole('button', { name: 'Upload Photo' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect.poll(said).toEqual(['Your photo has been changed.']);
    expect(page.url()).toContain(`${url}/profile/`);
  });
});
