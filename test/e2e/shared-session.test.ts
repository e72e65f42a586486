/** Tests of two tabs of one browser, which share the session. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { logIn, logOut, openPage, openTab, type Registration, register } from './support/member-browser.ts';

const url = inject('url');

/** Script for the page. Ignores changes of local storage by other tabs, as a suspended page does. */
const IGNORE_STORAGE = `
  const addListener = window.addEventListener;
  window.addEventListener = function (name, ...rest) {
    if (name !== 'storage') addListener.call(this, name, ...rest);
  };
`;

let launchedBrowser: LaunchedBrowser;
let alice: Registration;
let bob: Registration;
/** A tab with Alice's dashboard. */
let firstTab: Page;
/** Another tab of the same browser, which shares the session. */
let secondTab: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  const otherPage = await openPage(launchedBrowser.browser);
  bob = await register(otherPage, url, `Bob ${randomUUID().slice(0, 8)}`);
  await otherPage.context().close();

  firstTab = await openPage(launchedBrowser.browser);
  alice = await register(firstTab, url, `Alice ${randomUUID().slice(0, 8)}`);
  secondTab = await openTab(firstTab.context());
  await secondTab.goto(`${url}/dashboard`);
  await waitForWelcome(secondTab, alice);
});

afterAll(() => launchedBrowser?.close());

const waitForWelcome = (page: Page, { username }: Registration) =>
  page.getByRole('heading', { name: `Welcome, ${username}` }).waitFor();

/** Reloads a tab, and returns the name of the member whose data it loads. */
async function readOwnName(page: Page): Promise<string> {
  const response = page.waitForResponse((candidate) => new URL(candidate.url()).pathname === '/api/dashboard');
  await page.reload();
  return (await (await response).json()).profile.username;
}

// The tests run in order, because each one begins with the session that the one before has left.
describe('two tabs of one browser', () => {
  it('logs both tabs out, even if the user pool does not respond', async () => {
    let revocationCount = 0;
    await secondTab.route('**/*', (route) => {
      if (route.request().headers()['x-amz-target']?.endsWith('.RevokeToken')) revocationCount += 1;
      else void route.continue();
    });

    await logOut(secondTab);
    await secondTab.getByRole('heading', { name: 'Log In' }).waitFor();
    await firstTab.getByText('Please sign in to view your dashboard.').waitFor();
    expect(revocationCount).toBe(1);

    await secondTab.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('signs both tabs in when the member signs in again in one of them', async () => {
    await logIn(secondTab, alice);
    await waitForWelcome(secondTab, alice);
    await waitForWelcome(firstTab, alice);
  });

  it('continues in both tabs as the member who signs in next', async () => {
    await logOut(secondTab);
    await secondTab.getByRole('heading', { name: 'Log In' }).waitFor();
    await logIn(secondTab, bob);
    await waitForWelcome(secondTab, bob);
    await waitForWelcome(firstTab, bob);

    expect(await readOwnName(firstTab)).toBe(bob.username);
  });

  it('keeps the session of both tabs when a password is wrong in a tab that missed the sign-in', async () => {
    await logOut(secondTab);
    await secondTab.getByRole('heading', { name: 'Log In' }).waitFor();

    await firstTab.addInitScript(IGNORE_STORAGE);
    await firstTab.goto(`${url}/login`);
    await logIn(secondTab, alice);
    await waitForWelcome(secondTab, alice);

    await logIn(firstTab, { ...bob, password: 'not-this-password-3' });
    await firstTab.getByRole('alert').filter({ hasText: /\w/ }).waitFor();

    expect(await readOwnName(secondTab)).toBe(alice.username);
  });
});
