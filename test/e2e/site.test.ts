/** Tests what all pages share: the indicator while they load, the offline notice, and the built files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openMember } from './support/member-browser.ts';
import { holdRequests } from './support/slow-network.ts';

const url = inject('url');

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, 'Bo Larsen');
});

afterAll(() => launchedBrowser?.close());

describe('loading page', () => {
  it('shows only a loading indicator until the session is known', async () => {
    const release = await holdRequests(page, /\/config\.json$/);

    await page.goto(`${url}/files`);
    await page.getByRole('status').getByText('Loading...').waitFor();

    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('heading').count()).toBe(0);

    release();
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
  });
});

describe('offline notice', () => {
  const notice = () => page.getByRole('status').filter({ hasText: "You're offline." });

  it.each(['/dashboard', '/messages', '/'])('shows a notice on %s until the connection is back', async (path) => {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();

    onTestFinished(() => page.context().setOffline(false));
    await page.context().setOffline(true);
    await notice().waitFor();

    await page.context().setOffline(false);
    await notice().waitFor({ state: 'detached' });
  });
});

describe('production build', () => {
  // The workshop is a page for development, which shows all components and colours.
  it('site contains no design workshop', async () => {
    const builtFiles = readdirSync(inject('pages'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|html)$/.test(file),
    );
    expect(builtFiles.length).toBeGreaterThan(20);

    const traces = /__design|design__swatch|Every token, and every part/;
    expect(builtFiles.filter((file) => traces.test(readFileSync(join(inject('pages'), file), 'utf8')))).toEqual([]);

    await page.goto(`${url}/__design`);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });
});
