import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { assemblyOf } from '../support/assemblies.ts';
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
const next = 'time-and-tide';
const settings = { emailVerification: 'required' };

/** A cloud of its own, where members type a code, with the pages of the others. */
async function startStrictCloud(): Promise<LocalCloud> {
  const assembly = await assemblyOf(settings);
  return startLocalCloud({ port: 0, directory, seed: false, web: inject('pages'), context: settings, assembly });
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-codes-'));
  [cloud, browser] = await Promise.all([startStrictCloud(), launchBrowser()]);
  page = await openPage(browser.browser);
  await page.clock.install();
});

afterAll(async () => {
  await browser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

const mailed = () => cloud.mails.filter(({ to }) => to === account.email).map(({ code }) => code);
/** The code of the newest mail, once so many have arrived. */
async function code(mails: number): Promise<string> {
  await expect.poll(() => mailed().length).toBe(mails);
  return mailed().at(-1) as string;
}
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

async function sendAgain(): Promise<void> {
  const button = page.getByRole('button', { name: 'Send the code again' });
  // One was sent just now.
  expect(await button.isDisabled()).toBe(true);
  await page.clock.fastForward(31_000);
  await page.getByRole('button', { name: 'Send the code again', exact: true }).click();
  await page.getByText('A new code is on its way.').waitFor();
}

describe('where emails are verified', () => {
  it('asks whoever registers for the code that was mailed, and sends it again', async () => {
    await page.goto(`${cloud.url}/register`);
    await fillRegistration(page, account);
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('code');
    const first = await code(1);
    await checkScreen(page, 'register-code');
    await page.getByLabel('Code').fill(otherThan(first));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('That code is not right.').waitFor();
    await sendAgain();
    await page.getByLabel('Code').fill(await code(2));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('goes on with whoever has left before the code came, or was confirmed without hearing of it', async () => {
    const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
    const other = await context.newPage();
    const newcomer = { ...account, username: 'Nadia Again', email: `${randomUUID()}@fathom.example` };
    await other.goto(`${cloud.url}/register`);
    await fillRegistration(other, newcomer);
    await other.getByRole('heading', { name: 'Check your mail' }).waitFor();
    // Who registers once more is asked for the code again, but only with the password of the first time.
    await other.reload();
    await fillRegistration(other, { ...newcomer, password: 'another-tide' });
    await other.getByText('An account with the given email already exists.').waitFor();
    await fillRegistration(other, newcomer);
    await other.getByRole('heading', { name: 'Check your mail' }).waitFor();
    let lost = 0;
    await other.route('**', async (route) => {
      const confirms = route.request().headers()['x-amz-target']?.endsWith('.ConfirmSignUp');
      if (!confirms || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    const mail = () => cloud.mails.find(({ to }) => to === newcomer.email)?.code;
    await expect.poll(mail).toBeDefined();
    await other.getByLabel('Code').fill(mail() as string);
    await other.getByRole('button', { name: 'Confirm' }).click();
    // The identity service's client asks again by itself.
    await other.getByRole('heading', { name: `Welcome, ${newcomer.username}` }).waitFor();
    expect(lost).toBe(1);
    await context.close();
  });
});

describe('a forgotten password', () => {
  const set = async (code: string, password: string, confirmation = password) => {
    await page.getByLabel('Code').fill(code);
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(confirmation);
    await page.getByRole('button', { name: 'Set New Password' }).click();
  };

  const forget = async (email: string) => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  };

  it('does not tell whether there is such an account', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await forget('nobody@fathom.example');
    await page.getByText('If there is an account for nobody@fathom.example, a code is on its way there.').waitFor();
    await set('123456', next);
    await page.getByText('The password could not be changed: That code is not').waitFor();
    await page.getByRole('link', { name: 'Back to login' }).click();
  });

  it('is replaced with the mailed code, and its member is in', async () => {
    await forget(account.email);
    const first = await code(3);
    await checkScreen(page, 'forgot-password-code');
    await set(first, next, `${next}!`);
    await page.getByText('Passwords do not match').waitFor();
    await set(first, 'short');
    await page.getByText('Password must be at least 6 characters').waitFor();
    await set(otherThan(first), next);
    await page.getByText('That code is not right.').waitFor();
    await sendAgain();
    await set(await code(4), next);
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('opens nothing any more', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await logIn(page, account);
    await page.getByText('Failed to log in: Incorrect username or password.').waitFor();
    await logIn(page, { ...account, password: next });
    await page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
  });

  it('cannot be asked for without end', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    const refusal = page.getByText('Too many attempts. Please wait a while, then try again.');
    for (let attempt = 0; attempt < 10 && (await refusal.count()) === 0; attempt += 1) {
      await page.goto(`${cloud.url}/forgot-password`);
      await page.getByLabel('Email').fill('insistent@fathom.example');
      await page.getByRole('button', { name: 'Send Code' }).click();
      await page.getByRole('heading', { name: 'Choose a new password' }).or(refusal).waitFor();
    }
    await refusal.waitFor();
  });
});
