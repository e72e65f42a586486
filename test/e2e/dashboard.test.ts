import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { depthOf, toMetres } from '../../shared/depth/depth.ts';
import { TEST_CONTRIBUTION_BYTES } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { expectGoodScreen, register, share, shownDepth, spoilSession } from './diver.ts';
import { ask, comeBack, lift, listenToApi, noticeTheEnd } from './past-the-page.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const NEREA = `Nerea ${mark}`;
const ODA = `Oda ${mark}`;

/** How often both are lifted before they meet: to a depth where nobody else of these tests is. */
const LIFTS = 9;

let browser: LaunchedBrowser;
let nerea: Page;
let oda: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  [nerea, oda] = (await Promise.all([NEREA, ODA].map(newDiver))) as [Page, Page];
});

afterAll(() => browser?.close());

async function newDiver(username: string): Promise<Page> {
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await register(page, url, username);
  return page;
}

const arrived = (page: Page) => page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
const section = (page: Page, name: string) => page.getByRole('region', { name });
const stat = (page: Page, name: string) =>
  section(page, 'Your Stats').locator('div', { hasText: name }).locator('.visually-hidden').textContent();
const DASHBOARD = /\/api\/dashboard$/;

describe('the dashboard', () => {
  it('comes in one answer, and asks for nothing else but what has been written to the member', async () => {
    const calls = listenToApi(nerea);
    await nerea.reload();
    await arrived(nerea);
    await nerea.getByText('Depth: 0.00m', { exact: true }).waitFor();
    await nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' }).waitFor();
    const ofMessages = ['POST /messages/ticket', 'GET /conversations'];
    expect(calls.filter((call) => !ofMessages.includes(call))).toEqual(['GET /dashboard']);
  });

  it('asks again every half minute', async () => {
    const tab = await nerea.context().newPage();
    await tab.clock.install();
    await tab.goto(`${url}/dashboard`);
    await arrived(tab);
    const calls = listenToApi(tab);
    await tab.clock.fastForward(31_000);
    await expect.poll(() => calls).toEqual(['GET /dashboard']);
    await tab.close();
  });

  it('leads to where there is more', async () => {
    const leads = async (name: string) => new URL((await nerea.getByRole('link', { name }).getAttribute('href'))!, url);
    expect((await leads('View more posts')).href).toBe(`${url}/search?tab=posts`);
    expect((await leads('Explore all files')).pathname).toBe('/files');
    expect((await leads('Find More')).pathname).toBe('/search');
    expect((await leads('Upload Files')).pathname).toBe('/upload');
  });

  it('lifts its member by a test contribution, in every number at once', async () => {
    await nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' }).press('Enter');
    const depth = toMetres(depthOf({ contributedBytes: TEST_CONTRIBUTION_BYTES, purchasedCm: 0 }));
    await expect.poll(() => shownDepth(nerea)).toBe(depth);
    await expect.poll(() => stat(nerea, 'MB contributed')).toBe('0.10');
    expect(await nerea.getByRole('meter', { name: 'Depth meter' }).getAttribute('aria-valuenow')).toBe(String(depth));
    await nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' }).waitFor();
  });

  it('counts a contribution once whose answer was lost', async () => {
    const lost = /\/api\/profile\/test-contribution$/;
    await nerea.route(lost, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const button = nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' });
    await button.click();
    await nerea.getByText('The test contribution failed.').waitFor();
    await nerea.unroute(lost);
    await button.click();
    await expect.poll(() => stat(nerea, 'MB contributed')).toBe('0.20');
  });
});

describe('the dashboard of members who meet', () => {
  beforeAll(async () => {
    await lift(nerea, LIFTS - 2);
    await lift(oda, LIFTS);
    await share(oda, url, { name: `tide ${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
    await ask(nerea, 'POST', '/profile/test-contribution', {});
    await comeBack(nerea);
  });

  it('shows who is near, and lets them follow each other', async () => {
    await section(nerea, 'Users Near Your Depth').getByRole('article', { name: ODA }).waitFor();
    await comeBack(oda);
    const card = section(nerea, 'Users Near Your Depth').getByRole('article', { name: ODA });
    await card.getByRole('button', { name: /^Follow/ }).press('Enter');
    await expect.poll(() => stat(nerea, 'Following')).toBe('1');
    await card.getByRole('button', { name: /^Unfollow/ }).waitFor();
    await expect
      .poll(async () => {
        await comeBack(oda);
        return stat(oda, 'Followers');
      })
      .toBe('1');
  });

  it('names those above, but lets nobody follow them', async () => {
    const above = section(oda, 'Users Near Your Depth').getByRole('article', { name: NEREA });
    await above.getByRole('button', { name: /Ascend to Follow/ }).waitFor();
  });

  it('shows the files near the top, with likes that last', async () => {
    const files = section(nerea, 'Recent Files');
    const card = files.getByRole('listitem', { name: `tide ${mark}.txt`, exact: true });
    await card.getByText('No description provided').waitFor();
    expect(await card.getByRole('link', { name: /^Download/ }).getAttribute('target')).toBe('_blank');
    const saved = nerea.waitForResponse(/\/api\/files\/like$/);
    await card.getByRole('button', { name: `Like tide ${mark}.txt` }).click();
    await saved;
    await comeBack(nerea);
    await nerea.getByRole('button', { name: `Like tide ${mark}.txt, 1 like`, exact: true }).waitFor();
    await expectGoodScreen(nerea, 'dashboard-full');
  });

  it('fits the narrowest phone', async () => {
    await nerea.setViewportSize({ width: 360, height: 740 });
    expect(await nerea.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await nerea.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('the dashboard that has nothing to show', () => {
  it('invites to make a beginning', async () => {
    const { profile } = await ask(oda, 'GET', '/me');
    const empty = { success: true, profile, posts: [], files: [], nearby: [] };
    await oda.route(DASHBOARD, (route) => route.fulfill({ json: empty }));
    await oda.reload();
    await oda.getByText('Nobody at your depth or below has posted yet. Write the first post!').waitFor();
    await oda.getByText('No files found. Upload some files to get started!').waitFor();
    await oda.getByText('Nobody within 100 metres of you yet.').waitFor();
    await expectGoodScreen(oda, 'dashboard-empty');
  });

  it('says why, and tries again', async () => {
    await oda.unroute(DASHBOARD);
    await oda.route(DASHBOARD, (route) => route.abort());
    await oda.reload();
    await oda.getByText('Your dashboard could not be loaded. Fathom cannot be reached.').waitFor();
    await expectGoodScreen(oda, 'dashboard-failed');
    await oda.unroute(DASHBOARD);
    await oda.getByRole('button', { name: 'Retry' }).click();
    await oda.getByRole('heading', { name: `Welcome, ${ODA}` }).waitFor();
    await arrived(oda);
  });

  it('keeps what it has when it cannot be renewed, and says so', async () => {
    await oda.route(DASHBOARD, (route) => route.abort());
    await comeBack(oda);
    await oda.getByText('What you see may be out of date.').waitFor();
    await arrived(oda);
    await expectGoodScreen(oda, 'dashboard-outdated');
    await oda.unroute(DASHBOARD);
    await oda.getByRole('button', { name: 'Retry' }).click();
    await oda.getByText('What you see may be out of date.').waitFor({ state: 'detached' });
  });

  it('asks to sign in when the session has ended', async () => {
    await spoilSession(oda);
    await noticeTheEnd(oda, 'Please sign in to view your dashboard.');
  });
});
