import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { idOf } from '../support/api-calls.ts';
import { logIn, openMember, openPage, type Registration, register, returnToTab } from '../support/member-browser.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const username = `Selma ${mark}`;

let browser: LaunchedBrowser;
let page: Page;
let witness: Page;
let account: Registration;

beforeAll(async () => {
  browser = await launchBrowser();
  [page, witness] = await Promise.all([openPage(browser.browser), openMember(browser.browser, `Witness ${mark}`)]);
  account = await register(page, url, username);
});

afterAll(() => browser?.close());

const dialog = () => page.getByRole('dialog');

it('deletes an account, which is gone at once, for its owner and for those who look at it', async () => {
  const id = await idOf(page);
  await witness.goto(`${url}/profile/${id}`);
  await witness.getByRole('heading', { level: 1, name: username }).waitFor();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog().getByText('This cannot be undone.').waitFor();
  await dialog().getByRole('button', { name: 'Delete Account' }).click();
  await page.waitForURL(`${url}/`);
  await page.getByText('Your account has been deleted.').waitFor();
  await page.getByRole('link', { name: 'Login' }).first().waitFor();
  expect(await page.evaluate(`Object.keys(localStorage).filter((key) => /Token$/.test(key))`)).toEqual([]);

  await returnToTab(witness);
  await witness.getByText('User not found').waitFor();
  await page.goto(`${url}/login`);
  await logIn(page, account);
  await page.getByText('Failed to log in: ').waitFor();
});
