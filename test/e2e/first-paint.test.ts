/** Tests of the colours at the first paint, before any script runs. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { logOut, openMember } from './support/member-browser.ts';

const url = inject('url');

/** The page's own scripts. They are modules, which run after the first paint. */
const MODULES = /\/assets\/index-[^/]*\.js$/;

let launchedBrowser: LaunchedBrowser;
let page: Page;
/** Whether the pages' scripts can't be loaded, so that a page stays at its first paint. */
let areModulesBlocked = false;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, `Alba ${randomUUID().slice(0, 8)}`);
  await page.route(/\/api\/(dashboard|me)$/, async (route) => {
    const { profile, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, profile: { ...profile, depth: 9000 } } });
  });

  // Don't unroute: a request in flight when interception ends may never complete.
  await page.route(MODULES, (route) => (areModulesBlocked ? route.abort() : route.fallback()));
});

afterAll(() => launchedBrowser?.close());

/** Returns the colours of the window, the browser's bar, and the scrollbars. */
const readColours = () =>
  page.evaluate<readonly string[]>(`[
    getComputedStyle(document.documentElement).backgroundColor,
    document.querySelector('meta[name="theme-color"]').content,
    getComputedStyle(document.documentElement).colorScheme,
  ]`);

// The tests run in order, because the scripts of the page stay blocked from the first one to the second one.
describe('first paint', () => {
  it('shows the colours of the last visit at the first paint', async () => {
    await page.goto(`${url}/dashboard`);
    await page.locator('.page[data-zone="10"]').waitFor();
    await expect.poll(readColours).toContain('light');

    const colours = await readColours();
    areModulesBlocked = true;
    await page.reload();

    expect(await readColours()).toEqual(colours);
  });

  it('shows the colours of 0 m at the first paint of the home page, where everyone starts', async () => {
    await page.goto(url);
    expect(await readColours()).toContain('dark');
    areModulesBlocked = false;
  });

  it('shows a visitor the colours of 0 m at the first paint', async () => {
    await page.goto(`${url}/dashboard`);
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await logOut(page);
    await page.getByRole('heading', { name: 'Log In' }).waitFor();

    areModulesBlocked = true;
    await page.reload();

    expect(await readColours()).toContain('dark');
    expect(await page.evaluate(`localStorage.getItem('fathom.colours')`)).toBeNull();
  });
});
