/** A member follows and unfollows others. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { raiseDepth } from '../support/api-calls.ts';
import { openMember, openOwnProfile, returnToTab } from '../support/member-browser.ts';
import { cardOf, readProfileCount } from '../support/people-screen.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);
const followerName = `Isla ${mark}`;
const followedName = `Timo ${mark}`;

let launchedBrowser: LaunchedBrowser;
let followerPage: Page;
let followedPage: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  [followerPage, followedPage] = await Promise.all([
    openMember(launchedBrowser.browser, followerName),
    openMember(launchedBrowser.browser, followedName),
  ]);
  await raiseDepth(followerPage, 1);
});

afterAll(() => launchedBrowser?.close());

// The tests run in order: the first one follows a member, and the last one ends that.
describe('follow', () => {
  it('updates the card and both profiles without a reload', async () => {
    await openOwnProfile(followedPage);
    await followedPage.getByRole('heading', { level: 1, name: followedName }).waitFor();
    expect(await readProfileCount(followedPage, 'Followers')).toBe('0');

    await followedPage.evaluate('window.neverReloaded = true');

    await followerPage.goto(`${url}/search?q=${mark}`);
    const card = cardOf(followerPage, followedName);
    await card.getByRole('button', { name: 'Follow', exact: true }).focus();
    await followerPage.keyboard.press('Enter');
    await card.getByRole('button', { name: 'Unfollow', exact: true }).waitFor();
    await card.getByText('1 follower', { exact: false }).waitFor();

    await expect
      .poll(async () => {
        await returnToTab(followedPage);
        return readProfileCount(followedPage, 'Followers');
      })
      .toBe('1');
    expect(await followedPage.evaluate('window.neverReloaded')).toBe(true);

    await openOwnProfile(followerPage);
    await followerPage.getByRole('heading', { level: 1, name: followerName }).waitFor();

    expect(await readProfileCount(followerPage, 'Following')).toBe('1');
  });

  it('lists a follower above with a disabled button', async () => {
    await followedPage.getByRole('tab', { name: 'Connections' }).click();
    await followedPage.waitForURL('**?tab=connections');
    await followedPage.getByRole('heading', { name: 'Followers (1)' }).waitFor();
    await followedPage.getByText('Not following anyone yet').waitFor();

    const disabledButton = cardOf(followedPage, followerName).getByRole('button', { name: 'Ascend to Follow' });
    expect(await disabledButton.isDisabled()).toBe(true);

    await disabledButton.click({ force: true });
    expect(await cardOf(followedPage, followerName).getByRole('button').allTextContents()).toEqual([
      'Ascend to Follow',
    ]);
  });

  it('unfollows a member from the Following list without losing the keyboard focus', async () => {
    await followerPage.getByRole('tab', { name: 'Connections' }).click();
    await followerPage.getByRole('heading', { name: 'Following (1)' }).waitFor();
    await cardOf(followerPage, followedName).getByRole('button', { name: 'Unfollow' }).focus();
    await followerPage.keyboard.press('Space');

    await followerPage.getByText('Not following anyone yet').waitFor();
    await followerPage.getByRole('heading', { name: 'Following (0)' }).waitFor();

    expect(await readProfileCount(followerPage, 'Following')).toBe('0');
    expect(await followerPage.evaluate('document.activeElement.textContent')).toContain('Following (0)');
  });
});
