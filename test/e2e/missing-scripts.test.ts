/** Tests of a page whose later scripts can't be downloaded, for example after a new deployment. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { callApi } from './support/api-calls.ts';
import { openPage, openTab, register } from './support/member-browser.ts';

const url = inject('url');

let launchedBrowser: LaunchedBrowser;
let page: Page;
let ownId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openPage(launchedBrowser.browser);
  await register(page, url, 'Bo Reef');
  ownId = (await callApi<{ profile: { id: string } }>(page, 'GET', '/me')).profile.id;
});

afterAll(() => launchedBrowser?.close());

it("page works without the ocean's scripts", async () => {
  const tab = await openTab(page.context());
  const oceanScripts = /\/assets\/(creatures|water-canvas)-.*\.js$/;
  await tab.route(oceanScripts, (route) => route.abort());
  const failedRequest = tab.waitForEvent('requestfailed', (request) => oceanScripts.test(request.url()));

  await tab.goto(`${url}/dashboard`);
  await failedRequest;
  await tab.getByRole('heading', { level: 1, name: 'Welcome, Bo Reef' }).waitFor();
  expect(await tab.locator('.broken').count()).toBe(0);

  await tab.close();
});

describe('script that cannot be downloaded', () => {
  /** Opens a tab in which scripts with this name cannot be loaded until `restoreScript` is called. */
  async function openTabWithoutScript(script: string): Promise<{ tab: Page; restoreScript(): void }> {
    const tab = await openTab(page.context());
    onTestFinished(() => tab.close());

    let isBlocked = true;
    await tab.route(new RegExp(`/assets/${script}-[^/]*\\.js$`), (route) =>
      isBlocked ? route.abort() : route.continue(),
    );

    return {
      tab,
      restoreScript: () => {
        isBlocked = false;
      },
    };
  }

  it('shows an error in the dialog that needs the script, and keeps the page', async () => {
    const { tab } = await openTabWithoutScript('picture-dialog');
    await tab.goto(`${url}/profile/${ownId}`);

    await tab.getByRole('button', { name: 'Change profile photo' }).press('Enter');

    const dialog = tab.getByRole('dialog', { name: "This can't be opened now" });
    await dialog.getByText("couldn't be downloaded").waitFor();
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });

    expect(await tab.evaluate('document.activeElement.ariaLabel')).toBe('Change profile photo');
  });

  it('shows an error with a Reload button instead of the screen that needs the script', async () => {
    const { tab, restoreScript } = await openTabWithoutScript('messages');
    await tab.goto(`${url}/dashboard`);
    await tab.getByRole('heading', { level: 1, name: 'Welcome, Bo Reef' }).waitFor();

    await tab.getByRole('navigation').getByRole('link', { name: 'Messages' }).click();
    await tab.getByRole('heading', { level: 1, name: "This can't be opened now" }).waitFor();

    restoreScript();
    await tab.getByRole('button', { name: 'Reload' }).press('Enter');
    await tab.getByText('Start messaging users').waitFor();
  });
});
