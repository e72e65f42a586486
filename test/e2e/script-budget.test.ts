import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { IDLE_SCRIPTS, IDLE_STYLES } from '../support/idle-scripts.ts';
import { openPage, register } from './support/member-browser.ts';

const url = inject('url');
const KB = 1000;

let browser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser.browser);
});

afterAll(() => browser?.close());

/** Returns the compressed sizes of what a screen loads until its heading is shown, in bytes. */
async function downloadSizes(path: string, heading: string | RegExp): Promise<{ scripts: number[]; styles: number[] }> {
  // A new page, because the previous page may still be loading scripts.
  const screen = await page.context().newPage();
  const scripts: Promise<number>[] = [];
  const styles: Promise<number>[] = [];
  const readSize = async (response: Response) => gzipSync(await response.body()).length;
  const recordSize = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && !IDLE_SCRIPTS.test(pathname)) scripts.push(readSize(response));
    if (pathname.endsWith('.css') && !IDLE_STYLES.test(pathname)) styles.push(readSize(response));
  };
  screen.on('response', recordSize);
  await screen.goto(url + path);
  await screen.getByRole('heading', { name: heading }).waitFor();
  screen.off('response', recordSize);
  const loaded = { scripts: await Promise.all(scripts), styles: await Promise.all(styles) };
  await screen.close();
  return loaded;
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

it('home page loads at most 90 KB of compressed scripts', async () => {
  const bytes = sum((await downloadSizes('/', 'Welcome to Fathom')).scripts);
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThanOrEqual(90 * KB);
});

it('dashboard loads at most 15 scripts, and 170 KB of compressed scripts and 12 KB of styles', async () => {
  await register(page, url, 'Bo Light');
  const { scripts, styles } = await downloadSizes('/dashboard', 'Recent Activity');
  const bytes = sum(scripts);
  expect(bytes).toBeGreaterThan(100 * KB);
  expect(bytes).toBeLessThanOrEqual(170 * KB);
  expect(scripts.length).toBeLessThanOrEqual(15);
  expect(sum(styles)).toBeGreaterThan(KB);
  expect(sum(styles)).toBeLessThanOrEqual(12 * KB);
});
