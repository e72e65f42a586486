import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { Message } from '../../shared/contract/messages.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { MESSAGES_PER_SECOND } from '../../shared/depth/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { Member, speakTo } from '../support/member.ts';
import { MemberSocket } from '../support/socket.ts';
import { expectGoodScreen, register } from './diver.ts';
import { ask, lift } from './past-the-page.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const marinaName = `Marina ${mark}`;
const theoName = `Theo ${mark}`;

let browser: LaunchedBrowser;
let config: RuntimeConfig;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  speakTo({ config, confirmByAdmin: false, lacks: {} });
  [marina, theo] = (await Promise.all([marinaName, theoName].map(newDiver))) as [Page, Page];
  [marinaId, theoId] = (await Promise.all([marina, theo].map(idOf))) as [string, string];
});

afterAll(() => browser?.close());

/** Notifications as a browser has them, undecided at first; what was shown is seen from every tab. */
const NOTIFICATIONS = `window.Notification = class {
  static get permission() { return localStorage.getItem('test.permission') ?? 'default'; }
  static async requestPermission() { localStorage.setItem('test.permission', 'granted'); return 'granted'; }
  constructor(title, { body, tag }) {
    const shown = JSON.parse(localStorage.getItem('test.shown') ?? '[]');
    if (!shown.some((one) => one.tag === tag)) shown.push({ title, body, tag });
    localStorage.setItem('test.shown', JSON.stringify(shown));
    window.lastNotification = this;
  }
  close() {}
}`;

async function newDiver(username: string): Promise<Page> {
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(NOTIFICATIONS);
  const page = await newTab(context);
  await register(page, url, username);
  return page;
}

async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

const idOf = async (page: Page) => (await ask<{ profile: { id: string } }>(page, 'GET', '/me')).profile.id;
const openChat = (page: Page, userId: string) => page.goto(`${url}/messages/${userId}`);
const field = (page: Page) => page.getByPlaceholder('Type your message...');
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const bubbles = (page: Page) => page.locator('.bubble__text');
const bubble = (page: Page, text: string) =>
  page.locator('.bubble').filter({ has: page.getByText(text, { exact: true }) });
const texts = (page: Page) => bubbles(page).allTextContents();
const badge = (page: Page) => page.getByRole('link', { name: /^Messages/ }).locator('.unread-badge');
const shownNotifications = async (page: Page): Promise<{ title: string; body: string }[]> =>
  JSON.parse((await page.evaluate<string | null>(`localStorage.getItem('test.shown')`)) ?? '[]');

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Says something, and waits until it is stored. */
async function sayForSure(page: Page, text: string): Promise<void> {
  await say(page, text);
  await bubble(page, text).locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();
}

const stored = async (page: Page, userId: string) =>
  (await ask<{ messages: Message[] }>(page, 'GET', `/conversations/${userId}?limit=100`)).messages.map(
    ({ content }) => content,
  );

/** Somebody past the pages, who can write. */
async function newWriter(username: string): Promise<{ member: Member; socket: MemberSocket }> {
  const member = await Member.register(username);
  await member.depth();
  return { member, socket: await MemberSocket.open(member, config.socketUrl) };
}

/** As {@link newWriter}'s: what a socket says is said to an id. */
const asMember = (userId: string) => ({ userId }) as Member;

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
    await field(theo).pressSequentially('Ahoy');
    await marina.getByText(`${theoName} is typing…`).waitFor();
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

describe('a message that cannot leave', () => {
  it('waits until there is a connection, and is then delivered once', async () => {
    await openChat(theo, marinaId);
    await openChat(marina, theoId);
    await bubble(marina, 'Hers 5').waitFor();
    await marina.context().setOffline(true);
    await marina.getByText('Reconnecting…').waitFor();
    for (const text of ['From afar 1', 'From afar 2']) await say(marina, text);
    await bubble(marina, 'From afar 2').getByText('Sending...').waitFor();
    await sayForSure(theo, 'Are you there?');
    await expectGoodScreen(marina, 'chat-offline');
    await marina.context().setOffline(false);
    await marina.getByText('Reconnecting…').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await texts(theo)).slice(-3))
      .toEqual(['Are you there?', 'From afar 1', 'From afar 2']);
    await expect
      .poll(async () => (await texts(marina)).slice(-3))
      .toEqual(await texts(theo).then((all) => all.slice(-3)));
    expect((await stored(theo, marinaId)).filter((text) => text.startsWith('From afar'))).toHaveLength(2);
  });

  it('is delivered once though the answer was lost and the connection broke', async () => {
    const page = await newTab(marina.context());
    let swallow = true;
    let route: WebSocketRoute | undefined;
    await page.routeWebSocket(/ticket=/, (socket) => {
      route = socket;
      const server = socket.connectToServer();
      server.onMessage((data) => {
        if (!(swallow && String(data).includes('"sent"'))) socket.send(data);
      });
    });
    await openChat(page, theoId);
    await say(page, 'Only once');
    await expect.poll(() => stored(theo, marinaId)).toContain('Only once');
    await bubble(page, 'Only once').getByText('Sending...').waitFor();
    swallow = false;
    await route?.close();
    await bubble(page, 'Only once').locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();
    expect((await stored(theo, marinaId)).filter((text) => text === 'Only once')).toHaveLength(1);
    expect((await texts(page)).filter((text) => text === 'Only once')).toHaveLength(1);
    await page.close();
  });

  it('is there after a reload as failed, and is sent when its writer says so', async () => {
    let storm = true;
    await marina.routeWebSocket(/ticket=/, (socket) => {
      if (storm) void socket.close();
      else socket.connectToServer();
    });
    await marina.reload();
    await bubble(marina, 'Hers 5').waitFor();
    await say(marina, 'Through the storm');
    await bubble(marina, 'Through the storm').getByText('Sending...').waitFor();
    await marina.reload();
    await bubble(marina, 'Through the storm').getByText('Failed to send').waitFor();
    expect(await stored(theo, marinaId)).not.toContain('Through the storm');
    await expectGoodScreen(marina, 'chat-failed');
    await marina.getByRole('link', { name: 'Back to Messages' }).click();
    await marina.getByText('Not sent').waitFor();
    storm = false;
    await openChat(marina, theoId);
    await bubble(marina, 'Through the storm').getByRole('button', { name: 'Retry' }).press('Enter');
    await bubble(theo, 'Through the storm').waitFor();
    await bubble(marina, 'Through the storm').getByText('Failed to send').waitFor({ state: 'detached' });
    expect((await texts(marina)).at(-1)).toBe('Through the storm');
  });
});

describe('a long conversation', () => {
  const COUNT = 75;
  let olga: Awaited<ReturnType<typeof newWriter>>;

  beforeAll(async () => {
    olga = await newWriter(`Olga ${mark}`);
    for (let number = 1; number <= COUNT; number += 1) {
      await olga.socket.say(asMember(marinaId), `Log ${number}`);
      // As fast as one may write.
      await pause(1000 / MESSAGES_PER_SECOND);
    }
  });

  afterAll(() => olga.socket.close());

  const scrollTo = (top: number) => marina.evaluate(`document.querySelector('.chat-area__scroll').scrollTo(0, ${top})`);
  const logs = (from: number, to = COUNT) => Array.from({ length: to - from + 1 }, (_, index) => `Log ${from + index}`);

  it('begins at its end, with a mark above what is new', async () => {
    await openChat(marina, olga.member.userId);
    await expect.poll(() => texts(marina)).toEqual(logs(COUNT - 29));
    await expect
      .poll(() =>
        marina.evaluate(`(() => {
        const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.chat-area__scroll');
        return scrollHeight - scrollTop - clientHeight;
      })()`),
      )
      .toBeLessThan(2);
    await marina.locator('.chat-new').waitFor();
  });

  it('has its beginning above, and what one reads stays where it is meanwhile', async () => {
    const top = () =>
      marina.evaluate<number>(`[...document.querySelectorAll('.bubble')]
        .find((one) => one.textContent.includes('Log ${COUNT - 27}')).getBoundingClientRect().top`);
    await scrollTo(120);
    const before = await top();
    await expect.poll(() => texts(marina)).toHaveLength(60);
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await scrollTo(0);
    await expect.poll(() => texts(marina)).toEqual(logs(1));
    await marina.getByText('The beginning of your conversation').waitFor();
  });

  it('says when something new has come below, and leads there', async () => {
    await scrollTo(0);
    await olga.socket.say(asMember(marinaId), 'Log 76');
    const below = marina.getByRole('button', { name: 'New messages' });
    await below.waitFor();
    await expectGoodScreen(marina, 'chat-news-below');
    await below.press('Enter');
    await below.waitFor({ state: 'detached' });
    expect((await texts(marina)).at(-1)).toBe('Log 76');
  });
});

describe('notifications', () => {
  let nils: Awaited<ReturnType<typeof newWriter>>;
  let second: Page;

  beforeAll(async () => {
    nils = await newWriter(`Nils ${mark}`);
    second = await newTab(theo.context());
    await Promise.all([theo.goto(`${url}/messages`), second.goto(`${url}/search`)]);
    await Promise.all([theo, second].map((tab) => tab.getByRole('heading', { level: 1 }).waitFor()));
    await theo.locator('.inbox__link').first().waitFor();
  });

  afterAll(() => Promise.all([second.close(), nils.socket.close()]));

  it('are offered when something is unread, and silent before', async () => {
    const offer = theo.getByRole('button', { name: 'Turn on notifications' });
    expect(await offer.count()).toBe(0);
    await nils.socket.say(asMember(theoId), 'First sight');
    await offer.waitFor();
    await expectGoodScreen(theo, 'inbox-offer');
    expect(await shownNotifications(theo)).toEqual([]);
    await offer.click();
    await offer.waitFor({ state: 'detached' });
  });

  it('are shown once, however many tabs are open, and lead to the conversation', async () => {
    await second.reload();
    await second.getByRole('button', { name: 'Notifications, 1 unread message' }).waitFor();
    await nils.socket.say(asMember(theoId), 'Second sight');
    await expect.poll(() => shownNotifications(theo)).toHaveLength(1);
    expect(await shownNotifications(theo)).toMatchObject([{ title: `Nils ${mark}`, body: 'Second sight' }]);
    const shower = (await theo.evaluate('window.lastNotification !== undefined')) ? theo : second;
    await shower.evaluate('window.lastNotification.onclick()');
    await shower.waitForURL(`**/messages/${nils.member.userId}`);
    await bubble(shower, 'Second sight').waitFor();
  });

  it('are not shown for the conversation that somebody is looking at, and are for one that nobody is', async () => {
    await openChat(theo, nils.member.userId);
    await openChat(second, nils.member.userId);
    for (const tab of [theo, second]) await bubble(tab, 'Second sight').waitFor();
    await nils.socket.say(asMember(theoId), 'Third sight');
    for (const tab of [theo, second]) await bubble(tab, 'Third sight').waitFor();
    for (const tab of [theo, second]) {
      await tab.evaluate(`document.hasFocus = () => false; dispatchEvent(new Event('blur'))`);
    }
    await nils.socket.say(asMember(theoId), 'Fourth sight');
    await expect
      .poll(async () => (await shownNotifications(theo)).map(({ body }) => body))
      .toEqual(['Second sight', 'Fourth sight']);
    await expect.poll(() => theo.title()).toMatch(/^\(1\) /);
    await theo.locator('.chat-new').waitFor();
    await theo.evaluate(`delete document.hasFocus; dispatchEvent(new Event('focus'))`);
    await expect.poll(() => theo.title()).not.toMatch(/^\(/);
  });
});

describe('somebody', () => {
  it('above cannot be written to, until one has ascended', async () => {
    const high = await newDiver(`High ${mark}`);
    await lift(high, 3);
    const highId = await idOf(high);
    await openChat(marina, highId);
    await marina.getByText(`You need to ascend 0.01m to start a conversation with High ${mark}.`).waitFor();
    expect(await field(marina).count()).toBe(0);
    await expectGoodScreen(marina, 'chat-too-high');
    await lift(marina, 3);
    await field(marina).waitFor();
    await expect
      .poll(() => marina.getByRole('meter', { name: 'Your depth' }).getAttribute('data-depth'))
      .toBe(await high.getByRole('meter', { name: 'Your depth' }).getAttribute('data-depth'));
    await high.context().close();
  });

  it('who rises or leaves before they are written to is out of reach, and nothing that was written is lost', async () => {
    const { member, socket } = await newWriter(`Risen ${mark}`);
    await openChat(theo, member.userId);
    await field(theo).waitFor();
    for (let time = 0; time < 5; time += 1) await member.call(contract.account.testContribution, {});
    await say(theo, 'Wait for me');
    await bubble(theo, 'Wait for me').getByText('Failed to send').waitFor();
    await theo.getByText(/^You need to ascend [\d.]+m to start a conversation with Risen/).waitFor();
    expect(await field(theo).count()).toBe(0);
    await expectGoodScreen(theo, 'chat-refused');
    await bubble(theo, 'Wait for me').getByRole('button', { name: 'Discard' }).click();
    await theo.getByRole('button', { name: 'Keep it' }).click();
    await lift(theo, 5);
    await field(theo).waitFor();
    await bubble(theo, 'Wait for me').getByRole('button', { name: 'Retry' }).click();
    await socket.next('message', ({ message }) => message.content === 'Wait for me');
    // Nothing more is asked by itself: only the answer to what is written can tell.
    await theo.goto(`${url}/messages/${member.userId}`, { waitUntil: 'networkidle' });
    await bubble(theo, 'Wait for me').waitFor();
    await member.call(contract.account.deleteAccount, {});
    await say(theo, 'Too late');
    await theo.getByText('This member has left the ocean.').waitFor();
    await bubble(theo, 'Too late').getByRole('button', { name: 'Discard' }).click();
    await theo.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await bubble(theo, 'Too late').waitFor({ state: 'detached' });
    await socket.close();
  });

  it('who was written to from below can be answered', async () => {
    const low = await newWriter(`Low ${mark}`);
    await openChat(marina, low.member.userId);
    await sayForSure(marina, 'Hello down there');
    await low.socket.say(asMember(marinaId), 'Hello up there');
    await bubble(marina, 'Hello up there').waitFor();
    await low.socket.close();
  });

  it('who has left is called so, and cannot be written to', async () => {
    const { member, socket } = await newWriter(`Gone ${mark}`);
    await openChat(theo, member.userId);
    await sayForSure(theo, 'Where are you going?');
    await socket.say(asMember(theoId), 'Farewell');
    await socket.close();
    await member.call(contract.account.deleteAccount, {});
    await openChat(theo, member.userId);
    await theo.getByRole('heading', { level: 1, name: 'Deleted user' }).waitFor();
    await bubble(theo, 'Farewell').waitFor();
    await theo.getByText('This member has left the ocean.').waitFor();
    expect(await field(theo).count()).toBe(0);
    await expectGoodScreen(theo, 'chat-deleted');
  });

  it('unknown, and oneself, is nobody to write to', async () => {
    for (const nobody of [randomUUID(), 'no~body']) {
      await openChat(theo, nobody);
      await theo.getByText('User not found').waitFor();
    }
    await openChat(theo, theoId);
    await theo.getByText('This is you.').waitFor();
    await expectGoodScreen(theo, 'chat-unknown');
    await theo.getByRole('alert').getByRole('link', { name: 'Back to Messages' }).click();
    await theo.waitForURL('**/messages');
  });
});
