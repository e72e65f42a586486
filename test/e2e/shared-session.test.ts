import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { logIn, logOut, openPage, openTab, type Registration, register } from './support/member-browser.ts';

/** Several tabs of one browser share one session. */

const url = inject('url');

/** Makes a page miss what other tabs store, as a suspended one does. */
const IGNORE_STORAGE = `
  const add = window.addEventListener;
  window.addEventListener = function (name, ...rest) {
    if (name !== 'storage') add.call(this, name, ...rest);
  };
`;

let browser: LaunchedBrowser;
let alice: Registration;
let bob: Registration;
/** Two tabs of one browser. Alice's dashboard is open in both. */
let first: Page;
let second: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const otherPage = await openPage(browser.browser);
  bob = await register(otherPage, url, `Bob ${randomUUID().slice(0, 8)}`);
  await otherPage.context().close();
  first = await openPage(browser.browser);
  alice = await register(first, url, `Alice ${randomUUID().slice(0, 8)}`);
  second = await openTab(first.context());
  await second.goto(`${url}/dashboard`);
  await waitForWelcome(second, alice);
});

afterAll(() => browser?.close());

const waitForWelcome = (page: Page, { username }: Registration) =>
  page.getByRole('heading', { name: `Welcome, ${username}` }).waitFor();

/** Returns the name of the member whose data a tab loads. */
async function readOwnName(page: Page): Promise<string> {
  const response = page.waitForResponse((candidate) => new URL(candidate.url()).pathname === '/api/dashboard');
  await page.reload();
  return (await (await response).json()).profile.username;
}

describe('two tabs of one browser', () => {
  it('leave together, even if the user pool does not answer', async () => {
    let revocations = 0;
    await second.route('**/*', (route) => {
      if (route.request().headers()['x-amz-target']?.endsWith('.RevokeToken')) revocations += 1;
      else void route.continue();
    });
    await logOut(second);
    await second.getByRole('heading', { name: 'Log In' }).waitFor();
    await first.getByText('Please sign in to view your dashboard.').waitFor();

    expect(revocations).toBe(1);

    await second.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('continue together when the member signs in again in one of them', async () => {
    await logIn(second, alice);
    await waitForWelcome(second, alice);
    await waitForWelcome(first, alice);
  });

  it('both show the member who signs in next, and send their requests as this member', async () => {
    await logOut(second);
    await second.getByRole('heading', { name: 'Log In' }).waitFor();
    await logIn(second, bob);
    await waitForWelcome(second, bob);
    await waitForWelcome(first, bob);

    expect(await readOwnName(first)).toBe(bob.username);
  });

  it('keep their session when a password is wrong in a tab that missed the sign-in', async () => {
    await logOut(second);
    await second.getByRole('heading', { name: 'Log In' }).waitFor();
    await first.addInitScript(IGNORE_STORAGE);
    await first.goto(`${url}/login`);
    await logIn(second, alice);
    await waitForWelcome(second, alice);

    await logIn(first, { ...bob, password: 'not-this-password-3' });
    await first.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    expect(await readOwnName(second)).toBe(alice.username);
  });
});
