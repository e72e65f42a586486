import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { raiseDepth } from '../support/api-calls.ts';
import { openMember, openOwnProfile, returnToTab } from '../support/member-browser.ts';
import { cardOf, readProfileCount } from '../support/people-screen.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const followerName = `Isla ${mark}`;
const followedName = `Timo ${mark}`;

let browser: LaunchedBrowser;
let follower: Page;
let followed: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  [follower, followed] = await Promise.all([
    openMember(browser.browser, followerName),
    openMember(browser.browser, followedName),
  ]);
  await raiseDepth(follower, 1);
});

afterAll(() => browser?.close());

describe('follow', () => {
  it('updates the card, both counts, and the open profile of the followed member', async () => {
    await openOwnProfile(followed);
    await followed.getByRole('heading', { level: 1, name: followedName }).waitFor();
    expect(await readProfileCount(followed, 'Followers')).toBe('0');

    await followed.evaluate('window.neverReloaded = true');

    await follower.goto(`${url}/search?q=${mark}`);
    const card = cardOf(follower, followedName);
    await card.getByRole('button', { name: 'Follow', exact: true }).focus();
    await follower.keyboard.press('Enter');
    await card.getByRole('button', { name: 'Unfollow', exact: true }).waitFor();
    await card.getByText('1 follower', { exact: false }).waitFor();

    await expect
      .poll(async () => {
        await returnToTab(followed);
        return readProfileCount(followed, 'Followers');
      })
      .toBe('1');
    expect(await followed.evaluate('window.neverReloaded')).toBe(true);

    await openOwnProfile(follower);
    await follower.getByRole('heading', { level: 1, name: followerName }).waitFor();
    expect(await readProfileCount(follower, 'Following')).toBe('1');
  });

  it('lists the follower among the connections, with follow disabled for members above', async () => {
    await followed.getByRole('tab', { name: 'Connections' }).click();
    await followed.waitForURL('**?tab=connections');
    await followed.getByRole('heading', { name: 'Followers (1)' }).waitFor();
    await followed.getByText('Not following anyone yet').waitFor();
    const disabledButton = cardOf(followed, followerName).getByRole('button', { name: 'Ascend to Follow' });
    expect(await disabledButton.isDisabled()).toBe(true);

    await disabledButton.click({ force: true });
    expect(await cardOf(followed, followerName).getByRole('button').allTextContents()).toEqual(['Ascend to Follow']);
  });

  it('can be ended from the Following list, which keeps the keyboard focus', async () => {
    await follower.getByRole('tab', { name: 'Connections' }).click();
    await follower.getByRole('heading', { name: 'Following (1)' }).waitFor();
    await cardOf(follower, followedName).getByRole('button', { name: 'Unfollow' }).focus();
    await follower.keyboard.press('Space');
    await follower.getByText('Not following anyone yet').waitFor();
    await follower.getByRole('heading', { name: 'Following (0)' }).waitFor();

    expect(await readProfileCount(follower, 'Following')).toBe('0');
    expect(await follower.evaluate('document.activeElement.textContent')).toContain('Following (0)');
  });
});
