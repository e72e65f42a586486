import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openPage, register } from './support/member-browser.ts';

const url = inject('url');
const KB = 1000;

/** What swims in the water: it is asked for after the first paint, and painted behind it. */
const LIFE = /\/(creatures|water-canvas|motion)-/;

let browser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser.browser);
});

afterAll(() => browser?.close());

/** Bytes of script, compressed, that a screen has loaded when its heading is there. */
async function scriptBytes(path: string, heading: string | RegExp): Promise<number> {
  // A page of its own: what the one before still loads is not asked for by this screen.
  const screen = await page.context().newPage();
  const sizes: Promise<number>[] = [];
  const weigh = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && !LIFE.test(pathname)) {
      sizes.push(response.body().then((body) => gzipSync(body).length));
    }
  };
  screen.on('response', weigh);
  await screen.goto(url + path);
  await screen.getByRole('heading', { name: heading }).waitFor();
  screen.off('response', weigh);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await screen.close();
  return bytes;
}

it('asks little of visitors', async () => {
  const bytes = await scriptBytes('/', 'Welcome to Fathom');
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThanOrEqual(90 * KB);
});

it('asks no more than it must of members', async () => {
  await register(page, url, 'Bo Light');
  const bytes = await scriptBytes('/dashboard', 'Recent Activity');
  expect(bytes).toBeGreaterThan(100 * KB);
  expect(bytes).toBeLessThanOrEqual(170 * KB);
});
