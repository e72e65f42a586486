/** Tests of delays that the specification requires, such as two seconds after a profile was saved. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId, uploadFile } from './support/api-calls.ts';
import { invalidateSession, logIn, openPage, type Registration, register } from './support/member-browser.ts';
import { holdRequests, openTabWithClock } from './support/slow-network.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let page: Page;
let account: Registration;
let ownId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openPage(launchedBrowser.browser);
  account = await register(page, url, `Stella ${mark}`);
  await uploadFile(page, { name: `${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
  ownId = await fetchMemberId(page);
});

afterAll(() => launchedBrowser?.close());

/** Stops the clock of a tab. Playwright accepts only a time in the future. */
const pauseClock = (tab: Page) => tab.clock.pauseAt(Date.now() + 60_000);

describe('profile editor', () => {
  it('shows "Saving..." and opens the profile two seconds after saving', async () => {
    const tab = await openTabWithClock(page);
    await tab.goto(`${url}/edit-profile`);
    await tab.getByLabel('Bio').fill('Half fish');
    await pauseClock(tab);

    const release = await holdRequests(tab, /\/api\/profile$/);
    await tab.getByRole('button', { name: 'Save Changes' }).click();
    await tab.getByRole('button', { name: 'Saving...' }).waitFor();

    release();
    await tab.getByText('Your profile has been updated.').waitFor();
    await tab.clock.runFor(1900);
    expect(new URL(tab.url()).pathname).toBe('/edit-profile');

    await tab.clock.runFor(200);
    await tab.waitForURL(`**/profile/${ownId}`);
    await tab.context().close();
  });

  it('logs "No authenticated user found" after the session expires', async () => {
    await page.goto(`${url}/edit-profile`);
    await page.getByLabel('Bio').fill('Too late');
    await invalidateSession(page);

    const consoleMessage = page.waitForEvent('console', (message) => message.text() === 'No authenticated user found');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await consoleMessage;

    await page.waitForURL('**/login');
    await logIn(page, account);
    await page.waitForURL('**/edit-profile');
  });
});

describe('file explorer', () => {
  it('reloads one second after an upload in another tab', async () => {
    const tab = await openTabWithClock(page);
    await tab.goto(`${url}/files`);
    await tab.getByRole('heading', { level: 3, name: `${mark}.txt` }).waitFor();
    await pauseClock(tab);

    const requestedCursors: string[] = [];
    await tab.route(/\/api\/files\/list$/, (route) => {
      requestedCursors.push(route.request().postDataJSON().lastKey);
      return route.continue();
    });
    await tab.evaluate(`{
      const otherTab = new BroadcastChannel('fathom');
      otherTab.postMessage({ name: 'fileUploaded', detail: { fileId: 'f', depth: 1 } });
    }`);

    // The page handles the message one tick later. Advance 1 ms per poll, so that less than half a second passes.
    await expect
      .poll(async () => {
        await tab.clock.runFor(1);
        return tab.getByText('Depth: 1.00m', { exact: true }).count();
      })
      .toBe(1);

    await tab.clock.runFor(500);
    expect(requestedCursors).toEqual([]);

    await tab.clock.runFor(1000);
    await expect.poll(() => requestedCursors).toEqual([null]);

    await tab.context().close();
  });
});
