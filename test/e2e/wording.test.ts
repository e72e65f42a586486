import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fillRegistration, logIn, type Registration, register, spoilSession } from './diver.ts';
import { ask, lift } from './past-the-page.ts';
import { hold, stopwatchTab } from './rare-states.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const username = `Wilma ${mark}`;

let browser: LaunchedBrowser;
let visitor: Page;
let page: Page;
let account: Registration;
let ownId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  [visitor, page] = await Promise.all([newPage(), newPage()]);
  account = await register(page, url, username);
  ({
    profile: { id: ownId },
  } = await ask<{ profile: { id: string } }>(page, 'GET', '/me'));
});

afterAll(() => browser?.close());

async function newPage(): Promise<Page> {
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

const pathOf = (page: Page, link: string) =>
  page.getByRole('main').getByRole('link', { name: link, exact: true }).first().getAttribute('href');
const links = (page: Page) =>
  page
    .locator('.navigation__links a')
    .evaluateAll((all) => all.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));
const isRequired = async (page: Page, name: string) =>
  (await page.locator(`input[name=${name}]`).getAttribute('required')) !== null;

/** Calls to the user pool. */
const IDENTITY = (address: URL) => address.origin !== new URL(url).origin && address.pathname === '/';

describe('the home page', () => {
  it('says what the product is, and leads to the way in', async () => {
    await visitor.goto(url);
    await visitor.getByRole('heading', { level: 1, name: 'Welcome to Fathom' }).waitFor();
    const headings = await visitor.getByRole('heading', { level: 3 }).allTextContents();
    expect(headings).toEqual([
      'Upload & Share',
      'Ascend the Depths',
      'Connect with Others',
      'Surface (10,000 m)',
      'Shallow Waters (1,000-9,999 m)',
      'Mid-Ocean (100-999 m)',
      'Fathom (0-99 m)',
    ]);
    for (const text of ['All content and all users.', 'The starting point.', '1 cm of ascent for every MB.']) {
      await visitor.getByText(text).waitFor();
    }
    expect(await pathOf(visitor, 'Get Started')).toBe('/register');
    expect(await pathOf(visitor, 'Login')).toBe('/login');
    expect(await pathOf(visitor, 'Create Account')).toBe('/register');
  });
});

describe('the navigation bar', () => {
  it('has two links for visitors', async () => {
    expect(await links(visitor)).toEqual([
      ['Login', '/login'],
      ['Register', '/register'],
    ]);
  });

  it('has a link to each part for members, and a bar as full as they are high', async () => {
    await page.route(/\/api\/me$/, async (route) => {
      const { profile, ...rest } = await (await route.fetch()).json();
      await route.fulfill({ json: { ...rest, profile: { ...profile, depth: 2500 } } });
    });
    await page.goto(`${url}/upload`);
    await page.getByText('Depth: 2500.00m', { exact: true }).waitFor();
    expect(await page.locator('.depth-indicator__bar span').getAttribute('style')).toBe('inline-size: 25%;');
    expect((await links(page)).map(([name, path]) => [name?.replace(/^W(?=Profile)/, ''), path])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Files', '/files'],
      ['Upload', '/upload'],
      ['Search', '/search'],
      ['Messages', '/messages'],
      ['Ascend', '/payments'],
      ['Profile', `/profile/${ownId}`],
    ]);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await page.unrouteAll();
  });

  it('is not there, nor is anything else but bubbles, until it is known who is here', async () => {
    const release = await hold(page, /\/config\.json$/);
    await page.goto(`${url}/files`);
    await page.getByRole('status').getByText('Loading…').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('heading').count()).toBe(0);
    release();
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
  });
});

describe('the login', () => {
  it('needs email and password, leads to the registration, and says that it is under way', async () => {
    await visitor.goto(`${url}/login`);
    expect(await visitor.locator('input[name=email]').getAttribute('type')).toBe('email');
    for (const name of ['email', 'password']) expect(await isRequired(visitor, name), name).toBe(true);
    expect(await pathOf(visitor, 'Create an account')).toBe('/register');
    const release = await hold(visitor, IDENTITY);
    await logIn(visitor, { ...account, password: 'not-hers-1' });
    await visitor.getByRole('button', { name: 'Logging in...' }).waitFor();
    release();
    await visitor.getByText('Failed to log in: ').waitFor();
    await visitor.getByRole('button', { name: 'Log In' }).waitFor();
  });
});

describe('the registration', () => {
  it('needs all four fields, says that it is under way, and why it has failed', async () => {
    await visitor.goto(`${url}/register`);
    for (const name of ['username', 'email', 'password', 'confirmation']) {
      expect(await isRequired(visitor, name), name).toBe(true);
    }
    await fillRegistration(visitor, { ...account, password: 'short' });
    await visitor.getByText('Password must be at least 6 characters').waitFor();
    const release = await hold(visitor, IDENTITY);
    await fillRegistration(visitor, { ...account, password: 'somebody-elses-dive' });
    await visitor.getByRole('button', { name: 'Creating Account...' }).waitFor();
    release();
    await visitor.getByText('Failed to create an account: ').waitFor();
  });
});

describe('the edit form', () => {
  it('leads back to the profile by Cancel', async () => {
    await page.goto(`${url}/edit-profile`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`**/profile/${ownId}`);
  });

  it('says that it saves, and goes on two seconds after it has', async () => {
    const tab = await stopwatchTab(page);
    await tab.goto(`${url}/edit-profile`);
    await tab.getByLabel('Bio').fill('Half fish');
    await tab.clock.pauseAt(Date.now() + 60_000);
    const release = await hold(tab, /\/api\/profile$/);
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

  it('logs that nobody is signed in, where nobody is any more', async () => {
    await page.goto(`${url}/edit-profile`);
    await page.getByLabel('Bio').fill('Too late');
    await spoilSession(page);
    const logged = page.waitForEvent('console', (message) => message.text() === 'No authenticated user found');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await logged;
    await page.waitForURL('**/login');
    await logIn(page, account);
    await page.waitForURL('**/edit-profile');
  });
});

describe('an own profile with nothing on it', () => {
  it('says that it loads, and then what there is not yet', async () => {
    const tab = await newPage();
    await register(tab, url, `Nobody ${mark}`);
    const { profile } = await ask<{ profile: { id: string } }>(tab, 'GET', '/me');
    const release = await hold(tab, new RegExp(`/users/${profile.id}/profile$`));
    await tab.goto(`${url}/profile/${profile.id}`);
    await tab.getByText('Loading profile...').waitFor();
    release();
    await tab.getByText('No posts yet').waitFor();
    await tab.getByRole('tab', { name: 'Files' }).click();
    await tab.getByText('No files uploaded yet').waitFor();
    await tab.getByRole('tab', { name: 'Connections' }).click();
    for (const text of ['Followers (0)', 'No followers yet', 'Following (0)', 'Not following anyone yet']) {
      await tab.getByText(text, { exact: true }).waitFor();
    }
    expect(await pathOf(tab, 'Edit Profile')).toBe('/edit-profile');
    for (const name of ['Delete Account', 'Change profile photo']) await tab.getByRole('button', { name }).waitFor();
    expect(await tab.locator('.profile-head__avatar .avatar').textContent()).toBe('N');
    await tab.getByRole('meter', { name: 'Depth meter' }).waitFor();
    await tab.context().close();
  });
});

describe('the upload', () => {
  it('explains how it works, and says what a file is called by default, and why it failed', async () => {
    const tab = await newPage();
    await register(tab, url, `Porter ${mark}`);
    await tab.goto(`${url}/upload`);
    await tab.getByText('Drag & drop a file here, or click to select').waitFor();
    const cards = ['Depth calculation', 'File visibility', 'File guidelines'];
    for (const name of cards) await tab.getByRole('heading', { level: 2, name }).waitFor();
    await tab.getByText('up to 1000MB each. No illegal or harmful content.').waitFor();
    await tab
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    expect(await tab.getByLabel('Description').inputValue()).toMatch(/^Uploaded on \w+ \d+, \d{4}$/);
    for (const [address, answer, problem] of [
      [/\/api\/files\/upload$/, { status: 502, body: 'Bad Gateway' }, 'Upload failed: Failed to get upload URL'],
      [
        /X-Amz-/,
        { status: 500, body: '<Message>Full</Message>' },
        /^Upload failed: Failed to upload to S3: .+ - Full$/,
      ],
    ] as const) {
      const headers = { 'access-control-allow-origin': '*' };
      await tab.route(address, (route) => route.fulfill({ ...answer, headers }));
      await tab.getByRole('button', { name: 'Upload File' }).click();
      await tab.getByRole('alert').getByText(problem).waitFor();
      await tab.unroute(address);
    }
    const release = await hold(tab, /X-Amz-/);
    await tab.getByRole('button', { name: 'Upload File' }).click();
    await tab.getByRole('progressbar', { name: 'Uploading a.txt' }).waitFor();
    await tab.locator('.upload-progress__line strong', { hasText: /^\d+%$/ }).waitFor();
    release();
    await tab.waitForURL('**/files');
    await tab.context().close();
  });
});

describe('the depth meter', () => {
  it('has its four markers, and leads to both ways up', async () => {
    await lift(page, 1);
    await page.goto(`${url}/dashboard`);
    await page.getByRole('meter', { name: 'Depth meter' }).waitFor();
    expect((await page.locator('.depth-meter__marker').allTextContents()).toSorted()).toEqual([
      '11000m',
      '2500m',
      '5000m',
      '7500m',
    ]);
    const top = page.locator('.depth-meter__marker', { hasText: '11000m' });
    expect(await top.getAttribute('style')).toBe('inset-block-end: 100%;');
    expect(await page.getByRole('meter', { name: 'Depth meter' }).getAttribute('aria-valuemax')).toBe('11000');
    expect(await pathOf(page, 'Upload Files')).toBe('/upload');
    expect(await pathOf(page, 'Ascend Faster')).toBe('/payments');
  });
});
