import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import {
  badge,
  bubble,
  bubbles,
  field,
  openChat,
  openPair,
  sendAndConfirm,
  sendButton,
} from '../support/chat-screen.ts';
import { openTab } from '../support/member-browser.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;
let marinaName: string;
let theoName: string;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ marina, marinaId, marinaName, theo, theoId, theoName } = await openPair(browser.browser, mark));
});

afterAll(() => browser?.close());

describe('a conversation', () => {
  let second: Page;

  beforeAll(async () => {
    second = await openTab(theo.context());
    await second.goto(`${url}/files`);
    await second.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await theo.goto(`${url}/messages`);
    await theo.getByRole('heading', { level: 1 }).waitFor();
  });

  afterAll(() => second.close());

  it('begins on a profile, and takes nothing blank', async () => {
    await marina.goto(`${url}/profile/${theoId}`);
    await marina.getByRole('link', { name: 'Message', exact: true }).click();
    await marina.waitForURL(`**/messages/${theoId}`);
    await marina.getByRole('heading', { level: 1, name: theoName }).waitFor();
    await marina.getByText('This is the beginning of your conversation').waitFor();
    await expect.poll(() => field(marina).evaluate('document.activeElement?.placeholder')).toBe('Type your message...');
    for (const nothing of ['', '   ', '\n\t', '\u200B\u2060']) {
      await field(marina).fill(nothing);
      expect(await sendButton(marina).isDisabled(), JSON.stringify(nothing)).toBe(true);
      await field(marina).press('Enter');
    }
    expect(await bubbles(marina).count()).toBe(0);
  });

  it('reaches the other at once, with a badge on every tab and in their titles', async () => {
    await sendAndConfirm(marina, 'Ahoy!');
    for (const tab of [theo, second]) {
      await expect.poll(() => badge(tab).textContent()).toBe('1, 1 unread message');
      await expect.poll(() => tab.title()).toMatch(/^\(1\) /);
    }
    const row = theo.locator('.inbox__link--unread', { hasText: marinaName });
    await row.waitFor();
    await row.getByText('Ahoy!').waitFor();
    await row.getByText('0.00m deep').waitFor();
  });

  it('keeps the latest in a menu of the navigation bar, which leads to it', async () => {
    await second.getByRole('button', { name: 'Notifications, 1 unread message' }).press('Enter');
    const menu = second.getByRole('group', { name: 'Notifications' });
    await menu.getByText('Ahoy!').waitFor();
    await second.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await second.getByRole('button', { name: /^Notifications/ }).press('Enter');
    await menu.getByRole('link', { name: new RegExp(marinaName) }).click();
    await second.waitForURL(`**/messages/${marinaId}`);
    await menu.waitFor({ state: 'hidden' });
  });

  it('is read where it is open, which drops the badge everywhere and is seen by whoever has written', async () => {
    await bubble(second, 'Ahoy!').waitFor();
    for (const tab of [theo, second]) {
      await badge(tab).waitFor({ state: 'detached' });
      await expect.poll(() => tab.title()).not.toMatch(/^\(/);
    }
    await expect.poll(() => bubble(marina, 'Ahoy!').locator('.bubble__foot').textContent()).toMatch(/ · Read$/);
  });

  it('shows who is typing, and stops when it is said', async () => {
    await openChat(theo, marinaId);
    // A key that is pressed before his socket is open tells nobody.
    await expect
      .poll(async () => {
        await field(theo).fill('');
        await field(theo).pressSequentially('Ahoy');
        return marina.getByText(`${theoName} is typing…`).count();
      })
      .toBe(1);
    await field(theo).press('Shift+Enter');
    await field(theo).pressSequentially('<b>there</b>: www.reef.example');
    await field(theo).press('Enter');
    const said = marina.locator('.bubble').filter({ hasText: 'Ahoy\n<b>there</b>' });
    await said.waitFor();
    await marina.getByText(`${theoName} is typing…`).waitFor({ state: 'detached' });
    expect(await said.locator('b').count()).toBe(0);
    const link = said.getByRole('link', { name: 'www.reef.example' });
    expect(await Promise.all(['href', 'rel'].map((name) => link.getAttribute(name)))).toEqual([
      'https://www.reef.example/',
      'noopener noreferrer nofollow ugc',
    ]);
  });
});
