import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { expectGoodScreen, logIn, type Registration, register, spoilSession } from './diver.ts';
import { newWriter } from './messenger.ts';
import { ask, noticeTheEnd } from './past-the-page.ts';

const url = inject('url');

let browser: LaunchedBrowser;
let page: Page;
let self: Registration;
let selfId: string;
let otherId: string;
let noSockets = false;

beforeAll(async () => {
  browser = await launchBrowser();
  const writer = await newWriter('Tamsin Quiet');
  otherId = writer.member.userId;
  page = await (await browser.browser.newContext({ reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(20_000);
  await page.routeWebSocket(/./, (socket) => void (noSockets ? socket.close() : socket.connectToServer()));
  self = await register(page, url, 'Bo States');
  selfId = (await ask<{ profile: { id: string } }>(page, 'GET', '/me')).profile.id;
});

afterAll(() => browser?.close());

/** A screen that asks for something: what it says while that is on its way, and when it does not come. */
interface Screen {
  readonly name: string;
  readonly path: () => string;
  readonly asks: RegExp;
  readonly loading: string;
  readonly failed: string;
  /** The CSS class of what is there in the end. */
  readonly shows: string;
  /** What is asked of those whose session has ended. */
  readonly signIn: string;
}

const OF_SELF = () => `/profile/${selfId}`;
const PROFILE_SIGN_IN = 'Please log in to view profiles';
const ME = { asks: /\/api\/me$/, loading: 'Loading…', failed: 'Failed to load profile data' };

const SCREENS: readonly Screen[] = [
  {
    name: 'dashboard',
    path: () => '/dashboard',
    asks: /\/api\/dashboard$/,
    loading: 'Loading…',
    failed: 'Your dashboard could not be loaded.',
    shows: '.dashboard',
    signIn: 'Please sign in to view your dashboard.',
  },
  {
    name: 'files',
    path: () => '/files?sort=size',
    asks: /\/api\/files\/list$/,
    loading: 'Loading files...',
    failed: 'Failed to fetch files: ',
    shows: '.explorer__count, .explorer__empty',
    signIn: 'Please sign in to view files.',
  },
  {
    name: 'upload',
    path: () => '/upload',
    ...ME,
    shows: '.uploader',
    signIn: 'Please sign in to upload files.',
  },
  {
    name: 'users',
    path: () => '/search?q=Tamsin',
    asks: /\/api\/users\?/,
    loading: 'Loading users...',
    failed: 'Failed to load users: ',
    shows: '.person-card',
    signIn: 'Please sign in to find users.',
  },
  {
    name: 'posts',
    path: () => '/search?tab=posts',
    asks: /\/api\/posts(\?|$)/,
    loading: 'Loading posts...',
    failed: 'Failed to load posts: ',
    shows: '.posts',
    signIn: 'Please sign in to find users.',
  },
  {
    name: 'profile',
    path: () => `/profile/${otherId}`,
    asks: /\/api\/users\/[^/]+\/profile$/,
    loading: 'Loading profile...',
    failed: 'Failed to load profile data',
    shows: '.tabs',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-posts',
    path: OF_SELF,
    asks: /\/api\/users\/[^/]+\/posts/,
    loading: 'Loading posts...',
    failed: 'Failed to load posts: ',
    shows: '.posts__empty',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-files',
    path: () => `${OF_SELF()}?tab=files`,
    asks: /\/api\/users\/[^/]+\/files/,
    loading: 'Loading files...',
    failed: 'Failed to fetch files: ',
    shows: '.explorer__empty',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-connections',
    path: () => `${OF_SELF()}?tab=connections`,
    asks: /\/api\/users\/[^/]+\/followers/,
    loading: 'Loading people...',
    failed: 'This list could not be loaded.',
    shows: '.connections',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'dive-log',
    path: () => `${OF_SELF()}?tab=dive-log`,
    asks: /\/api\/depth-log/,
    loading: 'Loading',
    failed: 'could not be loaded',
    shows: '.dive-log .prompt',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'edit-profile',
    path: () => '/edit-profile',
    ...ME,
    shows: '.edit-profile',
    signIn: 'Please log in to edit your profile.',
  },
  {
    name: 'payments',
    path: () => '/payments',
    ...ME,
    loading: 'Loading your profile...',
    shows: '.purchase',
    signIn: 'Please log in to purchase depth and access more content.',
  },
  {
    name: 'inbox',
    path: () => '/messages',
    asks: /\/api\/conversations(\?|$)/,
    loading: 'Loading...',
    failed: 'An error occurred while loading conversations',
    shows: '.inbox, .inbox__empty',
    signIn: 'Please sign in to read your messages.',
  },
  {
    name: 'chat',
    path: () => `/messages/${otherId}`,
    asks: /\/api\/conversations\/[^/]+/,
    loading: 'Loading...',
    failed: 'conversation could not be loaded',
    shows: '.chat',
    signIn: 'Please sign in to read your messages.',
  },
];

const shown = ({ shows }: Screen, on = page) => on.locator(shows).filter({ visible: true }).first();

describe('every screen that asks for something', () => {
  it.each(SCREENS)('shows the shape of $name, says why it does not come, and tries again', async (screen) => {
    // A socket that opens brings what was missing by itself, maybe before the button is pressed.
    noSockets = true;
    onTestFinished(() => {
      noSockets = false;
    });
    let refuse = () => {};
    let refusing = true;
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route(screen.asks, async (route) => {
      await refused;
      await (refusing ? route.abort() : route.fallback()).catch(() => {});
    });
    await page.goto(url + screen.path());
    const skeleton = page.locator('.skeleton[role=status]').filter({ hasText: screen.loading }).first();
    await skeleton.locator('.skeleton__shape').first().waitFor();
    refuse();
    const problem = page.getByRole('alert').filter({ hasText: screen.failed });
    const retry = problem.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    refusing = false;
    await retry.press('Enter');
    await shown(screen).waitFor();
    await problem.waitFor({ state: 'detached' });
    await expect.poll(() => skeleton.count()).toBe(0);
    // The pressed button is gone: the keyboard is where the screen begins, not where the page does.
    expect(await page.evaluate('document.activeElement !== document.body')).toBe(true);
  });
});

describe('a session that ends', () => {
  // On a page of its own: what fails while signed out must not take every later screen with it.
  let visitor: Page;
  let signedIn = false;

  beforeAll(async () => {
    visitor = await (await browser.browser.newContext({ reducedMotion: 'reduce' })).newPage();
    visitor.setDefaultTimeout(20_000);
  });

  beforeEach(async () => {
    if (signedIn) return;
    await visitor.goto(`${url}/login`);
    await visitor.evaluate('localStorage.clear()');
    await visitor.goto(`${url}/login`);
    await logIn(visitor, self);
    await visitor.waitForURL('**/dashboard');
  });

  it.each(SCREENS.filter(({ name }) => !/^(posts|profile-|dive)/.test(name)))(
    'asks to sign in on $name, and leads back to it',
    async (screen) => {
      await visitor.goto(url + screen.path());
      await shown(screen, visitor).waitFor();
      signedIn = false;
      await spoilSession(visitor);
      await noticeTheEnd(visitor, screen.signIn);
      await visitor.getByRole('link', { name: 'Log in', exact: true }).click();
      await visitor.waitForURL('**/login');
      await logIn(visitor, self);
      await visitor.waitForURL(url + screen.path());
      await shown(screen, visitor).waitFor();
      signedIn = true;
    },
  );
});

describe('screens that have nothing to show', () => {
  const EMPTY = [
    { path: () => '/files?q=nothing-is-called-so', says: 'No files found. Upload some files to get started!' },
    { path: () => '/search?q=nobody-is-called-so', says: 'No users found matching your criteria.' },
    { path: OF_SELF, says: 'No posts yet' },
    { path: () => `${OF_SELF()}?tab=files`, says: 'No files uploaded yet' },
    { path: () => `${OF_SELF()}?tab=connections`, says: 'No followers yet' },
    { path: () => `${OF_SELF()}?tab=dive-log`, says: 'Your log is still empty.' },
    { path: () => '/messages', says: 'Start messaging users at your depth level or below!' },
    { path: () => `/messages/${otherId}`, says: 'This is the beginning of your conversation' },
  ];

  it.each(EMPTY)('say so: $says', async ({ path, says }) => {
    await page.goto(url + path());
    await page.locator('main').getByText(says).first().waitFor();
  });
});

describe('a page without a network', () => {
  const notice = () => page.getByRole('status').filter({ hasText: 'You are offline.' });

  it.each(['/dashboard', '/messages', '/'])('says so on %s, and takes it back by itself', async (path) => {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    onTestFinished(() => page.context().setOffline(false));
    await page.context().setOffline(true);
    await notice().waitFor();
    if (path === '/dashboard') await expectGoodScreen(page, 'offline');
    await page.context().setOffline(false);
    await notice().waitFor({ state: 'detached' });
  });
});

it('shows nobody the workshop', async () => {
  const built = readdirSync(inject('pages'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html)$/.test(file),
  );
  expect(built.length).toBeGreaterThan(20);
  const traces = /__design|design__swatch|Every token, and every part/;
  expect(built.filter((file) => traces.test(readFileSync(join(inject('pages'), file), 'utf8')))).toEqual([]);
  await page.goto(`${url}/__design`);
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
});
