import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { callApi } from './support/api-calls.ts';
import { openPage, register } from './support/member-browser.ts';

const url = inject('url');

let browser: LaunchedBrowser;
let page: Page;
let selfId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser.browser);
  await register(page, url, 'Bo Bereft');
  selfId = (await callApi<{ profile: { id: string } }>(page, 'GET', '/me')).profile.id;
});

afterAll(() => browser?.close());

it('is whole without what adorns it', async () => {
  const plain = await page.context().newPage();
  const ornaments = /\/assets\/(creatures|water-canvas)-.*\.js$/;
  await plain.route(ornaments, (route) => route.abort());
  const failed = plain.waitForEvent('requestfailed', (request) => ornaments.test(request.url()));
  await plain.goto(`${url}/dashboard`);
  await failed;
  await plain.getByRole('heading', { level: 1, name: 'Welcome, Bo Bereft' }).waitFor();
  expect(await plain.locator('.broken').count()).toBe(0);
  await plain.close();
});

describe('a part that cannot be downloaded', () => {
  /** A page of the member for whom the scripts whose names begin so are gone, until `found` is called. */
  async function pageWithout(script: string): Promise<{ bereft: Page; found(): void }> {
    const bereft = await page.context().newPage();
    onTestFinished(() => bereft.close());
    let gone = true;
    await bereft.route(new RegExp(`/assets/${script}-[^/]*\\.js$`), (route) =>
      gone ? route.abort() : route.continue(),
    );
    return {
      bereft,
      found: () => {
        gone = false;
      },
    };
  }

  it('is missed in its own place when it is a dialog, and the page stays', async () => {
    const { bereft } = await pageWithout('photo-dialog');
    await bereft.goto(`${url}/profile/${selfId}`);
    await bereft.getByRole('button', { name: 'Change profile photo' }).press('Enter');
    const dialog = bereft.getByRole('dialog', { name: 'This cannot be opened now' });
    await dialog.getByText('could not be downloaded').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await bereft.evaluate('document.activeElement.ariaLabel')).toBe('Change profile photo');
  });

  it('is missed below the navigation when it is a screen, and is there after a reload', async () => {
    const { bereft, found } = await pageWithout('messages');
    await bereft.goto(`${url}/dashboard`);
    await bereft.getByRole('heading', { level: 1, name: 'Welcome, Bo Bereft' }).waitFor();
    await bereft.getByRole('navigation').getByRole('link', { name: 'Messages' }).click();
    await bereft.getByRole('heading', { level: 1, name: 'This cannot be opened now' }).waitFor();
    found();
    await bereft.getByRole('button', { name: 'Reload' }).press('Enter');
    await bereft.getByText('Start messaging users').waitFor();
  });
});
