import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { getAssembly } from '../support/assemblies.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fillRegistration, logIn, openPage, type Registration } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

let directory: string;
let cloud: LocalCloud;
let browser: LaunchedBrowser;
let page: Page;

const account: Registration = {
  username: 'Nadia Current',
  email: `${randomUUID()}@fathom.example`,
  password: 'tide-and-time',
};
const newPassword = 'time-and-tide';
const CONTEXT = { emailVerification: 'required' };

/** Starts a cloud that requires email verification, with the pages that all browser tests share. */
async function startCloudWithCodes(): Promise<LocalCloud> {
  const assembly = await getAssembly(CONTEXT);
  return startLocalCloud({ port: 0, directory, seed: false, web: inject('pages'), context: CONTEXT, assembly });
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-codes-'));
  [cloud, browser] = await Promise.all([startCloudWithCodes(), launchBrowser()]);
  page = await openPage(browser.browser);
  await page.clock.install();
});

afterAll(async () => {
  await browser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

const mailedCodes = () => cloud.mails.filter(({ to }) => to === account.email).map(({ code }) => code);
/** Waits until this many mails have arrived, and returns the newest code. */
async function waitForCode(mails: number): Promise<string> {
  await expect.poll(() => mailedCodes().length).toBe(mails);
  return mailedCodes().at(-1) as string;
}
const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000');

async function requestNewCode(): Promise<void> {
  const button = page.getByRole('button', { name: 'Send the code again' });
  // The first code was sent just now.
  expect(await button.isDisabled()).toBe(true);
  await page.clock.fastForward(31_000);
  await page.getByRole('button', { name: 'Send the code again', exact: true }).click();
  await page.getByText('A new code is on its way.').waitFor();
}

describe('email verification', () => {
  it('requires the mailed code and can send a new one', async () => {
    await page.goto(`${cloud.url}/register`);
    await fillRegistration(page, account);
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('code');
    const first = await waitForCode(1);
    await checkScreen(page, 'register-code');
    await page.getByLabel('Code').fill(wrongCode(first));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText("That code isn't right.").waitFor();
    await requestNewCode();
    await page.getByLabel('Code').fill(await waitForCode(2));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('continues an interrupted registration, also when the confirmation response is lost', async () => {
    const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
    const otherPage = await context.newPage();
    const newcomer = { ...account, username: 'Nadia Again', email: `${randomUUID()}@fathom.example` };
    await otherPage.goto(`${cloud.url}/register`);
    await fillRegistration(otherPage, newcomer);
    await otherPage.getByRole('heading', { name: 'Check your email' }).waitFor();
    // Registering again continues with the code, but only with the original password.
    await otherPage.reload();
    await fillRegistration(otherPage, { ...newcomer, password: 'another-tide' });
    await otherPage.getByText('An account with the given email already exists.').waitFor();
    await fillRegistration(otherPage, newcomer);
    await otherPage.getByRole('heading', { name: 'Check your email' }).waitFor();
    let lostResponses = 0;
    await otherPage.route('**', async (route) => {
      const isConfirmation = route.request().headers()['x-amz-target']?.endsWith('.ConfirmSignUp');
      if (!isConfirmation || lostResponses > 0) return route.fallback();
      lostResponses += 1;
      await route.fetch();
      await route.abort();
    });
    const findCode = () => cloud.mails.find(({ to }) => to === newcomer.email)?.code;
    await expect.poll(findCode).toBeDefined();
    await otherPage.getByLabel('Code').fill(findCode() as string);
    await otherPage.getByRole('button', { name: 'Confirm' }).click();
    // The Cognito client repeats the request.
    await otherPage.getByRole('heading', { name: `Welcome, ${newcomer.username}` }).waitFor();
    expect(lostResponses).toBe(1);
    await context.close();
  });
});

describe('forgotten password', () => {
  const setNewPassword = async (code: string, password: string, confirmation = password) => {
    await page.getByLabel('Code').fill(code);
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(confirmation);
    await page.getByRole('button', { name: 'Set New Password' }).click();
  };

  const requestReset = async (email: string) => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  };

  it('does not reveal whether an account exists', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await requestReset('unknown@fathom.example');
    await page.getByText('If unknown@fathom.example has an account, a code is on its way.').waitFor();
    await setNewPassword('123456', newPassword);
    await page.getByText("The password couldn't be changed: That code isn't").waitFor();
    await page.getByRole('link', { name: 'Back to login' }).click();
  });

  it('can be replaced with the mailed code, which signs the member in', async () => {
    await requestReset(account.email);
    const first = await waitForCode(3);
    await checkScreen(page, 'forgot-password-code');
    await setNewPassword(first, newPassword, `${newPassword}!`);
    await page.getByText('Passwords do not match').waitFor();
    await setNewPassword(first, 'short');
    await page.getByText('Password must be at least 6 characters').waitFor();
    await setNewPassword(wrongCode(first), newPassword);
    await page.getByText("That code isn't right.").waitFor();
    await requestNewCode();
    await setNewPassword(await waitForCode(4), newPassword);
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('is rejected after the reset', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await logIn(page, account);
    await page.getByText('Failed to log in: Incorrect username or password.').waitFor();
    await logIn(page, { ...account, password: newPassword });
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('limits the number of reset requests', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    const refusal = page.getByText('Too many attempts. Wait a while, then try again.');
    for (let attempt = 0; attempt < 10 && (await refusal.count()) === 0; attempt += 1) {
      await page.goto(`${cloud.url}/forgot-password`);
      await page.getByLabel('Email').fill('insistent@fathom.example');
      await page.getByRole('button', { name: 'Send Code' }).click();
      await page.getByRole('heading', { name: 'Choose a new password' }).or(refusal).waitFor();
    }
    await refusal.waitFor();
  });
});
