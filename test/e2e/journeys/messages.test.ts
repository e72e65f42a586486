/** Two members exchange messages. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import {
  bubble,
  bubbleTexts,
  messageField,
  openChat,
  openTwoMembers,
  sendAndConfirm,
  sendButton,
  unreadBadge,
} from '../support/chat-screen.ts';
import { openTab } from '../support/member-browser.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;
let marinaName: string;
let theoName: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  ({ marina, marinaId, marinaName, theo, theoId, theoName } = await openTwoMembers(launchedBrowser.browser, mark));
});

afterAll(() => launchedBrowser?.close());

// The tests run in order, because they follow one conversation from its first message.
describe('conversation', () => {
  let theoSecondTab: Page;

  beforeAll(async () => {
    theoSecondTab = await openTab(theo.context());
    await theoSecondTab.goto(`${url}/files`);
    await theoSecondTab.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await theo.goto(`${url}/messages`);
    await theo.getByRole('heading', { level: 1 }).waitFor();
  });

  afterAll(() => theoSecondTab.close());

  it('starts from a profile and refuses blank messages', async () => {
    await marina.goto(`${url}/profile/${theoId}`);
    await marina.getByRole('link', { name: 'Message', exact: true }).click();
    await marina.waitForURL(`**/messages/${theoId}`);
    await marina.getByRole('heading', { level: 1, name: theoName }).waitFor();
    await marina.getByText('This is the beginning of your conversation').waitFor();
    await expect
      .poll(() => messageField(marina).evaluate('document.activeElement?.placeholder'))
      .toBe('Type your message...');

    for (const blank of ['', '   ', '\n\t', '\u200B\u2060']) {
      await messageField(marina).fill(blank);
      expect(await sendButton(marina).isDisabled(), JSON.stringify(blank)).toBe(true);
      await messageField(marina).press('Enter');
    }

    expect(await bubbleTexts(marina).count()).toBe(0);
  });

  it('delivers a message immediately, with an unread count on every tab', async () => {
    await sendAndConfirm(marina, 'Ahoy!');
    for (const tab of [theo, theoSecondTab]) {
      await expect.poll(() => unreadBadge(tab).textContent()).toBe('1 1 unread message');
      await expect.poll(() => tab.title()).toMatch(/^\(1\) /);
    }

    const row = theo.locator('.inbox__link--unread', { hasText: marinaName });
    await row.waitFor();
    await row.getByText('Ahoy!').waitFor();
    await row.getByText('0.00m deep').waitFor();
  });

  it('lists the newest message in the notification menu with a link to the conversation', async () => {
    await theoSecondTab.getByRole('button', { name: 'Notifications, 1 unread message' }).press('Enter');
    const menu = theoSecondTab.getByRole('group', { name: 'Notifications' });
    await menu.getByText('Ahoy!').waitFor();

    await theoSecondTab.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });

    await theoSecondTab.getByRole('button', { name: /^Notifications/ }).press('Enter');
    await menu.getByRole('link', { name: new RegExp(marinaName) }).click();
    await theoSecondTab.waitForURL(`**/messages/${marinaId}`);
    await menu.waitFor({ state: 'hidden' });
  });

  it('marks messages of an open conversation as read on all tabs and for the sender', async () => {
    await bubble(theoSecondTab, 'Ahoy!').waitFor();
    for (const tab of [theo, theoSecondTab]) {
      await unreadBadge(tab).waitFor({ state: 'detached' });
      await expect.poll(() => tab.title()).not.toMatch(/^\(/);
    }

    await expect.poll(() => bubble(marina, 'Ahoy!').locator('.bubble__foot').textContent()).toMatch(/ · Read$/);
  });

  it('shows a typing hint until the message arrives, and HTML as text', async () => {
    await openChat(theo, marinaId);
    // A key press before the socket is open sends no hint.
    await expect
      .poll(async () => {
        await messageField(theo).fill('');
        await messageField(theo).pressSequentially('Ahoy');
        return marina.getByText(`${theoName} is typing…`).count();
      })
      .toBe(1);

    await messageField(theo).press('Shift+Enter');
    await messageField(theo).pressSequentially('<b>there</b>: www.reef.example');
    await messageField(theo).press('Enter');

    const message = marina.locator('.bubble').filter({ hasText: 'Ahoy\n<b>there</b>' });
    await message.waitFor();
    await marina.getByText(`${theoName} is typing…`).waitFor({ state: 'detached' });
    expect(await message.locator('b').count()).toBe(0);

    const link = message.getByRole('link', { name: 'www.reef.example' });
    expect(await Promise.all(['href', 'rel'].map((name) => link.getAttribute(name)))).toEqual([
      'https://www.reef.example/',
      'noopener noreferrer nofollow ugc',
    ]);
  });
});
