/** Tests of the security settings with real tokens: email, password, second factor, and devices. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { RECOVERY_CODES } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { startCloudWithCodes, waitForCode } from './support/cloud-with-codes.ts';
import {
  fillRegistration,
  logIn,
  logOut,
  openOwnProfile,
  openPage,
  openTab,
  type Registration,
} from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

/** How long an authenticator app shows a code, in milliseconds. */
const CODE_PERIOD_MS = 30_000;

let directory: string;
let cloud: LocalCloud;
let launchedBrowser: LaunchedBrowser;
let page: Page;
let account: Registration = {
  username: 'Stella Lock',
  email: `${randomUUID()}@fathom.example`,
  password: 'tide-and-time',
};
let recoveryCodes: string[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-security-'));
  [cloud, launchedBrowser] = await Promise.all([startCloudWithCodes(directory), launchBrowser()]);
  page = await openPage(launchedBrowser.browser);
});

afterAll(async () => {
  await launchedBrowser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

const waitForWelcome = (tab: Page) => tab.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
const section = (name: string) => page.getByRole('region', { name, exact: true });
const readFocusedName = () => page.evaluate('document.activeElement.name');

/** Opens the settings through the links that members use. */
async function openSettings(): Promise<void> {
  await openOwnProfile(page);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign-in and security' }).waitFor();
}

/** Fills in a code and submits it with the button of this name. */
async function fillCode(tab: Page, code: string, buttonName: string): Promise<void> {
  await tab.getByRole('textbox', { name: 'Code' }).fill(code);
  await tab.getByRole('button', { name: buttonName }).click();
}

/** Opens another browser, logs the member in, and waits for the dashboard. */
async function openOtherBrowser(): Promise<Page> {
  const otherPage = await openPage(launchedBrowser.browser);
  await otherPage.goto(`${cloud.url}/login`);
  await logIn(otherPage, account);
  await waitForWelcome(otherPage);
  return otherPage;
}

// All tests run in order, because they change the settings of one account: its email, its password, and its devices.
describe('email', () => {
  it('confirms the email with a code at registration', async () => {
    await page.goto(`${cloud.url}/register`);
    await fillRegistration(page, account);
    await fillCode(page, await waitForCode(cloud, account.email, 1), 'Confirm');
    await waitForWelcome(page);
  });

  it('replaces the old address at login once the new address is confirmed', async () => {
    await openSettings();

    const newEmail = `${randomUUID()}@fathom.example`;
    await section('Email').getByRole('button', { name: 'Change Email' }).click();
    await section('Email').getByLabel('New Email').fill(newEmail);
    await section('Email').getByLabel('Current Password').fill('not-the-password');
    await page.keyboard.press('Enter');
    await section('Email').getByText("Your current password isn't right.").waitFor();
    await expect.poll(readFocusedName).toBe('current');

    await section('Email').getByLabel('Current Password').fill(account.password);
    await page.keyboard.press('Enter');
    await section('Email').getByText(`We've sent a code to ${newEmail}.`).waitFor();
    await expect.poll(readFocusedName).toBe('code');

    // The pending change is still there after a reload.
    await page.reload();
    await section('Email').getByText(`We've sent a code to ${newEmail}.`).waitFor();

    await fillCode(page, await waitForCode(cloud, newEmail, 1), 'Confirm Email');
    await section('Email').getByText(`Your email is now ${newEmail}.`).waitFor();

    const otherPage = await openPage(launchedBrowser.browser);
    await otherPage.goto(`${cloud.url}/login`);
    await logIn(otherPage, account);
    await otherPage.getByText('Failed to log in: Incorrect username or password.').waitFor();

    account = { ...account, email: newEmail };
    await logIn(otherPage, account);
    await waitForWelcome(otherPage);
    await otherPage.context().close();
  });
});

describe('password', () => {
  it('signs out other browsers when the password changes, but no tab of this browser', async () => {
    const otherPage = await openOtherBrowser();
    const tab = await openTab(page.context());
    await tab.goto(`${cloud.url}/messages`);
    await tab.getByText('Start messaging users at your depth level or below!').waitFor();

    const newPassword = 'time-and-tide';
    await section('Password').getByLabel('Current Password').fill(account.password);
    await section('Password').getByLabel('New Password').fill(newPassword);
    await section('Password').getByLabel('Confirm Password').fill(newPassword);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await section('Password').getByText('Your password has changed. Other devices are signed out.').waitFor();
    expect(await section('Password').getByLabel('Current Password').inputValue()).toBe('');

    await otherPage.getByText('Please sign in to view your dashboard.').waitFor();

    await page.reload();
    await section('Password').waitFor();
    await tab.getByRole('link', { name: 'Files', exact: true }).click();
    await tab.getByText('No files found.').waitFor();

    await tab.close();

    await otherPage.getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(otherPage, account);
    await otherPage.getByText('Failed to log in: Incorrect username or password.').waitFor();

    account = { ...account, password: newPassword };
    await logIn(otherPage, account);
    await waitForWelcome(otherPage);
    await otherPage.context().close();
  });
});

describe('two-step sign-in', () => {
  it('requires a code at login once two-step sign-in is set up', async () => {
    const twoStep = section('Two-step sign-in');
    await twoStep.getByRole('button', { name: 'Set Up' }).click();
    await twoStep.getByLabel('Current Password').fill(account.password);
    await twoStep.getByRole('button', { name: 'Next' }).click();
    await twoStep.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();

    const totp = new TOTP({ secret: ((await twoStep.locator('code').textContent()) ?? '').replaceAll(' ', '') });
    await fillCode(page, totp.generate(), 'Turn On');
    await twoStep.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    recoveryCodes = await twoStep.locator('li code').allTextContents();
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);

    const download = page.waitForEvent('download');
    await twoStep.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('fathom-recovery-codes.txt');

    await twoStep.getByRole('button', { name: "I've Saved Them" }).click();
    await twoStep.getByText(`${RECOVERY_CODES} recovery codes left.`).waitFor();

    await logOut(page);
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await logIn(page, account);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await expect.poll(readFocusedName).toBe('code');

    await fillCode(page, '000000', 'Confirm');
    await page.getByText("That code isn't right. Check it and try again.").waitFor();
    // Each code works once, so this is the next code. Cognito accepts it early.
    await fillCode(page, totp.generate({ timestamp: Date.now() + CODE_PERIOD_MS }), 'Confirm');
    await waitForWelcome(page);
  });

  it('switches two-step sign-in off with a recovery code, which signs other devices out', async () => {
    const recoveredPage = await openPage(launchedBrowser.browser);
    await recoveredPage.goto(`${cloud.url}/login`);
    await logIn(recoveredPage, account);

    await recoveredPage.getByRole('button', { name: 'Lost your authenticator? Use a recovery code' }).click();
    const field = recoveredPage.getByRole('textbox', { name: 'Recovery Code' });
    await field.fill('not-a-code');
    await recoveredPage.getByRole('button', { name: 'Switch Off and Log In' }).click();
    await recoveredPage.getByText("That recovery code isn't right.").waitFor();

    await field.fill(recoveryCodes[0] as string);
    await recoveredPage.getByRole('button', { name: 'Switch Off and Log In' }).click();
    await recoveredPage.getByRole('heading', { name: 'Two-step sign-in is off' }).waitFor();
    await recoveredPage.getByRole('button', { name: 'Continue' }).click();
    await waitForWelcome(recoveredPage);

    await page.getByText('Please sign in to view your dashboard.').waitFor();
    await recoveredPage.context().close();

    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(page, account);
    await waitForWelcome(page);
  });
});

describe('devices', () => {
  it('lists devices, and signs them out one by one', async () => {
    const otherPage = await openOtherBrowser();
    await openSettings();
    const devices = section('Signed-in devices').getByRole('listitem');
    await devices.filter({ hasText: 'This device' }).waitFor();

    await checkScreen(page, 'security-live');
    const countBefore = await devices.count();

    // The newest sign-in is listed first.
    await devices
      .first()
      .getByRole('button', { name: /^Sign out / })
      .click();
    await section('Signed-in devices').getByText('is signed out.').waitFor();
    await expect.poll(() => devices.count()).toBe(countBefore - 1);

    await page.reload();
    await devices.filter({ hasText: 'This device' }).waitFor();
    expect(await devices.count()).toBe(countBefore - 1);

    await otherPage.context().close();
  });

  it('signs all devices out together after a confirmation', async () => {
    const otherPage = await openOtherBrowser();

    await page.getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await page.waitForURL('**/login');
    await page.getByText("You've been signed out everywhere.").waitFor();
    await otherPage.getByText('Please sign in to view your dashboard.').waitFor();

    await otherPage.context().close();
  });
});
