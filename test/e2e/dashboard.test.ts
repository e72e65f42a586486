import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { depthOf, toMetres } from '../../shared/depth/depth.ts';
import { TEST_CONTRIBUTION_BYTES } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { callApi, raiseDepth, recordApiCalls, uploadFile } from './support/api-calls.ts';
import { openMember, returnToTab, shownDepth } from './support/member-browser.ts';

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
  [nerea, oda] = await Promise.all([openMember(browser.browser, NEREA), openMember(browser.browser, ODA)]);
});

afterAll(() => browser?.close());

const arrived = (page: Page) => page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
const section = (page: Page, name: string) => page.getByRole('region', { name });
const stat = (page: Page, name: string) =>
  section(page, 'Your Stats').locator('div', { hasText: name }).locator('.visually-hidden').textContent();

describe('the dashboard', () => {
  it('comes in one answer, and asks for nothing else but what has been written to the member', async () => {
    const calls = recordApiCalls(nerea);
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
    const calls = recordApiCalls(tab);
    await tab.clock.fastForward(31_000);
    await expect.poll(() => calls).toEqual(['GET /dashboard']);
    await tab.close();
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
    await raiseDepth(nerea, LIFTS - 2);
    await raiseDepth(oda, LIFTS);
    await uploadFile(oda, { name: `tide ${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
    await callApi(nerea, 'POST', '/profile/test-contribution', {});
    await returnToTab(nerea);
  });

  it('shows who is near, and lets them follow each other', async () => {
    await section(nerea, 'Users Near Your Depth').getByRole('article', { name: ODA }).waitFor();
    await returnToTab(oda);
    const card = section(nerea, 'Users Near Your Depth').getByRole('article', { name: ODA });
    await card.getByRole('button', { name: /^Follow/ }).press('Enter');
    await expect.poll(() => stat(nerea, 'Following')).toBe('1');
    await card.getByRole('button', { name: /^Unfollow/ }).waitFor();
    await expect
      .poll(async () => {
        await returnToTab(oda);
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
    await returnToTab(nerea);
    await nerea.getByRole('button', { name: `Like tide ${mark}.txt, 1 like`, exact: true }).waitFor();
  });

  it('fits the narrowest phone', async () => {
    await nerea.setViewportSize({ width: 360, height: 740 });
    expect(await nerea.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await nerea.setViewportSize({ width: 1440, height: 900 });
  });
});
