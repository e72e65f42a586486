/**
 * Tests of finding and following members, and of their profiles, in the browser. See docs/product.md#finding-members.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { setTarget } from '../support/current-target.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { callApi, fetchMemberId, uploadFile } from './support/api-calls.ts';
import { hasFocus, openTab, register } from './support/member-browser.ts';
import { cardOf, readProfileCount } from './support/people-screen.ts';

const url = inject('url');

/** Part of the names of this run's members. */
const runId = randomUUID().slice(0, 8);

/**
 * Ten members by name, with the number of test contributions that each makes. Both members with a browser are above
 * all of them.
 */
const CONTRIBUTORS = Object.entries({
  Ines: 5,
  Bo: 9,
  Kurt: 1,
  Ada: 3,
  Hal: 8,
  Cleo: 2,
  Finn: 10,
  Gwen: 4,
  Dora: 7,
  Erik: 6,
});

/** The first ten members by depth, which is also their order by contributions. */
const NAMES_BY_DEPTH = ['Isla', 'Timo', 'Finn', 'Bo', 'Hal', 'Dora', 'Erik', 'Ines', 'Gwen', 'Ada'];

const adaName = `Ada ${runId}`;
const highName = `Isla ${runId}`;
const lowName = `Timo ${runId}`;

let launchedBrowser: LaunchedBrowser;
/** The member who is higher. */
let highPage: Page;
/** The member who is lower. */
let lowPage: Page;
let highId: string;
let lowId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  const config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  setTarget({ config, confirmByAdmin: false, unsupported: {} });
  [highPage, lowPage] = await Promise.all([
    openMemberWithUpload(highName, 5_000_000),
    openMemberWithUpload(lowName, 3_000_000),
    registerContributors(),
  ]);
  [highId, lowId] = await Promise.all([fetchMemberId(highPage), fetchMemberId(lowPage)]);
});

afterAll(() => launchedBrowser?.close());

/** Opens a new member who has uploaded a picture of this size. */
async function openMemberWithUpload(username: string, byteCount: number): Promise<Page> {
  const page = await openTab(await launchedBrowser.browser.newContext({ reducedMotion: 'reduce' }));
  await register(page, url, username);
  await uploadFile(page, { name: 'ballast.png', type: 'image/png', bytes: createPng(byteCount) });
  return page;
}

/** Registers the members of {@link CONTRIBUTORS}. */
async function registerContributors(): Promise<void> {
  for (const [name, contributions] of CONTRIBUTORS) {
    const member = await Member.register(`${name} ${runId}`);
    for (let count = 0; count < contributions; count += 1) await member.call(contract.account.testContribution, {});
  }
}

/** Returns the names on the cards, without the ID of this run. */
const readNames = async (page: Page) =>
  (await page.locator('.person-card__name').allTextContents()).map((name) => name.replace(` ${runId}`, ''));

describe('Find Users', () => {
  it('lists matching members, ten per page, until all are loaded', async () => {
    await highPage.goto(`${url}/dashboard`);
    await highPage.getByRole('link', { name: 'Search', exact: true }).click();
    await highPage.getByRole('heading', { level: 1, name: 'Find Users' }).waitFor();

    await highPage.getByPlaceholder('Search users...').fill(runId.toUpperCase());
    await highPage.waitForURL(`**/search?q=${runId.toUpperCase()}`);
    await expect.poll(() => readNames(highPage)).toHaveLength(10);

    await highPage.getByRole('button', { name: 'Load More Users' }).click();
    // Isla and Timo are members, too.
    await expect.poll(() => readNames(highPage)).toHaveLength(CONTRIBUTORS.length + 2);

    await highPage.getByRole('button', { name: 'Load More Users' }).waitFor({ state: 'detached' });
    expect(await highPage.locator('.person-card__name').nth(10).evaluate(hasFocus)).toBe(true);
  });

  it.each([
    ['Depth (Highest First)', 'depth', NAMES_BY_DEPTH],
    ['Username (A-Z)', 'username', ['Ada', 'Bo', 'Cleo', 'Dora', 'Erik', 'Finn', 'Gwen', 'Hal', 'Ines', 'Isla']],
    ['Contributions (Highest First)', 'contributions', NAMES_BY_DEPTH],
  ])('sorts all matching members: %s', async (label, value, names) => {
    await highPage.goto(`${url}/search?q=${runId.toUpperCase()}`);
    await highPage.getByLabel('Sort by').selectOption(label);
    expect(await highPage.getByLabel('Sort by').inputValue()).toBe(value);

    const readFirstTen = async () => (await readNames(highPage)).slice(0, 10);
    await expect.poll(readFirstTen).toEqual(names);

    await highPage.reload();
    await expect.poll(readFirstTen).toEqual(names);
    expect(await highPage.getByPlaceholder('Search users...').inputValue()).toBe(runId.toUpperCase());
  });

  it("shows no buttons on the viewer's own card, and no members above the viewer", async () => {
    await lowPage.goto(`${url}/search?q=${runId}&sort=username`);
    await cardOf(lowPage, adaName).waitFor();
    await lowPage.getByRole('button', { name: 'Load More Users' }).click();
    await cardOf(lowPage, lowName).getByText('You', { exact: true }).waitFor();

    expect(await cardOf(lowPage, lowName).getByRole('button').count()).toBe(0);
    expect(await readNames(lowPage)).not.toContain('Isla');
  });

  it('selects the Posts tab with the arrow key', async () => {
    await highPage.goto(`${url}/search`);
    await highPage.getByRole('tab', { name: 'Users' }).focus();
    await highPage.keyboard.press('ArrowRight');
    await highPage.waitForURL('**/search?tab=posts');

    expect(await highPage.getByRole('tab', { name: 'Posts' }).getAttribute('aria-selected')).toBe('true');
    expect(await highPage.getByRole('tab', { name: 'Users' }).getAttribute('tabindex')).toBe('-1');
    expect(await highPage.evaluate('document.activeElement.textContent')).toBe('Posts');
    expect(await highPage.getByPlaceholder('Search users...').count()).toBe(0);
  });
});

describe('follow button', () => {
  it('still offers "Follow" after an unfollow when an outdated profile response arrives', async () => {
    await highPage.goto(`${url}/profile/${lowId}`);
    await highPage.getByRole('button', { name: 'Follow', exact: true }).waitFor();

    const profileUrl = new RegExp(`/users/${lowId}/profile$`);
    let releaseProfile: (() => void) | undefined;

    await highPage.route(profileUrl, async (route) => {
      const response = await route.fetch();
      await new Promise<void>((resolve) => {
        releaseProfile = resolve;
      });
      await route.fulfill({ response });
    });
    await highPage.getByRole('button', { name: 'Follow', exact: true }).click();
    // Waits until the response is held back. The viewer follows the member in it, so the unfollow below outdates it.
    await expect.poll(() => releaseProfile).toBeDefined();

    let releaseUnfollow: (() => void) | undefined;
    await highPage.route(/\/follow$/, (route) => {
      releaseUnfollow = () => void route.continue();
    });
    await highPage.getByRole('button', { name: 'Unfollow', exact: true }).click();
    const nextProfileRequest = highPage.waitForRequest(profileUrl);

    releaseProfile?.();
    await nextProfileRequest;
    expect(await highPage.locator('.profile-head__actions button').first().textContent()).toBe('Follow');

    const unfollowResponse = highPage.waitForResponse(/\/follow$/);
    releaseUnfollow?.();
    await unfollowResponse;
    await highPage.unrouteAll({ behavior: 'ignoreErrors' });
    await highPage.reload();
    await highPage.getByRole('button', { name: 'Follow', exact: true }).waitFor();

    expect(await readProfileCount(highPage, 'Followers')).toBe('0');
  });

  it('counts one follow after three quick clicks', async () => {
    await highPage.goto(`${url}/profile/${lowId}`);
    await highPage.getByRole('button', { name: 'Follow', exact: true }).waitFor();

    const button = highPage.locator('.profile-head__actions button');
    for (let count = 0; count < 3; count += 1) await button.click();
    await highPage.getByRole('button', { name: 'Unfollow', exact: true }).waitFor();

    const fetchFollowersCount = async () =>
      (await callApi<{ profile: { followersCount: number } }>(highPage, 'GET', `/users/${lowId}/profile`)).profile
        .followersCount;
    await expect.poll(fetchFollowersCount).toBe(1);
    await expect.poll(() => readProfileCount(highPage, 'Followers')).toBe('1');
  });
});

describe('profile', () => {
  it('shows the head and tabs of a profile to viewers at its depth or above', async () => {
    await highPage.goto(`${url}/profile/${lowId}`);
    await highPage.getByRole('heading', { level: 1, name: lowName }).waitFor();
    // The picture of 3,000,000 bytes has about 2.86 MB of 1,048,576 bytes, and 1 MB is 1 cm.
    expect(await readProfileCount(highPage, 'MB contributed')).toMatch(/^2\.8\d$/);

    await highPage.locator('.profile-head__depth', { hasText: '0.03m' }).waitFor();

    const main = highPage.getByRole('main');
    for (const label of ['Edit Profile', 'Delete Account', 'Change profile photo']) {
      expect((await main.getByText(label).count()) + (await main.getByLabel(label).count()), label).toBe(0);
    }

    await highPage.getByText('No posts yet').waitFor();
    await highPage.getByRole('tab', { name: 'Files' }).click();
    await highPage.getByRole('heading', { name: 'ballast.png' }).waitFor();
  });

  it('shows "Restricted Content" and the missing metres to viewers below', async () => {
    await lowPage.goto(`${url}/profile/${highId}`);
    await lowPage.getByRole('heading', { name: 'Restricted Content' }).waitFor();
    await lowPage.getByText("You need to ascend higher in the ocean to view this user's content.").waitFor();
    // The difference of 2,000,000 bytes is 1.91 cm, which is rounded up.
    await lowPage.getByText('Depth difference: 2 cm').waitFor();

    expect(await lowPage.getByRole('tab').count()).toBe(0);
  });

  it('opens a restricted profile when the viewer ascends far enough', async () => {
    const risingPage = await openMemberWithUpload(`Noa ${runId}`, 1000);
    await risingPage.goto(`${url}/profile/${lowId}`);
    await risingPage.getByRole('heading', { name: 'Restricted Content' }).waitFor();

    await uploadFile(risingPage, { name: 'more.png', type: 'image/png', bytes: createPng(4_000_000) });
    await risingPage.getByRole('tab', { name: 'Posts' }).waitFor();
    await risingPage.context().close();
  });
});
