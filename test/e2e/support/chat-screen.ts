import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Message } from '../../../shared/contract/messages.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { Member, speakTo } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';
import { callApi, idOf } from './api-calls.ts';
import { openPage, register } from './member-browser.ts';

/** Replaces the browser's notifications. Permission is undecided at first; all tabs share the list of those shown. */
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

/** Two new members, each in a browser context of their own. */
interface Pair {
  readonly marina: Page;
  readonly marinaId: string;
  readonly marinaName: string;
  readonly theo: Page;
  readonly theoId: string;
  readonly theoName: string;
}

/** Opens two new members who can write to each other. */
export async function openPair(browser: Browser, mark: string): Promise<Pair> {
  const [marinaName, theoName] = [`Marina ${mark}`, `Theo ${mark}`];
  const [marina, theo] = await Promise.all([openChatMember(browser, marinaName), openChatMember(browser, theoName)]);
  const [marinaId, theoId] = await Promise.all([idOf(marina), idOf(theo)]);
  return { marina, marinaId, marinaName, theo, theoId, theoName };
}

/** Opens a new member whose notifications {@link shownNotifications} returns. */
export async function openChatMember(browser: Browser, username: string): Promise<Page> {
  const page = await openPage(browser);
  await page.context().addInitScript(NOTIFICATIONS);
  await register(page, inject('url'), username);
  return page;
}

/** Opens the conversation with a member. */
export const openChat = (page: Page, userId: string) => page.goto(`${inject('url')}/messages/${userId}`);
/** The field for a new message. */
export const field = (page: Page) => page.getByPlaceholder('Type your message...');
/** The button that sends it. */
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
/** The texts of all messages, sent or not. */
export const bubbles = (page: Page) => page.locator('.bubble__text');
/** The one message with a text. */
export const bubble = (page: Page, text: string) =>
  page.locator('.bubble').filter({ has: page.getByText(text, { exact: true }) });
/** Returns the messages as the page shows them, oldest first. */
export const texts = (page: Page) => bubbles(page).allTextContents();
/** The unread count at the link to the messages. */
export const badge = (page: Page) => page.getByRole('link', { name: /^Messages/ }).locator('.unread-badge');
/** Returns the notifications that any tab of the page's member has shown. */
export const shownNotifications = async (page: Page): Promise<{ title: string; body: string }[]> =>
  JSON.parse((await page.evaluate<string | null>(`localStorage.getItem('test.shown')`)) ?? '[]');

/** Sends a message without waiting for the server. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Sends a message and waits until the server has stored it. */
export async function sendAndConfirm(page: Page, text: string): Promise<void> {
  await say(page, text);
  await bubble(page, text).locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();
}

/** Returns the messages as the API has them, oldest first. */
export const stored = async (page: Page, userId: string) =>
  (await callApi<{ messages: Message[] }>(page, 'GET', `/conversations/${userId}?limit=100`)).messages.map(
    ({ content }) => content,
  );

/** A member without a browser, with an open socket. */
export interface Writer {
  readonly member: Member;
  readonly socket: MemberSocket;
}

/** Registers a member without a browser, and opens their socket. */
export async function newWriter(username: string): Promise<Writer> {
  const config = (await (await fetch(`${inject('url')}/config.json`)).json()) as RuntimeConfig;
  speakTo({ config, confirmByAdmin: false, lacks: {} });
  const member = await Member.register(username);
  await member.depth();
  return { member, socket: await MemberSocket.open(member, config.socketUrl) };
}

/** The recipient with an id, as sockets take it. */
export const asMember = (userId: string) => ({ userId }) as Member;
