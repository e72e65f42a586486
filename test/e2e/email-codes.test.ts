/** Tests of mailed codes in the browser. No screen may reveal whether an address has an account. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { startCloudWithCodes, waitForCode } from './support/cloud-with-codes.ts';
import { fillRegistration, logIn, logOut, openPage, openTab, type Registration } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

/** More reset requests than the limit allows. Ends the loop if the limit doesn't work. */
const MAX_REQUESTS = 10;

/** Longer than the time for which the button for a new code stays disabled, in milliseconds. */
const RESEND_WAIT_MS = 31_000;

let directory: string;
let cloud: LocalCloud;
let launchedBrowser: LaunchedBrowser;
let page: Page;

const account: Registration = {
  username: 'Nadia Current',
  email: `${randomUUID()}@fathom.example`,
  password: 'tide-and-time',
};

const newPassword = 'time-and-tide';

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-codes-'));
  [cloud, launchedBrowser] = await Promise.all([startCloudWithCodes(directory), launchBrowser()]);
  page = await openPage(launchedBrowser.browser);
  await page.clock.install();
});

afterAll(async () => {
  await launchedBrowser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Returns a code that differs from the right one. */
const createWrongCode = (code: string) => (code === '000000' ? '111111' : '000000');

/** Opens another browser, and submits the registration form in it. */
async function registerInOtherBrowser(registration: Registration): Promise<Page> {
  const otherPage = await openTab(await launchedBrowser.browser.newContext({ reducedMotion: 'reduce' }));
  await otherPage.goto(`${cloud.url}/register`);
  await fillRegistration(otherPage, registration);
  return otherPage;
}

/** Requests a new code as soon as the button allows it. */
async function requestNewCode(): Promise<void> {
  const button = page.getByRole('button', { name: 'Send the code again' });
  // The page sent the first code just now.
  expect(await button.isDisabled()).toBe(true);

  await page.clock.fastForward(RESEND_WAIT_MS);
  await page.getByRole('button', { name: 'Send the code again', exact: true }).click();
  await page.getByText('A new code is on its way.').waitFor();
}

// All tests run in order, because they use one account: the first one registers it, and later ones reset its password.
// So `waitForCode` is called with the number of a code among all codes that an address has received.
describe('email verification', () => {
  it('requires the mailed code and can send a new one', async () => {
    await page.goto(`${cloud.url}/register`);
    await fillRegistration(page, account);
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('code');

    const firstCode = await waitForCode(cloud, account.email, 1);
    await checkScreen(page, 'register-code');
    await page.getByLabel('Code').fill(createWrongCode(firstCode));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText("That code isn't right, or it has expired.").waitFor();

    await requestNewCode();
    await page.getByLabel('Code').fill(await waitForCode(cloud, account.email, 2));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('continues an interrupted registration, even if the confirmation response is lost', async () => {
    const newcomer = { ...account, username: 'Nadia Again', email: `${randomUUID()}@fathom.example` };
    const otherPage = await registerInOtherBrowser(newcomer);
    await otherPage.getByRole('heading', { name: 'Check your email' }).waitFor();

    // Registering again continues with the code. The password that is sent with the code counts.
    const password = 'another-tide';
    await otherPage.reload();
    await fillRegistration(otherPage, { ...newcomer, password });
    await otherPage.getByRole('heading', { name: 'Check your email' }).waitFor();

    let lostResponses = 0;
    await otherPage.route(/\/confirm-registration$/, async (route) => {
      if (lostResponses > 0) return route.fallback();
      lostResponses += 1;
      await route.fetch();
      await route.abort();
    });

    await otherPage.getByLabel('Code').fill(await waitForCode(cloud, newcomer.email, 2));
    await otherPage.getByRole('button', { name: 'Confirm' }).click();
    // The page repeats the request, and signs in because the account is confirmed.
    await otherPage.getByRole('heading', { name: `Welcome, ${newcomer.username}` }).waitFor();
    expect(lostResponses).toBe(1);

    await otherPage.context().close();
  });

  it('does not reveal that an address is used, but mails its owner', async () => {
    const stranger = await registerInOtherBrowser({ ...account, password: 'not-nadias-tide' });
    await stranger.getByText(`If ${account.email} is new here, we've sent you a code.`).waitFor();

    const readSubjects = () => cloud.mails.filter(({ to }) => to === account.email).map(({ subject }) => subject);
    await expect.poll(readSubjects).toContain('You already have a Fathom account');

    await stranger.getByLabel('Code').fill('123456');
    await stranger.getByRole('button', { name: 'Confirm' }).click();
    await stranger.getByText("That code isn't right, or it has expired.").waitFor();

    await stranger.context().close();
  });

  it('rejects a common password next to its field', async () => {
    const newcomer = { ...account, email: `${randomUUID()}@fathom.example`, password: 'Password1' };
    const otherPage = await registerInOtherBrowser(newcomer);
    await otherPage.getByText('That password is too common. Please choose another one.').waitFor();
    expect(await otherPage.evaluate('document.activeElement.name')).toBe('password');

    await otherPage.context().close();
  });
});

describe('forgotten password', () => {
  /** Fills in and submits the form for the new password. */
  const setNewPassword = async (code: string, password: string, confirmation = password) => {
    await page.getByLabel('Code').fill(code);
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(confirmation);
    await page.getByRole('button', { name: 'Set New Password' }).click();
  };

  /** Requests a code on the login page, and waits for the form for the new password. */
  const requestReset = async (email: string) => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  };

  it('does not reveal whether an account exists', async () => {
    await logOut(page);
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await requestReset('unknown@fathom.example');
    await page.getByText('If unknown@fathom.example has an account, a code is on its way.').waitFor();

    await setNewPassword('123456', newPassword);
    await page.getByText("That code isn't right, or it has expired.").waitFor();
    await page.getByRole('link', { name: 'Back to login' }).click();
  });

  it('replaces a forgotten password with the mailed code, which signs the member in', async () => {
    await requestReset(account.email);
    const firstCode = await waitForCode(cloud, account.email, 3);
    await checkScreen(page, 'forgot-password-code');

    await setNewPassword(firstCode, newPassword, `${newPassword}!`);
    await page.getByText('Passwords do not match').waitFor();
    await setNewPassword(firstCode, 'short');
    await page.getByText('Password must be at least 6 characters').waitFor();

    await setNewPassword(createWrongCode(firstCode), newPassword);
    await page.getByText("That code isn't right, or it has expired.").waitFor();

    await requestNewCode();
    await setNewPassword(await waitForCode(cloud, account.email, 4), newPassword);
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('rejects the old password after the reset', async () => {
    await logOut(page);
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await logIn(page, account);
    await page.getByText('Failed to log in: Incorrect username or password.').waitFor();

    await logIn(page, { ...account, password: newPassword });
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('limits the number of reset requests', async () => {
    await logOut(page);
    await page.getByRole('heading', { name: 'Log In' }).waitFor();

    const refusal = page.getByText('Too many attempts. Wait a while, then try again.');
    for (let count = 0; count < MAX_REQUESTS && (await refusal.count()) === 0; count += 1) {
      // Starts at the login page: opening the form's address again would show the form for the code, like a reload.
      await page.goto(`${cloud.url}/login`);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
      await page.getByLabel('Email').fill('insistent@fathom.example');
      await page.getByRole('button', { name: 'Send Code' }).click();

      await page.getByRole('heading', { name: 'Choose a new password' }).or(refusal).waitFor();
    }
    await refusal.waitFor();
  });
});
