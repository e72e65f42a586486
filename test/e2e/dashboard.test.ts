/** Tests of the dashboard in the browser: its requests, test contributions, and nearby members. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { computeDepth, toMetres } from '../../shared/rules/depth.ts';
import { NEARBY_METRES, TEST_CONTRIBUTION_BYTES } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { RESERVED_DEPTHS } from '../support/reserved-depths.ts';
import { raiseDepth, recordApiCalls, uploadFile } from './support/api-calls.ts';
import { openMember, openTab, readShownDepth, returnToTab } from './support/member-browser.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);
const NEREA = `Nerea ${mark}`;
const ODA = `Oda ${mark}`;

/** The time after which an open dashboard loads its data again, in milliseconds. */
const REFRESH_MS = 90_000;

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

const waitForDashboard = (page: Page) => page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Returns a number of the section "Your Stats". */
const readStat = (page: Page, name: string) =>
  section(page, 'Your Stats').locator('div', { hasText: name }).locator('.visually-hidden').textContent();

// The tests run in order, because each test contribution adds to the same numbers.
describe('dashboard', () => {
  let nerea: Page;

  beforeAll(async () => {
    nerea = await openMember(launchedBrowser.browser, 'Nerea Tide');
  });

  it('loads with one request, apart from those for messages and first steps', async () => {
    const calls = recordApiCalls(nerea);
    await nerea.reload();
    await waitForDashboard(nerea);
    await nerea.getByText('Depth: 0.00m', { exact: true }).waitFor();
    await nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' }).waitFor();

    // The first steps request the member's posts. recordApiCalls omits the calls for messages.
    expect(calls.filter((call) => !/\/users\/[\w-]+\/posts$/.test(call))).toEqual(['GET /dashboard']);
  });

  it('refreshes every 90 seconds', async () => {
    const tab = await openTab(nerea.context());
    await tab.clock.install();
    await tab.goto(`${url}/dashboard`);
    await waitForDashboard(tab);
    await section(tab, 'First steps').waitFor();

    const calls = recordApiCalls(tab);

    await tab.clock.fastForward(REFRESH_MS + 1000);
    await expect.poll(() => calls).toEqual(['GET /dashboard']);

    await tab.close();
  });

  it('shows a test contribution immediately in every number', async () => {
    await nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' }).press('Enter');

    const depth = toMetres(computeDepth({ contributedBytes: TEST_CONTRIBUTION_BYTES, purchasedCm: 0 }));
    await expect.poll(() => readShownDepth(nerea)).toBe(depth);
    await expect.poll(() => readStat(nerea, 'MB contributed')).toBe('0.10');
    expect(await nerea.getByRole('meter', { name: 'Depth meter' }).getAttribute('aria-valuenow')).toBe(String(depth));

    await nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' }).waitFor();
  });

  it('counts a test contribution once when its response is lost and the member retries', async () => {
    const testContributionUrl = /\/api\/profile\/test-contribution$/;
    await nerea.route(testContributionUrl, async (route) => {
      await route.fetch();
      await route.abort();
    });

    const button = nerea.getByRole('button', { name: 'Add 0.1 MB test contribution' });
    await button.click();
    await nerea.getByText('The test contribution failed.').waitFor();

    await nerea.unroute(testContributionUrl);
    await button.click();

    await expect.poll(() => readStat(nerea, 'MB contributed')).toBe('0.20');
  });
});

describe('dashboard of nearby members', () => {
  let nerea: Page;
  let oda: Page;

  beforeAll(async () => {
    const metres = RESERVED_DEPTHS['e2e/dashboard.test.ts'].from + NEARBY_METRES;
    [nerea, oda] = await Promise.all([
      openMember(launchedBrowser.browser, NEREA, { metres }),
      openMember(launchedBrowser.browser, ODA, { metres }),
    ]);
    await uploadFile(oda, { name: `tide ${mark}.txt`, type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
    await raiseDepth(nerea, 1);
    await returnToTab(nerea);
  });

  it('lets the member follow nearby members', async () => {
    const card = section(nerea, 'Users Near Your Depth').getByRole('article', { name: ODA });
    await card.waitFor();
    await returnToTab(oda);

    await card.getByRole('button', { name: /^Follow/ }).press('Enter');
    await expect.poll(() => readStat(nerea, 'Following')).toBe('1');

    await card.getByRole('button', { name: /^Unfollow/ }).waitFor();
    await expect
      .poll(async () => {
        await returnToTab(oda);
        return readStat(oda, 'Followers');
      })
      .toBe('1');
  });

  it('disables the follow button of members above', async () => {
    const cardAbove = section(oda, 'Users Near Your Depth').getByRole('article', { name: NEREA });
    await cardAbove.getByRole('button', { name: /Ascend to Follow/ }).waitFor();
  });

  it('shows recent files and saves likes', async () => {
    const files = section(nerea, 'Recent Files');
    const card = files.getByRole('listitem', { name: `tide ${mark}.txt`, exact: true });
    await card.getByText('No description provided').waitFor();
    expect(await card.getByRole('link', { name: /^Download/ }).getAttribute('target')).toBe('_blank');

    const likeResponse = nerea.waitForResponse(/\/api\/files\/like$/);
    await card.getByRole('button', { name: `Like tide ${mark}.txt` }).click();
    await likeResponse;
    await returnToTab(nerea);
    await nerea.getByRole('button', { name: `Like tide ${mark}.txt, 1 like`, exact: true }).waitFor();
  });

  it('shows the dashboard without horizontal scrolling at 360 px', async () => {
    await nerea.setViewportSize({ width: 360, height: 740 });
    expect(await nerea.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await nerea.setViewportSize({ width: 1440, height: 900 });
  });
});
