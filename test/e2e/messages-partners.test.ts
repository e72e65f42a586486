import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { idOf, raiseDepth } from './support/api-calls.ts';
import {
  asMember,
  bubble,
  field,
  newWriter,
  openChat,
  openChatMember,
  openPair,
  say,
  sendAndConfirm,
  shownNotifications,
  type Writer,
} from './support/chat-screen.ts';
import { openTab } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ marina, marinaId, theo, theoId } = await openPair(browser.browser, mark));
  // A conversation in which he has nothing to read.
  await openChat(theo, marinaId);
  await sendAndConfirm(theo, 'Ahoy!');
});

afterAll(() => browser?.close());

describe('notifications', () => {
  let nils: Writer;
  let second: Page;

  beforeAll(async () => {
    nils = await newWriter(`Nils ${mark}`);
    second = await openTab(theo.context());
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
    expect(await shownNotifications(theo)).toEqual([]);
    // A tab shows a notification after a moment. Without the reload, the permission could come within that moment.
    await Promise.all([theo.reload(), second.reload()]);
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
    const high = await openChatMember(browser.browser, `High ${mark}`);
    await raiseDepth(high, 3);
    const highId = await idOf(high);
    await openChat(marina, highId);
    await marina.getByText(`You need to ascend 0.01m to start a conversation with High ${mark}.`).waitFor();
    expect(await field(marina).count()).toBe(0);
    await raiseDepth(marina, 3);
    await field(marina).waitFor();
    await expect
      .poll(() => marina.getByRole('meter', { name: 'Your depth' }).getAttribute('data-depth'))
      .toBe(await high.getByRole('meter', { name: 'Your depth' }).getAttribute('data-depth'));
    await high.context().close();
  });

  it('who rises or leaves before they are written to is out of reach, and nothing that was written is lost', async () => {
    const { member, socket } = await newWriter(`Risen ${mark}`);
    // Nothing more is asked by itself: only the answer to what is written can tell.
    await theo.goto(`${url}/messages/${member.userId}`, { waitUntil: 'networkidle' });
    await field(theo).waitFor();
    for (let time = 0; time < 5; time += 1) await member.call(contract.account.testContribution, {});
    await say(theo, 'Wait for me');
    await bubble(theo, 'Wait for me').getByText('Failed to send').waitFor();
    await theo.getByText(/^You need to ascend [\d.]+m to start a conversation with Risen/).waitFor();
    expect(await field(theo).count()).toBe(0);
    await checkScreen(theo, 'chat-refused');
    await bubble(theo, 'Wait for me').getByRole('button', { name: 'Discard' }).click();
    await theo.getByRole('button', { name: 'Keep it' }).click();
    await raiseDepth(theo, 5);
    await field(theo).waitFor();
    await bubble(theo, 'Wait for me').getByRole('button', { name: 'Retry' }).click();
    await socket.next('message', ({ message }) => message.content === 'Wait for me');
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
    await sendAndConfirm(marina, 'Hello down there');
    await low.socket.say(asMember(marinaId), 'Hello up there');
    await bubble(marina, 'Hello up there').waitFor();
    await low.socket.close();
  });

  it('who has left is called so, and cannot be written to', async () => {
    const { member, socket } = await newWriter(`Gone ${mark}`);
    await openChat(theo, member.userId);
    await sendAndConfirm(theo, 'Where are you going?');
    await socket.say(asMember(theoId), 'Farewell');
    await socket.close();
    await member.call(contract.account.deleteAccount, {});
    await openChat(theo, member.userId);
    await theo.getByRole('heading', { level: 1, name: 'Deleted user' }).waitFor();
    await bubble(theo, 'Farewell').waitFor();
    await theo.getByText('This member has left the ocean.').waitFor();
    expect(await field(theo).count()).toBe(0);
  });
});
