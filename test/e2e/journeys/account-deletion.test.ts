/** A member deletes the account, and can't sign in again. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { fetchMemberId } from '../support/api-calls.ts';
import {
  logIn,
  openMember,
  openOwnProfile,
  openPage,
  type Registration,
  register,
  returnToTab,
} from '../support/member-browser.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);
const username = `Selma ${mark}`;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let viewer: Page;
let account: Registration;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  [page, viewer] = await Promise.all([
    openPage(launchedBrowser.browser),
    openMember(launchedBrowser.browser, `Viewer ${mark}`),
  ]);
  account = await register(page, url, username);
});

afterAll(() => launchedBrowser?.close());

const dialog = () => page.getByRole('dialog');

it('a deleted account has neither session nor profile nor login', async () => {
  const id = await fetchMemberId(page);
  await viewer.goto(`${url}/profile/${id}`);
  await viewer.getByRole('heading', { level: 1, name: username }).waitFor();

  await openOwnProfile(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog().getByText("This can't be undone.").waitFor();
  await dialog().getByRole('button', { name: 'Delete Account' }).click();
  await page.waitForURL(`${url}/`);
  await page.getByText('Your account has been deleted.').waitFor();
  await page.getByRole('link', { name: 'Login' }).first().waitFor();
  expect(await page.evaluate(`Object.keys(localStorage).filter((key) => /Token$/.test(key))`)).toEqual([]);

  await returnToTab(viewer);
  await viewer.getByText('User not found').waitFor();

  await page.goto(`${url}/login`);
  await logIn(page, account);
  await page.getByText('Failed to log in: ').waitFor();
});
