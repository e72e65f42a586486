import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { Member, speakTo } from '../support/member.ts';
import { pngOf } from '../support/sample-files.ts';
import { expectGoodScreen, register, share, spoilSession } from './diver.ts';
import { idOf } from './messenger.ts';
import { ask, comeBack, noticeTheEnd } from './past-the-page.ts';
import { cardOf, count } from './persons.ts';
import { hasFocus } from './rare-states.ts';

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
  await share(page, url, { name: 'ballast.png', type: 'image/png', bytes: pngOf(bytes) });
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
    await expectGoodScreen(high, 'search');
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

  it('narrows what is loaded at once, before the server has answered', async () => {
    const held = /\/api\/users\?/;
    await high.route(held, () => {});
    await high.getByPlaceholder('Search users...').fill(`gwen ${mark}`);
    await expect.poll(() => shown(high)).toEqual(['Gwen']);
    await high.unrouteAll();
  });

  it('says so when there is nobody', async () => {
    await high.getByPlaceholder('Search users...').fill(`nobody ${mark}`);
    await high.getByText('No users found matching your criteria.').waitFor();
    await expectGoodScreen(high, 'search-nobody');
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
  it('shows on the card and in the counts, and in the other’s open profile when they look again', async () => {
    await low.getByRole('link', { name: 'Profile', exact: true }).click();
    await low.getByRole('heading', { level: 1, name: timo }).waitFor();
    expect(await count(low, 'Followers')).toBe('0');
    await low.evaluate('window.neverReloaded = true');

    await high.goto(`${url}/search?q=${mark}`);
    const card = cardOf(high, timo);
    await card.getByRole('button', { name: 'Follow', exact: true }).focus();
    await high.keyboard.press('Enter');
    await card.getByRole('button', { name: 'Unfollow', exact: true }).waitFor();
    await card.getByText('1 follower', { exact: false }).waitFor();

    await expect
      .poll(async () => {
        await comeBack(low);
        return count(low, 'Followers');
      })
      .toBe('1');
    expect(await low.evaluate('window.neverReloaded')).toBe(true);
    await high.getByRole('link', { name: 'Profile', exact: true }).click();
    await high.getByRole('heading', { level: 1, name: isla }).waitFor();
    expect(await count(high, 'Following')).toBe('1');
  });

  it('is listed among the connections, where whoever is above can be seen and not followed', async () => {
    await low.getByRole('tab', { name: 'Connections' }).click();
    await low.waitForURL('**?tab=connections');
    await low.getByRole('heading', { name: 'Followers (1)' }).waitFor();
    await low.getByText('Not following anyone yet').waitFor();
    const locked = cardOf(low, isla).getByRole('button', { name: 'Ascend to Follow' });
    expect(await locked.isDisabled()).toBe(true);
    await expectGoodScreen(low, 'connections');
    await locked.click({ force: true });
    expect(await cardOf(low, isla).getByRole('button').allTextContents()).toEqual(['Ascend to Follow']);
  });

  it('is listed page after page, and the keyboard goes on at the first of those who have come', async () => {
    const followers = /\/followers(\?|$)/;
    await low.route(followers, async (route) => {
      const answer = await (await route.fetch({ url: route.request().url().replace(/\?.*/, '') })).json();
      const next = route.request().url().includes('cursor=');
      const users = next ? [{ ...answer.users[0], id: randomUUID(), username: 'Somebody Else' }] : answer.users;
      await route.fulfill({ json: { success: true, users, cursor: next ? null : 'two' } });
    });
    await low.reload();
    const more = low.getByRole('button', { name: 'Load more: followers' });
    await more.click();
    await more.waitFor({ state: 'detached' });
    expect(await low.getByRole('link', { name: 'Somebody Else' }).evaluate(hasFocus)).toBe(true);
    await low.unroute(followers);
  });

  it('ends from one’s own list, without the keyboard losing its place', async () => {
    await high.getByRole('tab', { name: 'Connections' }).click();
    await high.getByRole('heading', { name: 'Following (1)' }).waitFor();
    await cardOf(high, timo).getByRole('button', { name: 'Unfollow' }).focus();
    await high.keyboard.press('Space');
    await high.getByText('Not following anyone yet').waitFor();
    await high.getByRole('heading', { name: 'Following (0)' }).waitFor();
    expect(await count(high, 'Following')).toBe('0');
    expect(await high.evaluate('document.activeElement.textContent')).toContain('Following (0)');
  });

  it('is taken back on screen, with the reason, when it is refused', async () => {
    await high.goto(`${url}/profile/${lowId}`);
    const follow = high.getByRole('button', { name: 'Follow', exact: true });
    await follow.waitFor();
    for (const [status, code, sentence] of [
      [403, 'DepthTooLow', 'They have risen above you.'],
      [404, 'NotFound', 'This member has left the ocean.'],
      [503, 'Throttled', 'That could not be saved.'],
    ] as const) {
      const body = { success: false, code, error: 'Not now.', requestId: 'r' };
      await high.route(/\/follow$/, (route) => route.fulfill({ status, json: body }));
      await follow.click();
      await high.getByRole('alert').getByText(sentence).waitFor();
      await follow.waitFor();
      expect(await count(high, 'Followers')).toBe('0');
      await high.unroute(/\/follow$/);
    }
  });

  it('is not undone on screen by an answer to an earlier question', async () => {
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
      (await ask<{ profile: { followersCount: number } }>(high, 'GET', `/users/${lowId}/profile`)).profile
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
    await expectGoodScreen(high, 'profile');
    await high.getByRole('tab', { name: 'Files' }).click();
    await high.getByRole('heading', { name: 'ballast.png' }).waitFor();
    await expectGoodScreen(high, 'profile-files');
  });

  it('is restricted for whoever is not, and says how far it is', async () => {
    await low.goto(`${url}/profile/${highId}`);
    await low.getByRole('heading', { name: 'Restricted Content' }).waitFor();
    await low.getByText("You need to ascend higher in the ocean to view this user's content.").waitFor();
    await low.getByText('Depth difference: 0.02m').waitFor();
    expect(await low.getByRole('tab').count()).toBe(0);
    await expectGoodScreen(low, 'profile-restricted');
  });

  it('opens by itself to whoever ascends in front of it', async () => {
    const diver = await newDiver(`Noa ${mark}`, 1000);
    await diver.goto(`${url}/profile/${lowId}`);
    await diver.getByRole('heading', { name: 'Restricted Content' }).waitFor();
    await share(diver, url, { name: 'more.png', type: 'image/png', bytes: pngOf(4_000_000) });
    await diver.getByRole('tab', { name: 'Posts' }).waitFor();
    await diver.context().close();
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'no%20id'])('of nobody (%s) says so, and leads back', async (id) => {
    await low.goto(`${url}/profile/${id}`);
    await low.getByText('User not found').waitFor();
    await expectGoodScreen(low, 'profile-not-found');
    await low.getByRole('link', { name: 'Back to Dashboard' }).click();
    await low.getByRole('heading', { name: `Welcome, ${timo}` }).waitFor();
  });

  it('that cannot be loaded says so, and tries again', async () => {
    await low.route(/\/profile$/, (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await low.goto(`${url}/profile/${lowId}`);
    await low.getByText('Failed to load profile data').waitFor();
    await low.unrouteAll();
    await low.getByRole('button', { name: 'Retry' }).click();
    await low.getByRole('heading', { level: 1, name: timo }).waitFor();
  });

  it('asks to log in when the session has ended while it was open, and comes back', async () => {
    await spoilSession(low);
    await noticeTheEnd(low, 'Please log in to view profiles');
    await expectGoodScreen(low, 'profile-signed-out');
    await low.getByRole('link', { name: 'Log in', exact: true }).click();
    await low.getByRole('heading', { name: 'Log In' }).waitFor();
  });
});
