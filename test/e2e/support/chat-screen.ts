import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Message } from '../../../shared/contract/messages.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { setTarget } from '../../support/current-target.ts';
import { Member } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';
import { callApi, fetchMemberId } from './api-calls.ts';
import { openPage, register } from './member-browser.ts';

/**
 * Script for the page. Replaces the browser's notifications.
 *
 * The permission starts undecided. Local storage lists the shown notifications, so that all tabs share the list.
 */
const NOTIFICATIONS = `window.Notification = class {
  static get permission() { return localStorage.getItem('test.permission') ?? 'default'; }
  static async requestPermission() { localStorage.setItem('test.permission', 'granted'); return 'granted'; }
  constructor(title, { body, tag }) {
    const notifications = JSON.parse(localStorage.getItem('test.shown') ?? '[]');
    if (!notifications.some((notification) => notification.tag === tag)) notifications.push({ title, body, tag });
    localStorage.setItem('test.shown', JSON.stringify(notifications));
    window.lastNotification = this;
  }
  close() {}
}`;

/** Two new members, each in a separate browser context. */
interface TwoMembers {
  readonly marina: Page;
  readonly marinaId: string;
  readonly marinaName: string;
  readonly theo: Page;
  readonly theoId: string;
  readonly theoName: string;
}

/** Opens two new members who can message each other. */
export async function openTwoMembers(browser: Browser, mark: string): Promise<TwoMembers> {
  const marinaName = `Marina ${mark}`;
  const theoName = `Theo ${mark}`;
  const [marina, theo] = await Promise.all([openChatMember(browser, marinaName), openChatMember(browser, theoName)]);
  const [marinaId, theoId] = await Promise.all([fetchMemberId(marina), fetchMemberId(theo)]);

  return { marina, marinaId, marinaName, theo, theoId, theoName };
}

/** Opens a new member whose notifications {@link readShownNotifications} returns. */
export async function openChatMember(browser: Browser, username: string): Promise<Page> {
  const page = await openPage(browser);
  await page.context().addInitScript(NOTIFICATIONS);
  await register(page, inject('url'), username);
  return page;
}

/** Opens the conversation with a member. */
export const openChat = (page: Page, userId: string) => page.goto(`${inject('url')}/messages/${userId}`);

/** The field for a new message. */
export const messageField = (page: Page) => page.getByPlaceholder('Type your message...');

/** The button that sends the message in the field. */
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

/** The texts of all messages, including unsent ones. */
export const bubbleTexts = (page: Page) => page.locator('.bubble__text');

/** The bubble of the message with this text. */
export const bubble = (page: Page, text: string) =>
  page.locator('.bubble').filter({ has: page.getByText(text, { exact: true }) });

/** Returns the messages as the page shows them, oldest first. */
export const readMessageTexts = (page: Page) => bubbleTexts(page).allTextContents();

/** The unread count next to the Messages link. */
export const unreadBadge = (page: Page) => page.getByRole('link', { name: /^Messages/ }).locator('.unread-badge');

/** Returns the notifications that any tab of the page's member has shown. */
export const readShownNotifications = async (page: Page): Promise<{ title: string; body: string }[]> =>
  JSON.parse((await page.evaluate<string | null>(`localStorage.getItem('test.shown')`)) ?? '[]');

/** Sends a message without waiting for the server. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}

/** Sends a message and waits until the server has stored it. */
export async function sendAndConfirm(page: Page, text: string): Promise<void> {
  await sendMessage(page, text);
  await bubble(page, text).locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();
}

/** Returns the texts of the stored messages from the API, oldest first. */
export const fetchStoredMessages = async (page: Page, userId: string) =>
  (await callApi<{ messages: Message[] }>(page, 'GET', `/conversations/${userId}?limit=100`)).messages.map(
    ({ content }) => content,
  );

/** A member without a browser, with an open socket. */
export interface SocketMember {
  readonly member: Member;
  readonly socket: MemberSocket;
}

/** Registers a member without a browser and opens a socket for them. */
export async function openSocketMember(username: string): Promise<SocketMember> {
  const config = (await (await fetch(`${inject('url')}/config.json`)).json()) as RuntimeConfig;
  setTarget({ config, confirmByAdmin: false, unsupported: {} });
  const member = await Member.register(username);
  await member.getDepth();
  return { member, socket: await MemberSocket.open(member, config.socketUrl) };
}

/** Returns a recipient for `MemberSocket.sendMessage`, which reads only the ID. */
export const memberWithId = (userId: string) => ({ userId }) as Member;
