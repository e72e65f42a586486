import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { raiseDepth } from '../support/api-calls.ts';
import { openMember, returnToTab } from '../support/member-browser.ts';
import { cardOf, count } from '../support/people-screen.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const isla = `Isla ${mark}`;
const timo = `Timo ${mark}`;

let browser: LaunchedBrowser;
let high: Page;
let low: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  [high, low] = await Promise.all([openMember(browser.browser, isla), openMember(browser.browser, timo)]);
  await raiseDepth(high, 1);
});

afterAll(() => browser?.close());

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
        await returnToTab(low);
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
    await locked.click({ force: true });
    expect(await cardOf(low, isla).getByRole('button').allTextContents()).toEqual(['Ascend to Follow']);
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
});
