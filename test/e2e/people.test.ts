import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { Member, speakTo } from '../support/member.ts';
import { pngOf } from '../support/sample-files.ts';
import { callApi, idOf, uploadFile } from './support/api-calls.ts';
import { hasFocus, register } from './support/member-browser.ts';
import { cardOf, count } from './support/people-screen.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

/** The crowd by name, each with how often they have contributed; the two divers stand above them all. */
const CROWD = Object.entries({ Ines: 5, Bo: 9, Kurt: 1, Ada: 3, Hal: 8, Cleo: 2, Finn: 10, Gwen: 4, Dora: 7, Erik: 6 });
const ada = `Ada ${mark}`;
const isla = `Isla ${mark}`;
const timo = `Timo ${mark}`;

let browser: LaunchedBrowser;
/** The higher one, and the lower one. */
let high: Page;
let low: Page;
let highId: string;
let lowId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  speakTo({ config, confirmByAdmin: false, lacks: {} });
  [high, low] = await Promise.all([newDiver(isla, 5_000_000), newDiver(timo, 3_000_000), gather()]);
  [highId, lowId] = await Promise.all([idOf(high), idOf(low)]);
});

afterAll(() => browser?.close());

async function newDiver(username: string, bytes: number): Promise<Page> {
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await register(page, url, username);
  await uploadFile(page, { name: 'ballast.png', type: 'image/png', bytes: pngOf(bytes) });
  return page;
}

async function gather(): Promise<void> {
  for (const [name, contributions] of CROWD) {
    const member = await Member.register(`${name} ${mark}`);
    for (let times = 0; times < contributions; times += 1) await member.call(contract.account.testContribution, {});
  }
}

const shown = async (page: Page) =>
  (await page.locator('.person-card__name').allTextContents()).map((name) => name.replace(` ${mark}`, ''));

describe('Find Users', () => {
  it('finds those whom the search means, ten at a time, and offers more until there are none', async () => {
    await high.goto(`${url}/dashboard`);
    await high.getByRole('link', { name: 'Search', exact: true }).click();
    await high.getByRole('heading', { level: 1, name: 'Find Users' }).waitFor();
    await high.getByPlaceholder('Search users...').fill(mark.toUpperCase());
    await high.waitForURL(`**/search?q=${mark.toUpperCase()}`);
    await expect.poll(() => shown(high)).toHaveLength(10);
    await high.getByRole('button', { name: 'Load More Users' }).click();
    await expect.poll(() => shown(high)).toHaveLength(12);
    await high.getByRole('button', { name: 'Load More Users' }).waitFor({ state: 'detached' });
    expect(await high.locator('.person-card__name').nth(10).evaluate(hasFocus)).toBe(true);
  });

  it.each([
    ['Depth (Highest First)', 'depth', ['Isla', 'Timo', 'Finn', 'Bo', 'Hal', 'Dora', 'Erik', 'Ines', 'Gwen', 'Ada']],
    ['Username (A-Z)', 'username', ['Ada', 'Bo', 'Cleo', 'Dora', 'Erik', 'Finn', 'Gwen', 'Hal', 'Ines', 'Isla']],
    [
      'Contributions (Highest First)',
      'contributions',
      ['Isla', 'Timo', 'Finn', 'Bo', 'Hal', 'Dora', 'Erik', 'Ines', 'Gwen', 'Ada'],
    ],
  ])('sorts everybody: %s', async (label, value, names) => {
    await high.getByLabel('Sort by').selectOption(label);
    expect(await high.getByLabel('Sort by').inputValue()).toBe(value);
    const firstTen = async () => (await shown(high)).slice(0, 10);
    await expect.poll(firstTen).toEqual(names);
    await high.reload();
    await expect.poll(firstTen).toEqual(names);
    expect(await high.getByPlaceholder('Search users...').inputValue()).toBe(mark.toUpperCase());
  });

  it('shows one’s own card without anything to press, and keeps those above out of sight', async () => {
    await low.goto(`${url}/search?q=${mark}&sort=username`);
    await cardOf(low, ada).waitFor();
    await low.getByRole('button', { name: 'Load More Users' }).click();
    await cardOf(low, timo).getByText('You', { exact: true }).waitFor();
    expect(await cardOf(low, timo).getByRole('button').count()).toBe(0);
    expect(await shown(low)).not.toContain('Isla');
  });

  it('has the posts on its other tab, by keyboard too', async () => {
    await high.goto(`${url}/search`);
    await high.getByRole('tab', { name: 'Users' }).focus();
    await high.keyboard.press('ArrowRight');
    await high.waitForURL('**/search?tab=posts');
    expect(await high.getByRole('tab', { name: 'Posts' }).getAttribute('aria-selected')).toBe('true');
    expect(await high.getByRole('tab', { name: 'Users' }).getAttribute('tabindex')).toBe('-1');
    expect(await high.evaluate('document.activeElement.textContent')).toBe('Posts');
    expect(await high.getByPlaceholder('Search users...').count()).toBe(0);
  });
});

describe('following', () => {
  it('is not undone on screen by an answer to an earlier question', async () => {
    await high.goto(`${url}/profile/${lowId}`);
    await high.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    const asked = new RegExp(`/users/${lowId}/profile$`);
    let release: (() => void) | undefined;
    await high.route(asked, async (route) => {
      const response = await route.fetch();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.fulfill({ response });
    });
    await high.getByRole('button', { name: 'Follow', exact: true }).click();
    // What is on its way now says that they are followed.
    await expect.poll(() => release).toBeDefined();
    let unfollow: (() => void) | undefined;
    await high.route(/\/follow$/, (route) => {
      unfollow = () => void route.continue();
    });
    await high.getByRole('button', { name: 'Unfollow', exact: true }).click();
    const askedAgain = high.waitForRequest(asked);
    release?.();
    await askedAgain;
    expect(await high.locator('.profile-head__actions button').first().textContent()).toBe('Follow');
    const unfollowed = high.waitForResponse(/\/follow$/);
    unfollow?.();
    await unfollowed;
    await high.unrouteAll({ behavior: 'ignoreErrors' });
    await high.reload();
    await high.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    expect(await count(high, 'Followers')).toBe('0');
  });

  it('counts once, however often the button is pressed', async () => {
    const button = high.locator('.profile-head__actions button');
    for (let times = 0; times < 3; times += 1) await button.click();
    await high.getByRole('button', { name: 'Unfollow', exact: true }).waitFor();
    const followers = async () =>
      (await callApi<{ profile: { followersCount: number } }>(high, 'GET', `/users/${lowId}/profile`)).profile
        .followersCount;
    await expect.poll(followers).toBe(1);
    await expect.poll(() => count(high, 'Followers')).toBe('1');
  });
});

describe('a profile', () => {
  it('shows who it is, to whoever is high enough', async () => {
    await high.reload();
    await high.getByRole('heading', { level: 1, name: timo }).waitFor();
    expect(await count(high, 'MB contributed')).toMatch(/^2\.8\d$/);
    await high.locator('.profile-head__depth', { hasText: '0.03m' }).waitFor();
    for (const own of ['Edit Profile', 'Delete Account', 'Change profile photo']) {
      expect((await high.getByText(own).count()) + (await high.getByLabel(own).count()), own).toBe(0);
    }
    await high.getByText('No posts yet').waitFor();
    await high.getByRole('tab', { name: 'Files' }).click();
    await high.getByRole('heading', { name: 'ballast.png' }).waitFor();
  });

  it('is restricted for whoever is not, and says how far it is', async () => {
    await low.goto(`${url}/profile/${highId}`);
    await low.getByRole('heading', { name: 'Restricted Content' }).waitFor();
    await low.getByText("You need to ascend higher in the ocean to view this user's content.").waitFor();
    await low.getByText('Depth difference: 0.02m').waitFor();
    expect(await low.getByRole('tab').count()).toBe(0);
  });

  it('opens by itself to whoever ascends in front of it', async () => {
    const diver = await newDiver(`Noa ${mark}`, 1000);
    await diver.goto(`${url}/profile/${lowId}`);
    await diver.getByRole('heading', { name: 'Restricted Content' }).waitFor();
    await uploadFile(diver, { name: 'more.png', type: 'image/png', bytes: pngOf(4_000_000) });
    await diver.getByRole('tab', { name: 'Posts' }).waitFor();
    await diver.context().close();
  });
});
