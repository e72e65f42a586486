import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openPage, register } from './support/member-browser.ts';

const url = inject('url');
const KB = 1000;

/** Scripts of the animated ocean. They load after the first paint and don't count. */
const OCEAN_SCRIPTS = /\/(creatures|water-canvas|reduced-motion)-/;

let browser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser.browser);
});

afterAll(() => browser?.close());

/** Returns the compressed script bytes that a screen loads until its heading is shown. */
async function scriptBytes(path: string, heading: string | RegExp): Promise<number> {
  // A new page, because the previous page may still be loading scripts.
  const screen = await page.context().newPage();
  const sizes: Promise<number>[] = [];
  const recordSize = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && !OCEAN_SCRIPTS.test(pathname)) {
      sizes.push(response.body().then((body) => gzipSync(body).length));
    }
  };
  screen.on('response', recordSize);
  await screen.goto(url + path);
  await screen.getByRole('heading', { name: heading }).waitFor();
  screen.off('response', recordSize);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await screen.close();
  return bytes;
}

it('home page loads at most 90 KB of compressed scripts', async () => {
  const bytes = await scriptBytes('/', 'Welcome to Fathom');
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThanOrEqual(90 * KB);
});

it('dashboard loads at most 170 KB of compressed scripts', async () => {
  await register(page, url, 'Bo Light');
  const bytes = await scriptBytes('/dashboard', 'Recent Activity');
  expect(bytes).toBeGreaterThan(100 * KB);
  expect(bytes).toBeLessThanOrEqual(170 * KB);
});
