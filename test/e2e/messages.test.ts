import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { expectGoodScreen } from './diver.ts';
import {
  badge,
  bubble,
  bubbles,
  field,
  idOf,
  newDiver,
  newTab,
  openChat,
  say,
  sayForSure,
  sendButton,
  stored,
  texts,
} from './messenger.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const marinaName = `Marina ${mark}`;
const theoName = `Theo ${mark}`;

let browser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  [marina, theo] = await Promise.all([newDiver(browser.browser, marinaName), newDiver(browser.browser, theoName)]);
  [marinaId, theoId] = await Promise.all([idOf(marina), idOf(theo)]);
});

afterAll(() => browser?.close());

describe('an inbox', () => {
  it('invites whoever has written to nobody', async () => {
    await theo.getByRole('link', { name: 'Messages', exact: true }).click();
    await theo.getByText('Start messaging users at your depth level or below!').waitFor();
    await expectGoodScreen(theo, 'inbox-empty');
  });

  it('says when it cannot be loaded, until it can', async () => {
    const conversations = /\/api\/conversations(\?|$)/;
    await marina.route(conversations, (route) => route.abort());
    await marina.goto(`${url}/messages`);
    await marina.getByText('An error occurred while loading conversations').waitFor();
    await expectGoodScreen(marina, 'inbox-failed');
    await marina.unroute(conversations);
    await marina.getByRole('button', { name: 'Retry' }).click();
    await marina.getByText('Start messaging users at your depth level or below!').waitFor();
  });
});

describe('a conversation', () => {
  let second: Page;

  beforeAll(async () => {
    second = await newTab(theo.context());
    await second.goto(`${url}/files`);
    await second.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
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
    await expectGoodScreen(marina, 'chat-beginning');
  });

  it('reaches the other at once, with a badge on every tab and in their titles', async () => {
    await sayForSure(marina, 'Ahoy!');
    for (const tab of [theo, second]) {
      await expect.poll(() => badge(tab).textContent()).toBe('1, 1 unread message');
      await expect.poll(() => tab.title()).toMatch(/^\(1\) /);
    }
    const row = theo.locator('.inbox__link--unread', { hasText: marinaName });
    await row.waitFor();
    await row.getByText('Ahoy!').waitFor();
    await row.getByText('0.00m deep').waitFor();
    await expectGoodScreen(theo, 'inbox');
  });

  it('keeps the latest in a menu of the navigation bar, which leads to it', async () => {
    await second.getByRole('button', { name: 'Notifications, 1 unread message' }).press('Enter');
    const menu = second.getByRole('group', { name: 'Notifications' });
    await menu.getByText('Ahoy!').waitFor();
    await expectGoodScreen(second, 'notification-menu');
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

  it('is the same on every tab and after a reload, in the order of the server', async () => {
    await Promise.all([
      (async () => {
        for (let number = 1; number <= 5; number += 1) await say(marina, `Hers ${number}`);
      })(),
      (async () => {
        for (let number = 1; number <= 5; number += 1) await say(theo, `His ${number}`);
      })(),
    ]);
    await expect.poll(() => stored(marina, theoId)).toHaveLength(12);
    const order = await stored(marina, theoId);
    for (const tab of [marina, theo, second]) await expect.poll(() => texts(tab)).toEqual(order);
    expect(order.filter((text) => text.startsWith('Hers'))).toEqual([1, 2, 3, 4, 5].map((number) => `Hers ${number}`));
    await marina.reload();
    await expect.poll(() => texts(marina)).toEqual(order);
    await marina.getByText('Today', { exact: true }).waitFor();
    await expectGoodScreen(marina, 'chat');
  });

  it('keeps what is being written', async () => {
    await field(marina).fill('Half a thought');
    await marina.getByRole('link', { name: 'Back to Messages' }).click();
    await marina.locator('.inbox__link').first().click();
    await expect.poll(() => field(marina).inputValue()).toBe('Half a thought');
    await expect.poll(() => marina.evaluate('document.activeElement.value')).toBe('Half a thought');
    await marina.reload();
    await expect.poll(() => field(marina).inputValue()).toBe('Half a thought');
    await field(marina).fill('');
  });

  it('counts near the limit, and takes no more', async () => {
    await field(marina).fill('🐙'.repeat(10_001));
    await marina.getByText('10,001 / 10,000').waitFor();
    expect(await sendButton(marina).isDisabled()).toBe(true);
    await expectGoodScreen(marina, 'chat-too-long');
    await field(marina).fill('🐙'.repeat(9_900));
    await marina.getByText('This message is too large to send at once.').waitFor();
    expect(await sendButton(marina).isDisabled()).toBe(true);
    await field(marina).fill('x'.repeat(10_000));
    expect(await sendButton(marina).isDisabled()).toBe(false);
    await field(marina).fill('');
  });
});
