/** Tests of notifications, and of partners who have risen above the member or left. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId, raiseDepth } from './support/api-calls.ts';
import {
  bubble,
  memberWithId,
  messageField,
  openChat,
  openChatMember,
  openSocketMember,
  openTwoMembers,
  readShownNotifications,
  type SocketMember,
  sendAndConfirm,
  sendMessage,
} from './support/chat-screen.ts';
import { openTab } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let marinaId: string;
let theoId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  ({ marina, marinaId, theo, theoId } = await openTwoMembers(launchedBrowser.browser, mark));
  // Theo's conversation with Marina has no unread messages.
  await openChat(theo, marinaId);
  await sendAndConfirm(theo, 'Ahoy!');
});

afterAll(() => launchedBrowser?.close());

// The tests run in order, because each one uses the permission and the messages of those before.
describe('notifications', () => {
  let nils: SocketMember;
  let theoSecondTab: Page;

  beforeAll(async () => {
    nils = await openSocketMember(`Nils ${mark}`);
    theoSecondTab = await openTab(theo.context());
    await Promise.all([theo.goto(`${url}/messages`), theoSecondTab.goto(`${url}/search`)]);
    await Promise.all([theo, theoSecondTab].map((tab) => tab.getByRole('heading', { level: 1 }).waitFor()));
    await theo.locator('.inbox__link').first().waitFor();
  });

  afterAll(() => Promise.all([theoSecondTab.close(), nils.socket.close()]));

  it('offers notifications when a message is unread, and shows none without permission', async () => {
    const offerButton = theo.getByRole('button', { name: 'Turn on notifications' });
    expect(await offerButton.count()).toBe(0);

    await nils.socket.sendMessage(memberWithId(theoId), 'First sight');
    await offerButton.waitFor();
    expect(await readShownNotifications(theo)).toEqual([]);

    // A tab shows a notification after a moment. Without the reload, the permission could come within that moment.
    await Promise.all([theo.reload(), theoSecondTab.reload()]);
    await offerButton.click();
    await offerButton.waitFor({ state: 'detached' });
  });

  it('shows a notification once for all tabs, which opens the conversation', async () => {
    await theoSecondTab.reload();
    await theoSecondTab.getByRole('button', { name: 'Notifications, 1 unread message' }).waitFor();
    await nils.socket.sendMessage(memberWithId(theoId), 'Second sight');

    await expect.poll(() => readShownNotifications(theo)).toHaveLength(1);
    expect(await readShownNotifications(theo)).toMatchObject([{ title: `Nils ${mark}`, body: 'Second sight' }]);

    const tabWithNotification = (await theo.evaluate('window.lastNotification !== undefined')) ? theo : theoSecondTab;
    await tabWithNotification.evaluate('window.lastNotification.onclick()');
    await tabWithNotification.waitForURL(`**/messages/${nils.member.userId}`);
    await bubble(tabWithNotification, 'Second sight').waitFor();
  });

  it('shows notifications for an open conversation only while it has no focus', async () => {
    await openChat(theo, nils.member.userId);
    await openChat(theoSecondTab, nils.member.userId);
    for (const tab of [theo, theoSecondTab]) await bubble(tab, 'Second sight').waitFor();

    await nils.socket.sendMessage(memberWithId(theoId), 'Third sight');
    for (const tab of [theo, theoSecondTab]) await bubble(tab, 'Third sight').waitFor();

    for (const tab of [theo, theoSecondTab]) {
      await tab.evaluate(`document.hasFocus = () => false; dispatchEvent(new Event('blur'))`);
    }

    await nils.socket.sendMessage(memberWithId(theoId), 'Fourth sight');
    await expect
      .poll(async () => (await readShownNotifications(theo)).map(({ body }) => body))
      .toEqual(['Second sight', 'Fourth sight']);
    await expect.poll(() => theo.title()).toMatch(/^\(1\) /);

    await theo.locator('.chat-new').waitFor();

    await theo.evaluate(`delete document.hasFocus; dispatchEvent(new Event('focus'))`);
    await expect.poll(() => theo.title()).not.toMatch(/^\(/);
  });
});

describe('conversation partner', () => {
  it('offers no message field for a partner above until the member ascends', async () => {
    const highMember = await openChatMember(launchedBrowser.browser, `High ${mark}`);
    await raiseDepth(highMember, 3);
    const highMemberId = await fetchMemberId(highMember);

    await openChat(marina, highMemberId);
    await marina.getByText(`You need to ascend 0.3 cm to start a conversation with High ${mark}.`).waitFor();
    expect(await messageField(marina).count()).toBe(0);

    await raiseDepth(marina, 3);
    await messageField(marina).waitFor();

    // Both screens receive their depth over their sockets: three test contributions of 0.001 m.
    const readDepth = (page: Page) => page.getByRole('meter', { name: 'Your depth' }).getAttribute('data-depth');
    await expect.poll(async () => [await readDepth(marina), await readDepth(highMember)]).toEqual(['0.003', '0.003']);

    await highMember.context().close();
  });

  it('refuses messages to a partner who has risen or left, and keeps them on the page', async () => {
    const { member, socket } = await openSocketMember(`Risen ${mark}`);
    // The page sends no further requests, so only the response to the message reveals the new depth.
    await theo.goto(`${url}/messages/${member.userId}`, { waitUntil: 'networkidle' });
    await messageField(theo).waitFor();

    for (let count = 0; count < 5; count += 1) await member.call(contract.account.testContribution, {});
    await sendMessage(theo, 'Wait for me');
    await bubble(theo, 'Wait for me').getByText('Failed to send').waitFor();
    await theo.getByText(/^You need to ascend [\d.]+ cm to start a conversation with Risen/).waitFor();

    expect(await messageField(theo).count()).toBe(0);
    expect(await bubble(theo, 'Wait for me').getByRole('button').allTextContents()).toEqual(['Discard']);

    await checkScreen(theo, 'chat-refused');
    await bubble(theo, 'Wait for me').getByRole('button', { name: 'Discard' }).click();
    await theo.getByRole('button', { name: 'Keep it' }).click();

    await raiseDepth(theo, 5);
    await messageField(theo).waitFor();
    await bubble(theo, 'Wait for me').getByRole('button', { name: 'Retry' }).click();
    await socket.nextFrame('message', ({ message }) => message.content === 'Wait for me');

    await theo.goto(`${url}/messages/${member.userId}`, { waitUntil: 'networkidle' });
    await bubble(theo, 'Wait for me').waitFor();
    await member.call(contract.account.deleteAccount, {});
    await sendMessage(theo, 'Too late');
    await theo.getByText('This member has left the ocean.').waitFor();
    expect(await bubble(theo, 'Too late').getByRole('button').allTextContents()).toEqual(['Discard']);

    await bubble(theo, 'Too late').getByRole('button', { name: 'Discard' }).click();
    await theo.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await bubble(theo, 'Too late').waitFor({ state: 'detached' });
    await socket.close();
  });

  it('lets a partner reply to a member above them', async () => {
    const lowPartner = await openSocketMember(`Low ${mark}`);
    await openChat(marina, lowPartner.member.userId);
    await sendAndConfirm(marina, 'Hello down there');
    await lowPartner.socket.sendMessage(memberWithId(marinaId), 'Hello up there');
    await bubble(marina, 'Hello up there').waitFor();

    await lowPartner.socket.close();
  });

  it('shows a partner who left as "Deleted user", who cannot be messaged', async () => {
    const { member, socket } = await openSocketMember(`Gone ${mark}`);
    await openChat(theo, member.userId);
    await sendAndConfirm(theo, 'Where are you going?');
    await socket.sendMessage(memberWithId(theoId), 'Farewell');
    await socket.close();

    await member.call(contract.account.deleteAccount, {});
    await openChat(theo, member.userId);
    await theo.getByRole('heading', { level: 1, name: 'Deleted user' }).waitFor();
    await bubble(theo, 'Farewell').waitFor();
    await theo.getByText('This member has left the ocean.').waitFor();

    expect(await messageField(theo).count()).toBe(0);
  });
});
